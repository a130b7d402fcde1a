import { onboardingPath } from "../support/onboarding.ts";
import { startServer } from "../support/server.ts";
import { applicantInputs, goodRequests } from "./applicant_inputs.ts";
import { type Fuzzed, fuzzInLanes } from "./in_lanes.ts";
import type { Chance } from "./mutations.ts";
import { openSender, type Sender } from "./sender.ts";

const perRound = 50;
/** Maximum megabytes by which the server may grow; bodies of 8 MiB are parsed, one per lane. */
const growthMax = 448;

/**
 * Sends hostile forms of applicants and requests for scores to a server of its own. Each must be
 * answered in time, with a documented status that is not a fault; valid ones must be answered as
 * before.
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
  const round = (chance: Chance, requests: number) => runRound(sender, chance, requests);
  return await fuzzInLanes({ server, sender, count, seed, perRound, growthMax, round });
}

async function runRound(
  { send, wrong }: Sender,
  chance: Chance,
  requests: number,
): Promise<void> {
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
