import { onboardingPath } from "../support/onboarding.ts";
import { startServer } from "../support/server.ts";
import { applicantInputs, goodRequests } from "./applicant_inputs.ts";
import type { FuzzedCredentials as Fuzzed } from "./credentials.ts";
import { chanceOf } from "./mutations.ts";
import { residentMegabytes } from "./resident.ts";
import { openSender, type Sender } from "./sender.ts";

const perRound = 50;
const lanes = 4;
/** Megabytes by which the server may grow: bodies of 8 MiB are parsed, one a lane at once. */
const growthMax = 448;

/**
 * Sends hostile forms of applicants and requests of scores to a server of its own: each must be
 * answered in time by a status that its route documents and that is no fault, and good ones must be
 * answered as before.
 */
export async function fuzzApplicants(
  { count, seed, policyFile }: {
    readonly count: number;
    readonly seed: number;
    readonly policyFile: string;
  },
): Promise<Fuzzed> {
  await using server = await startServer({ AVAL_KV: ":memory:", AVAL_POLICY: policyFile });
  const sender = await openSender(server.url);
  await runRound(sender, seed, perRound);
  const before = residentMegabytes(server.pid);
  let left = count;
  let rounds = 0;
  await Promise.all(Array.from({ length: lanes }, async () => {
    while (left > 0) {
      const here = Math.min(left, perRound);
      left -= here;
      await runRound(sender, Math.imul(seed + ++rounds, 2_654_435_761), here);
    }
  }));
  const after = residentMegabytes(server.pid);
  const { wrong, statuses } = sender;
  if (after.peak - before.now > growthMax) wrong.push(`the server grew to ${after.peak} MB`);
  const faults = server.errorText().split("\n").filter((line) => line.includes('"fault"'));
  wrong.push(...faults.map((line) => line.slice(0, 1_000)));
  const { what, milliseconds } = sender.slowest();
  return {
    summary:
      `${before.now} MB at first, ${after.now} MB at last, ${after.peak} MB at most; ${milliseconds} ms at most, ${what}`,
    statuses,
    wrong,
  };
}

async function runRound({ send, wrong }: Sender, seed: number, requests: number): Promise<void> {
  const chance = chanceOf(seed);
  for (let n = 0; n < requests; n++) {
    const what = chance.pick(Object.keys(applicantInputs));
    const { status } = await send(what, applicantInputs[what]!(chance));
    if (status >= 500) wrong.push(`${status} for ${what}`);
  }
  for (const [path, body] of Object.entries(goodRequests)) {
    const { status, text } = await send(`a good one, ${path}`, { method: "POST", path, body });
    const { recommendation, score } = status === 200 ? JSON.parse(text) : {};
    const result = path === onboardingPath ? recommendation : score;
    const expected = path === onboardingPath ? "SUBMIT_RECOMMENDED" : 6;
    if (result !== expected) wrong.push(`${status}, ${result} after hostile ones: ${path}`);
  }
}
