import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { calculateJwkThumbprint } from "jose";
import { makeIdentity, succeeds } from "../support/backups.ts";
import { runCli } from "../support/cli.ts";
import {
  beginLogin,
  type Holder,
  loggedIn,
  logIn,
  type LoginSession,
  makeHolder,
  serviceWithLogins,
  subjectOf,
} from "../support/login_sessions.ts";
import { seededRandom } from "../support/random.ts";
import type { TestService } from "../support/service.ts";
import { recordedTelemetry } from "../support/telemetry.ts";
import { pathOf, start } from "../support/verifying.ts";

const OLD = seededRandom(31).bytes(32).toBase64();
const NEW = seededRandom(32).bytes(32).toBase64();

/** Serves a file under secrets. @param seed different for each service over the same file */
function serve(kv: string, seed: number, current: string, previous?: string): Promise<TestService> {
  const secrets = previous === undefined ? {} : { AVAL_SECRET_KEY_PREVIOUS: previous };
  const env = { AVAL_MODE: "sandbox", AVAL_SECRET_KEY: current, ...secrets };
  return serviceWithLogins({ kv, seed, env });
}

Deno.test("a subject stays over a rewrap, a backup and its restore, and no rotation changes it", async () => {
  const folder = await Deno.makeTempDir();
  const [served, restored, another] = ["served", "restored", "another"].map((name) =>
    `${folder}/${name}.sqlite3`
  ) as [string, string, string];
  const holder = await makeHolder();
  let begun: LoginSession;
  let subject: string | null;
  {
    await using service = await serve(served, 1, OLD);
    begun = await beginLogin(service, "acme");
    assert.equal((await logIn(service, begun, holder)).status, 200);
    subject = await subjectOf(service, begun);
    assert.notEqual(subject, null);
  }
  const both = { AVAL_KV: served, AVAL_SECRET_KEY: NEW, AVAL_SECRET_KEY_PREVIOUS: OLD };
  {
    await using service = await serve(served, 2, NEW, OLD);
    assert.equal(await loggedIn(service, "acme", holder), subject);
    await succeeds(["keys", "rewrap"], both);
    await succeeds(["keys", "rotate", "at-rest"], both);
    const refused = await runCli("admin", ["keys", "rotate", "pairwise"], both);
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /"pairwise" never rotates: it makes every sub/);
    const { stdout } = await succeeds(["keys", "list"], both);
    assert.match(stdout, /^pairwise\t[0-9a-f]{16}\tACTIVE\t.*\tAVAL_SECRET_KEY$/m);
    assert.equal(stdout.match(/^pairwise\t/gm)?.length, 1);
    await service.runMaintenance();
    assert.equal(await loggedIn(service, "acme", holder), subject);
  }
  const { identity, recipient } = await makeIdentity(folder);
  const backup = `${folder}/backup.age`;
  const now = { AVAL_KV: served, AVAL_SECRET_KEY: NEW };
  await succeeds(["store", "backup", "--out", backup, "--recipient", recipient], now);
  await succeeds(["store", "restore", backup, "--identity", identity], { AVAL_KV: restored });
  for (const [kv, seed] of [[served, 3], [restored, 4]] as const) {
    await using service = await serve(kv, seed, NEW);
    assert.equal(await subjectOf(service, begun), subject);
    assert.equal(await loggedIn(service, "acme", holder), subject);
  }
  await using service = await serve(another, 5, NEW);
  assert.notEqual(await loggedIn(service, "acme", holder), subject, "no secret alone makes it");
  await Deno.remove(folder, { recursive: true });
});

/** Reads a session by every route. @returns the answers */
async function readEverywhere(service: TestService, begun: LoginSession): Promise<string[]> {
  const acme = service.as("acme");
  const paths = [
    pathOf(begun),
    "/v1/verify/sessions?clientId=acme",
    "/v1/verify/gdpr/export",
    "/v1/verify/usage",
  ];
  const answers: string[] = [];
  for (const path of paths) {
    const { status, headers, text } = await acme.get(path);
    assert.equal(status, 200, path);
    answers.push(text, JSON.stringify([...headers]));
  }
  return answers;
}

/** Logs a person in, with failures before and after. @returns the answers, and the subject */
async function logInBadly(service: TestService, holder: Holder) {
  const begun = await beginLogin(service, "acme");
  const stranger = await makeHolder();
  const answers = [
    await logIn(service, begun, { ...stranger, jwk: holder.jwk }),
    await logIn(service, begun, holder, { state: "of another" }),
    await logIn(service, begun, holder),
    await logIn(service, begun, holder),
    await logIn(service, await start(service.as("acme"), "login-authentication"), holder),
  ];
  assert.deepEqual(answers.map(({ status }) => status), [400, 404, 200, 409, 200]);
  const subject = await subjectOf(service, begun);
  assert(subject !== null);
  const texts = answers.map(({ headers, text }) => text + JSON.stringify([...headers]));
  return { subject, answers: [...texts, ...await readEverywhere(service, begun)] };
}

/** All forms in which a text may be contained: plain, and as part of base64url text. */
function formsOf(text: string): readonly string[] {
  const inside = [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    return bytes.toString("base64url").slice(before === 0 ? 0 : before + 1, -2);
  });
  const bytes = Buffer.from(text, "base64url");
  return [
    text,
    ...inside,
    bytes.toString("base64"),
    bytes.toString("hex"),
    bytes.toString("latin1"),
  ];
}

Deno.test("no thumbprint, holder's key or subject stands in an answer, the log, the audit chain, telemetry or the store", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const { telemetry, spans, counted, measured } = recordedTelemetry();
  const holder = await makeHolder();
  const { x = "", y = "" } = holder.jwk;
  const hidden = [await calculateJwkThumbprint(holder.jwk), x, y];
  const places: Record<string, string> = {};
  {
    await using service = await serviceWithLogins({ kv, telemetry, env: { AVAL_LOG: "debug" } });
    const { subject, answers } = await logInBadly(service, holder);
    hidden.push(subject);
    places["answers"] = answers.join("\n");
    places["audit"] = JSON.stringify(await service.auditEvents());
    places["log"] = service.logLines.join("\n");
    places["telemetry"] = JSON.stringify([spans, [...counted], measured]);
  }
  // Deleted rows and the journal too: the record was written before the wallet's answer and after it.
  let stored = "";
  for await (const { name } of Deno.readDir(folder)) {
    stored += Buffer.from(await Deno.readFile(`${folder}/${name}`)).toString("latin1");
  }
  places["store"] = stored;
  for (
    const [place, known] of [
      ["audit", "VERIFICATION_DECISION"],
      ["store", "client_session"],
      [
        "log",
        "key_binding_signature_invalid",
      ],
      ["answers", "claimsVerified"],
      ["telemetry", "verification"],
    ] as const
  ) {
    assert(places[place]?.includes(known), `${place} is readable to this test`);
  }
  for (const [place, text] of Object.entries(places)) {
    for (const one of hidden) {
      for (const form of formsOf(one)) assert(!text.includes(form), `"${form}" stands in ${place}`);
    }
  }
  await Deno.remove(folder, { recursive: true });
});
