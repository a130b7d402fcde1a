import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { decodeJwt } from "jose";
import { ClientId } from "../../core/access/schema.ts";
import { succeeds } from "../support/backups.ts";
import { failingBackend } from "../support/failing_backend.ts";
import {
  authorizePath,
  CHALLENGE,
  logIn,
  openBrowser,
  openPage,
  otherHolder,
  parametersOf,
  proveLogin,
  REDIRECT_URI,
  returned,
  VERIFIER,
} from "../support/login_journey.ts";
import { registrationsOf, relyingParty, TOKEN_PATH } from "../support/login_relying_party.ts";
import {
  assertHidden,
  never,
  NONCE,
  secretsOf,
  sendMalformed,
  servedAt,
  STATE,
  STRAY,
  traceLogin,
  type Traces,
} from "../support/login_traces.ts";
import { otlpReceiver } from "../support/otlp_receiver.ts";
import { startServer } from "../support/server.ts";
import { type Answer, serviceInMemory } from "../support/service.ts";
import { recordedTelemetry } from "../support/telemetry.ts";
import { recordingBackend } from "../support/written.ts";

/** The sandbox's published relying party. */
const published: {
  readonly clientId: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
} = JSON.parse(
  await Deno.readTextFile(new URL("../../fixtures/login/sandbox.json", import.meta.url)),
);

Deno.test("after logins in a server process nothing of them stands in its store, log, spans, audit, export or refusals", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  await using receiver = otlpReceiver();
  const { clientId: id, secret, redirectUris: [redirectUri = ""] } = published;
  const party = { id, secret, redirectUri };
  let log = "";
  let traces: Traces;
  const answers: string[] = [];
  {
    await using server = await startServer({
      AVAL_KV: kv,
      AVAL_LOG: "debug",
      ...receiver.environment,
    });
    const service = servedAt(server.url);
    const browser = openBrowser(service);
    traces = await traceLogin(service, { browser, ...party });
    answers.push(...await sendMalformed(service, browser, party));
    const refused = await openPage(openBrowser(service), {
      client_id: id,
      redirect_uri: redirectUri,
    });
    const bad = { ...await otherHolder() };
    const wrong = { sdJwt: { ...bad.sdJwt, binding: { nonce: STRAY } } };
    answers.push((await proveLogin(service, refused, wrong)).text);
    const client = { "x-aval-sandbox-client": id };
    const list = await browser.get(`/v1/verify/sessions?clientId=${id}&limit=100`, client);
    const [{ sessionId }] = list.body.sessions;
    answers.push(list.text);
    for (
      const path of [
        `/v1/verify/sessions/${sessionId}`,
        "/v1/verify/gdpr/export",
        "/v1/verify/usage",
        "/v1/login/.well-known/openid-configuration",
      ]
    ) {
      const answer = await browser.get(path, client);
      assert.equal(answer.status, 200, path);
      answers.push(answer.text);
    }
    await receiver.until(({ spans }) =>
      spans.some(({ name }) => name === "GET /v1/verify/usage") &&
      spans.some(({ name }) => name === `POST ${TOKEN_PATH}`)
    );
    // Everything awaited is exported: at an exit, the runtime's exporter sometimes waits for ever.
    await server.kill();
    log = server.errorText();
  }
  const { stdout: audit } = await succeeds(["audit", "export", "--out", "-"], { AVAL_KV: kv });
  let store = "";
  for await (const { name } of Deno.readDir(folder)) {
    store += Buffer.from(await Deno.readFile(`${folder}/${name}`)).toString("latin1");
  }
  assert(log.includes('"answered"') && log.includes('"debug"'), "the log is that of debugging");
  assert(audit.includes(id) && store.includes("login_code"), "both are readable to this test");
  const hidden = [...never, ...traces.hidden, ...secretsOf(traces.waiting), STATE, NONCE];
  const spans = receiver.text();
  assertHidden([...hidden, STRAY], { store, log, audit, spans, answers: answers.join("\n") });
  // Its own request stands on the page, for its browser alone.
  const own = [...secretsOf(traces.waiting), STATE, NONCE];
  const foreign = [...never, ...traces.hidden].filter((secret) => !own.includes(secret));
  assertHidden(foreign, { page: traces.waiting.page.text });
  assertHidden(never, { tokens: traces.tokens.text });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("nor where they fail: a store that does not answer, wrong verifiers, replays, an erasure", async () => {
  const written = recordingBackend();
  const faults = failingBackend();
  const spans = recordedTelemetry();
  await using service = await serviceInMemory({
    env: { AVAL_LOG: "debug" },
    telemetry: spans.telemetry,
    wrapBackend: (backend) => faults.wrapBackend(written.wrapBackend(backend)),
  });
  const acme = await relyingParty(service);
  const browser = openBrowser(service);
  const answers: string[] = [];
  const statuses: number[] = [];
  /** Sends a request to a store that fails at every kind of access, then to one that works. */
  const failing = async (send: () => Promise<Answer>): Promise<Answer> => {
    for (const what of ["reads", "commits"] as const) {
      faults.fail(what);
      const failed = await send();
      faults.fail(null);
      statuses.push(failed.status);
      if (failed.status >= 500) answers.push(failed.text);
    }
    return await send();
  };
  const asked = { state: STATE, nonce: NONCE };
  await failing(() => browser.get(authorizePath(asked)));
  const waiting = await openPage(browser, asked);
  await failing(() => proveLogin(service, waiting));
  const polled = await failing(() => browser.get(waiting.statusPath));
  const { code = "" } = parametersOf(polled.body.redirectTo);
  const again = await failing(() => browser.get(authorizePath({ ...asked, prompt: "none" })));
  const { code: second = "" } = returned(again);
  const tokens = await failing(() => acme.redeem(code));
  assert.equal(tokens.status, 200, tokens.text);
  answers.push((await failing(() => acme.redeem(code))).text);
  answers.push((await acme.redeem(second, { code_verifier: "w".repeat(43) })).text);
  answers.push(...await sendMalformed(service, browser, { ...acme, redirectUri: REDIRECT_URI }));
  const { sub = "" } = decodeJwt(tokens.body.id_token);
  const hidden = [
    ...never,
    ...secretsOf(waiting),
    ...[STATE, NONCE, STRAY, VERIFIER, acme.secret, code, second, sub],
    ...[tokens.body.access_token, tokens.body.id_token, ...browser.cookies.values()],
  ];
  const next = openBrowser(service);
  const { code: third = "" } = await logIn(service, next);
  hidden.push(third, ...next.cookies.values());
  const client = service.as("acme");
  for (const path of ["sessions?clientId=acme&limit=100", "gdpr/export", "usage"]) {
    answers.push((await client.get(`/v1/verify/${path}`)).text);
  }
  const erased = await client.post("/v1/verify/gdpr/erasure-requests", {});
  assert(erased.body.deleted.logins > 0);
  await registrationsOf(service).remove(ClientId.parse(acme.id));
  await service.runMaintenance();
  const places = {
    store: written.text(),
    log: service.logLines.join("\n"),
    spans: JSON.stringify(spans.spans) + JSON.stringify([...spans.counted]),
    audit: JSON.stringify(await service.auditEvents()),
    answers: answers.join("\n"),
  };
  assert(statuses.filter((status) => status >= 500).length >= 8, statuses.join());
  assert(places.log.includes("A fault of the store"), "faults are logged");
  assert(places.audit.includes("LOGIN_CODE_REPLAYED"));
  assert(places.store.includes("login_code/") && places.store.includes("login_sso/"));
  assertHidden(hidden, places);
  assert(!places.log.includes(CHALLENGE), "nor is a query logged");
});
