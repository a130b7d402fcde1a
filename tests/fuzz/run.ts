/**
 * Sends tampered `vp_token`s, and invalid ones signed by a trusted issuer, to a server started like
 * an operator's: `deno task test:fuzz [ANSWERS [SEED]]`, 10,000 by default. None may be accepted
 * (200) or break the server (500); the session of each must then accept its valid answer, and the
 * server's memory must stay bounded.
 *
 * As many hostile schemas, frames, patterns, CSV, rows and wallet requests go to the routes of
 * academic credentials; as many forms and addresses to those of onboarding and wallet risk; and as
 * many encrypted answers to a server that requests them. Status lists are tampered with in this
 * process, because no request waits for them here. The last line has the form of `deno test`.
 */

import "../../base/temporal.ts";
import { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import type { CheckType } from "../../core/verification/check_type.ts";
import { walletPorts } from "../support/wallet_ports.ts";
import { answerRequest } from "../../sandbox/wallet/answer.ts";
import { startServer } from "../support/server.ts";
import { fuzzApplicants } from "./applicants.ts";
import { fuzzCredentials } from "./credentials.ts";
import { fuzzEncrypted } from "./encrypted.ts";
import { type Chance, chanceOf, type Good, mutations } from "./mutations.ts";
import { residentMegabytes } from "./resident.ts";
import { spoiltAnswer, type SpoiltCheck, spoiltChecks } from "./signed.ts";
import { fuzzStatusLists } from "./status_lists.ts";
import { readPlaces } from "../support/options.ts";

const [count = "10000", seed = "7"] = readPlaces("test:fuzz", ["COUNT", "SEED"]);
/** Tampered answers of one session; one more would end it. */
const perSession = 98;
/** One in this many sessions is answered by a trusted issuer. */
const signedEvery = 4;
/** Sessions at once. */
const lanes = 8;
/** Maximum megabytes by which a server may grow from its level after the first answers. */
const growthMax = 256;

const folder = await Deno.makeTempDir({ prefix: "aval-fuzz-" });
const policy = JSON.parse(
  await Deno.readTextFile(new URL("../support/roomy_policy.json", import.meta.url)),
);
const policyFile = `${folder}/policy.json`;
await Deno.writeTextFile(
  policyFile,
  JSON.stringify({ ...policy, verification: { failedPresentationsMax: 100 } }),
);

let sessions = 0;
const names = Object.keys(mutations);
const statuses = new Map<string, number>();
const wrong: string[] = [];
let left = Number(count);

{
  await using server = await startServer({ AVAL_KV: ":memory:", AVAL_POLICY: policyFile });
  await runSession(server.url, perSession);
  const before = residentMegabytes(server.pid);
  await Promise.all(Array.from({ length: lanes }, async () => {
    while (left > 0) {
      const here = Math.min(left, perSession);
      left -= here;
      await (sessions % signedEvery === 0 ? runSigned : runSession)(server.url, here);
    }
  }));
  const after = residentMegabytes(server.pid);
  console.log(
    `server    ${before.now} MB at first, ${after.now} MB at last, ${after.peak} MB at most`,
  );
  if (after.peak - before.now > growthMax) wrong.push(`the server grew to ${after.peak} MB`);
}
const lists = await fuzzStatusLists(Math.ceil(Number(count) / 10), chanceOf(Number(seed)));
console.log(`lists     ${lists.summary}`);
wrong.push(...lists.wrong);
const asked = { count: Number(count), seed: Number(seed), policyFile };
const credentials = await fuzzCredentials(asked);
console.log(`issuing   ${credentials.summary}`);
const applicants = await fuzzApplicants(asked);
console.log(`applying  ${applicants.summary}`);
const encrypted = await fuzzEncrypted(asked);
console.log(`encrypted ${encrypted.summary}`);
for (const run of [credentials, applicants, encrypted]) {
  wrong.push(...run.wrong);
  for (const [what, times] of run.statuses) statuses.set(what, times);
}
await Deno.remove(folder, { recursive: true });
for (const [what, times] of [...statuses].toSorted()) console.log(`${times}`.padStart(9), what);
for (const what of wrong.slice(0, 20)) console.log(`WRONG     ${what}`);
// The server of wallets' answers is one test, the lists are another, and so are three servers more.
const failed = Math.min(wrong.length, 5);
console.log(`${failed === 0 ? "ok" : "FAILED"} | ${5 - failed} passed | ${failed} failed`);
Deno.exitCode = wrong.length === 0 ? 0 : 1;

/** One session: many invalid answers from a trusted issuer, then a valid one. */
async function runSigned(url: string, answers: number): Promise<void> {
  const chance = chanceOf(Math.imul(Number(seed) + sessions++, 2_654_435_761));
  const checkType = chance.pick(Object.keys(spoiltChecks) as SpoiltCheck[]);
  const request = await start(url, checkType);
  for (let n = 0; n < answers; n++) {
    const token = await spoiltAnswer(request, checkType, chance);
    note(await send(url, request, token), `${checkType}, signed`, token);
  }
  const answering = { format: null, person: "clear", claims: {}, breaking: null } as const;
  const good = await answerRequest(
    walletPorts({ now: () => Temporal.Now.instant() }),
    request,
    answering,
  );
  if (!good.ok) throw new Error(good.refusal.message);
  const status = await send(url, request, JSON.stringify(good.value.token));
  if (status !== 200) wrong.push(`${status} for a good answer after others of its issuer`);
}

/** Records an answer, and whether it is wrong. */
function note(status: number, what: string, token: string): void {
  const line = `${status} ${what}`;
  statuses.set(line, (statuses.get(line) ?? 0) + 1);
  if (status !== 400 && status !== 413) wrong.push(`${line}: ${token.slice(0, 1_000)}`);
}

/** One session: many tampered copies of a valid answer, then the valid one. */
async function runSession(url: string, answers: number): Promise<void> {
  // Of its own, since sessions overlap in time.
  const chance = chanceOf(Math.imul(Number(seed) + sessions++, 2_654_435_761));
  const request = await start(url);
  const format = chance.pick(["sd-jwt", "mdoc"] as const);
  const good = await goodAnswer(request, format);
  const whole = JSON.stringify({ [good.id]: [good.presentation] });
  for (let n = 0; n < answers; n++) {
    const { name, token } = tampered(good, whole, chance);
    note(await send(url, request, token), `${format}, ${name}`, token);
  }
  const status = await send(url, request, whole);
  if (status !== 200) wrong.push(`${status} for a good answer after tampered ones`);
}

function tampered(good: Good, whole: string, chance: Chance) {
  while (true) {
    const name = chance.pick(names);
    const token = mutations[name]?.(good, chance) ?? whole;
    if (token !== whole) return { name, token };
  }
}

async function start(
  url: string,
  checkType: CheckType = "age-verification",
): Promise<AuthorizationRequest> {
  const response = await fetch(`${url}/v1/verify/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ clientId: "fuzz", checkType }),
  });
  return AuthorizationRequest.parse((await response.json()).authorizationRequest);
}

async function goodAnswer(
  request: AuthorizationRequest,
  format: Good["format"],
): Promise<Good> {
  const answering = { format, person: "clear", claims: {}, breaking: null } as const;
  const answer = await answerRequest(
    walletPorts({ now: () => Temporal.Now.instant() }),
    request,
    answering,
  );
  if (!answer.ok) throw new Error(answer.refusal.message);
  const [[id, presentations] = ["", []]] = Object.entries(
    answer.value.token as Readonly<Record<string, readonly string[]>>,
  );
  return { id, presentation: presentations[0] ?? "", format };
}

async function send(url: string, request: AuthorizationRequest, token: string): Promise<number> {
  const response = await fetch(`${url}${new URL(request.response_uri).pathname}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ state: request.state, vp_token: token }).toString(),
  });
  await response.body?.cancel();
  return response.status;
}
