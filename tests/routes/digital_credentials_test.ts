/**
 * `channel: dc_api`: answers by a page's browser (OpenID4VP 1.0, Appendix A; decisions-2.md part
 * 19).
 */

import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import type { Json } from "../../base/json.ts";
import { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import {
  askDigital,
  digitalEnvironments,
  type DigitalKind,
  type DigitalStart,
  OTHER_PAGE,
  PAGE,
  sendData,
  serviceWithPages,
  startDigital,
} from "../support/digital_sessions.ts";
import { putRecord } from "../support/clients.ts";
import { encryptAnswer, keyOf, sendFields } from "../support/encrypting.ts";
import { answerOf, ERIKA, type WalletBody } from "../support/sandbox_wallet.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";
import { believingSandbox, pathOf, sendAnswer, start } from "../support/verifying.ts";
import { runWallet } from "../support/wallet.ts";

const kinds = Object.keys(digitalEnvironments) as DigitalKind[];

const FORMATS = {
  "SD-JWT": { pid_birthdate: { birthdate: ERIKA.birthdate } },
  mdoc: { av_age_over_18: { age_over_18: true } },
} as const;
type Format = keyof typeof FORMATS;
const formats = Object.keys(FORMATS) as Format[];

/** The error code for an answer that is bound to another request. */
const unbound = {
  "SD-JWT": /: key_binding_audience_differs \(credential pid_birthdate\)$/,
  mdoc: /: device_signature_invalid \(credential av_age_over_18\)$/,
} as const;

/** The browser's data for its page: the wallet's answer, encrypted if the request requires it. */
async function dataOf(
  service: TestService,
  request: DigitalStart["request"],
  format: Format,
): Promise<Record<string, Json>> {
  const now = service.clock.now();
  const { vp_token } = await answerOf(request, { now, claims: FORMATS[format] });
  return request.response_mode === "dc_api.jwt"
    ? { response: await encryptAnswer(request, { vp_token }) }
    : { vp_token };
}

async function statusOf(service: TestService, started: { readonly sessionId: string }) {
  const { body: { status, error } } = await service.as("acme").get(
    `/v1/verify/sessions/${started.sessionId}`,
  );
  return [status, error];
}

function outcomeOf({ status, body: { error } }: Answer) {
  return [status, error];
}

for (const kind of kinds) {
  for (const format of formats) {
    Deno.test(`an answer by the browser completes its session once: ${kind}, ${format}`, async () => {
      await using service = await serviceWithPages(kind);
      const { started, request } = await startDigital(service.as("acme"));
      const data = await dataOf(service, request, format);
      const reply = await sendData(service, started, data);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(reply.body.booleanProofs, { ageOver18: true });
      assert.deepEqual(await statusOf(service, started), ["completed", null]);
      const again = await sendData(service, started, data);
      assert.deepEqual(outcomeOf(again), [409, "verification_session_not_pending"]);
    });

    Deno.test(`an answer for another page is refused, and the right one taken: ${kind}, ${format}`, async () => {
      await using service = await serviceWithPages(kind);
      const { started, request } = await startDigital(service.as("acme"));
      const elsewhere = { ...request, origin: OTHER_PAGE, client_id: `origin:${OTHER_PAGE}` };
      const refused = await sendData(service, started, await dataOf(service, elsewhere, format));
      assert.equal(refused.body.error, "invalid_presentation");
      assert.match(refused.body.message, unbound[format]);
      const good = await sendData(service, started, await dataOf(service, request, format));
      assert.equal(good.status, 200, good.text);
    });

    Deno.test(`an answer to another session is refused: ${kind}, ${format}`, async () => {
      await using service = await serviceWithPages(kind);
      const acme = service.as("acme");
      const [one, other] = [await startDigital(acme), await startDigital(acme)];
      const data = await dataOf(service, one.request, format);
      const reply = await sendData(service, other.started, data);
      if (one.request.response_mode === "dc_api.jwt") {
        assert.deepEqual(outcomeOf(reply), [404, "not_found"]);
      } else {
        assert.match(reply.body.message, /: (key_binding_nonce_differs|device_signature_invalid) /);
      }
      assert.deepEqual(await statusOf(service, other.started), ["pending", null]);
    });
  }

  Deno.test(`the terminal's wallet answers a page in either format: ${kind}`, async () => {
    await using service = await serviceWithPages(kind);
    for (const format of ["sd-jwt", "mdoc"]) {
      const started = JSON.stringify((await askDigital(service.as("acme"))).body);
      const args = ["present", "-", "--origin", PAGE, "--format", format];
      const ran = await runWallet(service, args, started);
      assert.equal(ran.code, 0, ran.stderr);
    }
  });
}

Deno.test("the answer to a signed request is bound to the page, not to the verifier's name (Appendix A.4)", async () => {
  await using service = await serviceWithPages("signed dc_api");
  const { started, request } = await startDigital(service.as("acme"));
  const { digitalCredentialRequest: { data: signed } } = started;
  assert("request" in signed);
  const aud = String(decodeJwt(signed.request)["client_id"]);
  const data = await dataOf(service, { ...request, client_id: aud }, "SD-JWT");
  const refused = await sendData(service, started, data);
  assert.match(refused.body.message, unbound["SD-JWT"]);
});

for (const format of formats) {
  Deno.test(`answers are not taken from one channel to the other: ${format}`, async () => {
    await using service = await serviceWithPages("unsigned dc_api");
    const acme = service.as("acme");
    const { started, request } = await startDigital(acme);
    const redirect = AuthorizationRequest.parse(
      (await start(acme, "age-verification")).authorizationRequest,
    );
    const now = service.clock.now();
    const { nonce, state, dcql_query } = redirect;
    const claims = FORMATS[format];
    // Each is right but for its channel: nonce and state are those of the session that it is sent to.
    const byPage = { ...request, nonce, state, dcql_query };
    const byLink = { ...redirect, nonce: request.nonce, state: started.state };
    const toLink = await sendAnswer(service, redirect, await answerOf(byPage, { now, claims }));
    const toPage = await sendData(service, started, { ...await answerOf(byLink, { now, claims }) });
    for (const { body: { message } } of [toLink, toPage]) assert.match(message, unbound[format]);
    assert.equal(
      (await sendAnswer(service, redirect, await answerOf(redirect, { now, claims }))).status,
      200,
    );
    assert.deepEqual(await statusOf(service, started), ["pending", null]);
  });
}

Deno.test("an encrypted answer of one channel is none of the other's", async () => {
  await using service = await serviceWithPages("unsigned dc_api.jwt");
  const acme = service.as("acme");
  const { started, request } = await startDigital(acme);
  const redirect = AuthorizationRequest.parse(
    (await start(acme, "age-verification")).authorizationRequest,
  );
  const now = service.clock.now();
  const claims = FORMATS.mdoc;
  const byLink = await encryptAnswer(redirect, { ...await answerOf(redirect, { now, claims }) });
  const toPage = await sendData(service, started, { response: byLink });
  assert.deepEqual(outcomeOf(toPage), [404, "not_found"]);
  // A wallet by redirect says the state inside: beside it anybody may write one.
  const { vp_token }: WalletBody = await answerOf(redirect, { now, claims });
  const stateless = await encryptAnswer(redirect, { vp_token }, {
    payload: JSON.stringify({ vp_token }),
  });
  const { state } = redirect;
  const toLink = await sendFields(service, redirect, { response: stateless, state });
  assert.match(toLink.body.message, /: jwe_payload_malformed$/);
  const good = await sendData(service, started, await dataOf(service, request, "mdoc"));
  assert.equal(good.status, 200, good.text);
});

Deno.test("the state of the page's server authorizes an answer, in clear and encrypted", async () => {
  for (const kind of ["unsigned dc_api", "unsigned dc_api.jwt"] as const) {
    await using service = await serviceWithPages(kind);
    const { started, request } = await startDigital(service.as("acme"));
    const data = await dataOf(service, request, "SD-JWT");
    const foreign = await sendData(service, { ...started, state: "another" }, data);
    assert.deepEqual(outcomeOf(foreign), [404, "not_found"]);
    const { responseUri } = started;
    const missing = await service.fetch(new URL(responseUri).pathname, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
    });
    assert.equal(missing.status, 400);
    assert.match((await missing.json()).message, /state/);
    assert.deepEqual(await statusOf(service, started), ["pending", null]);
    assert.equal((await sendData(service, started, data)).status, 200);
  }
});

Deno.test("an answer in clear is refused where a page asked for encryption", async () => {
  await using service = await serviceWithPages("signed dc_api.jwt");
  const { started, request } = await startDigital(service.as("acme"));
  const { vp_token } = await answerOf(request, {
    now: service.clock.now(),
    claims: FORMATS["SD-JWT"],
  });
  const reply = await sendData(service, started, { vp_token });
  assert.match(reply.body.message, /: response_not_encrypted$/);
});

Deno.test("an mdoc by the browser is bound to the key that it was encrypted to", async () => {
  await using service = await serviceWithPages("unsigned dc_api.jwt");
  const acme = service.as("acme");
  const { started, request } = await startDigital(acme);
  const other = await startDigital(acme);
  const { client_metadata } = other.request;
  const now = service.clock.now();
  const { vp_token } = await answerOf({ ...request, client_metadata }, {
    now,
    claims: FORMATS.mdoc,
  });
  const response = await encryptAnswer(request, { vp_token });
  assert.notEqual(keyOf(request).x, keyOf(other.request).x);
  const reply = await sendData(service, started, { response });
  assert.match(reply.body.message, unbound.mdoc);
});

Deno.test("a wallet's error, and a person who closes the dialog, end the session", async () => {
  for (const kind of kinds) {
    await using service = await serviceWithPages(kind);
    const { started } = await startDigital(service.as("acme"));
    const reply = await sendData(service, started, { error: "access_denied" });
    assert.deepEqual([reply.status, reply.body.status], [200, "failed"]);
    assert.deepEqual(await statusOf(service, started), ["failed", "access_denied"]);
  }
});

Deno.test("pages of the developer's own machine ask in a sandbox, and in live nobody's but the client's", async () => {
  const local = [
    "http://localhost:3000",
    "http://127.0.0.1:8080",
    "http://[::1]",
    "https://localhost",
  ];
  const env = { AVAL_BASE_URL: "https://verifier.example" };
  await using sandbox = await serviceInMemory({ env });
  await using live = await serviceInMemory({ mode: "live", env, verifying: believingSandbox });
  await putRecord(live, "acme", { returnOrigins: [PAGE] });
  for (const origin of local) {
    const { started, request } = await startDigital(sandbox.as("acme"), "age-verification", origin);
    const data = await dataOf(sandbox, request, "mdoc");
    assert.equal((await sendData(sandbox, started, data)).status, 200);
    const refused = await askDigital(live.as("acme"), "age-verification", { origin });
    assert.deepEqual(outcomeOf(refused), [400, "bad_request"]);
  }
  const { started, request } = await startDigital(live.as("acme"));
  assert.equal((await sendData(live, started, await dataOf(live, request, "mdoc"))).status, 200);
  const stranger = await askDigital(live.as("stranger"));
  assert.deepEqual(outcomeOf(stranger), [400, "bad_request"]);
});

Deno.test("no page starts or answers a session itself: neither route lets another origin read", async () => {
  await using service = await serviceWithPages("unsigned dc_api");
  const { started, request } = await startDigital(service.as("acme"));
  const answering = new URL(started.responseUri).pathname;
  for (const path of ["/v1/verify/sessions", answering]) {
    const asked = await service.fetch(path, {
      method: "OPTIONS",
      headers: { origin: PAGE, "access-control-request-method": "POST" },
    });
    await asked.body?.cancel();
    assert.equal(asked.headers.get("access-control-allow-origin"), null, path);
  }
  const { headers } = await sendData(service, started, await dataOf(service, request, "mdoc"));
  assert.equal(headers.get("access-control-allow-origin"), null);
});

Deno.test("an evidence pack waits for the page's server alone: neither reply nor token has it", async () => {
  await using service = await serviceWithPages("signed dc_api.jwt");
  const { started, request } = await startDigital(service.as("acme"), "aml-identity");
  const { vp_token } = await answerOf(request, {
    now: service.clock.now(),
    claims: { pid_aml_identity: ERIKA },
  });
  const response = await encryptAnswer(request, { vp_token });
  const reply = await sendData(service, started, { response });
  assert.equal(reply.body.amlResult, "CLEAR", reply.text);
  assert(!reply.text.includes("Mustermann") && !reply.text.includes("evidencePack"));
  const read = await service.as("acme").get(pathOf(started));
  assert.match(read.body.decision.evidencePackCiphertext, /^eyJ/);
});
