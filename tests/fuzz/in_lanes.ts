import type { ServerProcess } from "../support/server.ts";
import { type Chance, chanceOf } from "./mutations.ts";
import { residentMegabytes } from "./resident.ts";
import type { Sender } from "./sender.ts";

/** The result of fuzzing a server. */
export interface Fuzzed {
  readonly summary: string;
  /** How often each status was answered, by kind of input. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
}

const lanes = 4;

/**
 * Sends rounds of requests in lanes, checks the server's memory against its permitted growth after
 * the first round, and collects the faults that it logged.
 */
export async function fuzzInLanes(
  { server, sender, count, seed, perRound, growthMax, round }: {
    readonly server: ServerProcess;
    readonly sender: Pick<Sender, "wrong" | "statuses" | "slowest">;
    readonly count: number;
    readonly seed: number;
    /** Requests of one lane in a round. */
    readonly perRound: number;
    /** Maximum megabytes by which the server may grow. */
    readonly growthMax: number;
    readonly round: (chance: Chance, requests: number) => Promise<void>;
  },
): Promise<Fuzzed> {
  await round(chanceOf(seed), perRound);
  const before = residentMegabytes(server.pid);
  let left = count;
  let rounds = 0;
  await Promise.all(Array.from({ length: lanes }, async () => {
    while (left > 0) {
      const here = Math.min(left, perRound);
      left -= here;
      await round(chanceOf(Math.imul(seed + ++rounds, 2_654_435_761)), here);
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
