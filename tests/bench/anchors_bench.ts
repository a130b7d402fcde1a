/**
 * The cost of many trust anchors: time to read a folder of them, with a list of 100,000 revoked
 * certificates; processor time of a wallet's answer with a cached and an uncached chain of its
 * issuer, compared with one anchor only; and answers lost while the set is swapped: `deno task
 * bench anchors [ANCHORS] [ANSWERS]`. The exit status is 1 if reading, the difference of the
 * medians or a lost answer is beyond its bound.
 */

import process from "node:process";
import { openTrustAnchors } from "../../service/verification/trust_anchors.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { type Certified, certify } from "../support/certificates.ts";
import { fixedClock } from "../support/clock.ts";
import { folderOf } from "../support/folder.ts";
import { issuerBelow } from "../support/issuer.ts";
import { readPlaces } from "../support/options.ts";
import { always, certificatesPem } from "../support/pem.ts";
import { roomyPolicy } from "../support/policy.ts";
import { makeRevocationList, revokingExtensions } from "../support/revocation_lists.ts";
import { answerOf, type TestIssuer, type WalletBody } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { sendAnswer, start } from "../support/verifying.ts";

/**
 * Maximum milliseconds for reading a folder, and for an answer's median above that with one anchor.
 */
const bounds = { reading: 1_000, answer: 0.2 } as const;
const rounds = 5;
const warming = 50;

const [anchors = "2000", sends = "200"] = readPlaces("bench anchors", ["ANCHORS", "ANSWERS"]);
const [count, answers] = [Number(anchors), Number(sends)];

const root = await certify({ name: "Issuers", extensions: revokingExtensions, ...always });
const others: Certified[] = [];
for (let n = 1; n < count; n++) {
  others.push(await certify({ name: `Authority ${n}`, ...always }));
}
await using one = await folderOf({ "root.pem": certificatesPem(root) });
await using many = await folderOf({ "all.pem": certificatesPem(root, ...others) });
const revoked = Array.from({ length: 100_000 }, (_, n) => (0x1000_0000 + n).toString(16));
const list = await makeRevocationList(root, { revoked, nextUpdate: "2048-01-01T00:00:00Z" });

await reportReading(`${count} anchors read`, bounds.reading);
await Deno.writeFile(`${many.path}/root.crl`, list);
await reportReading(`${count} anchors and a list of 100,000 read`, null);
await Deno.remove(`${many.path}/root.crl`);

await using few = await following(one.path);
await using all = await following(many.path);
const issuer = await issuerBelow(root);
await reportAnswers("chain known", () => Promise.resolve(issuer));
await reportAnswers("chain new", () => issuerBelow(root));
await reportSwaps();

/** Starts a live service that follows a folder of anchors. */
async function following(folder: string): Promise<TestService> {
  return await serviceInMemory({
    mode: "live",
    env: { AVAL_TRUST_ANCHORS: folder },
    policy: roomyPolicy,
  });
}

/** @param bound maximum of the median; null for none */
async function reportReading(what: string, bound: number | null): Promise<void> {
  const settings = {
    mode: "live",
    trustAnchors: { kind: "path", path: many.path },
    policy: defaultPolicy,
  } as const;
  const taken: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const before = performance.now();
    const opened = await openTrustAnchors(settings, () => [], fixedClock());
    taken.push(performance.now() - before);
    if (!opened.ok) throw new Error(opened.refusal.problems.join("\n"));
  }
  const took = median(taken);
  report(`${what}: p50 ${took.toFixed(0)} ms`, bound !== null && took > bound, `${bound} ms`);
}

/** Sends answers to both services in turn, so that other load on the machine affects both. */
async function reportAnswers(what: string, issuerOf: () => Promise<TestIssuer>): Promise<void> {
  const taken = { few: [] as number[], all: [] as number[] };
  for (let n = 0; n < answers + warming; n++) {
    const by = await issuerOf();
    for (const [name, service] of [["few", few], ["all", all]] as const) {
      const send = await answer(service, by);
      const before = process.cpuUsage();
      await send();
      const { user, system } = process.cpuUsage(before);
      if (n >= warming) taken[name].push((user + system) / 1000);
    }
  }
  const [small, large] = [median(taken.few), median(taken.all)];
  report(
    `an answer, ${what}: p50 ${small.toFixed(2)} ms of CPU with one anchor, ` +
      `${large.toFixed(2)} ms with ${count}`,
    large - small > bounds.answer,
    `${bounds.answer} ms more`,
  );
}

/** Swaps the set during answers and counts answers that are not accepted. */
async function reportSwaps(): Promise<void> {
  let swapping = true;
  let [sent, lost, longest] = [0, 0, 0];
  const load = Array.from({ length: 4 }, async () => {
    while (swapping) {
      const send = await answer(all, issuer);
      const before = performance.now();
      const status = await send();
      longest = Math.max(longest, performance.now() - before);
      sent++;
      if (status !== 200) lost++;
    }
  });
  for (let n = 0; n < rounds; n++) {
    const turned = n % 2 === 0 ? [...others, root] : [root, ...others];
    await Deno.writeTextFile(`${many.path}/all.pem`, certificatesPem(...turned));
    await all.refreshTrustAnchors();
  }
  swapping = false;
  await Promise.all(load);
  const what = `${rounds} swaps under ${sent} answers: ${lost} lost, longest ${
    longest.toFixed(0)
  } ms`;
  report(what, lost > 0 || sent === 0, "0 lost");
}

/** Makes a wallet's answer and returns a function that sends it. */
async function answer(service: TestService, by: TestIssuer): Promise<() => Promise<number>> {
  const { authorizationRequest: request } = await start(service.as("acme"), "age-verification");
  const claims = { pid_birthdate: { birthdate: "1984-08-12" } };
  const body: WalletBody = await answerOf(request, {
    now: service.clock.now(),
    claims,
    issuer: by,
  });
  return async () => (await sendAnswer(service, request, body)).status;
}

function report(what: string, isOver: boolean, bound: string): void {
  if (isOver) Deno.exitCode = 1;
  console.log(isOver ? `${what}: over ${bound}` : what);
}

function median(taken: readonly number[]): number {
  return taken.toSorted((small, large) => small - large)[Math.floor(taken.length / 2)] ?? 0;
}
