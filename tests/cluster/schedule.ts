import { chanceOf } from "./chance.ts";
import type { FaultLine } from "./history.ts";

/** A planned fault. */
export interface PlannedFault {
  /** Milliseconds after the beginning of the load. */
  readonly at: number;
  readonly kind: FaultLine["kind"];
  /** Null: the database. */
  readonly server: number | null;
  /** Milliseconds of a pause, or from a kill to the restart. */
  readonly lasts: number;
}

/** The faults of each minute, in an order and duration determined by the seed. */
const minute: readonly {
  readonly kind: PlannedFault["kind"];
  /** Minimum and maximum milliseconds. */
  readonly lasts: readonly [number, number];
}[] = [
  ...Array(4).fill({ kind: "kill", lasts: [0, 800] }),
  ...Array(3).fill({ kind: "stop", lasts: [500, 4_000] }),
  // Longer than the lapse of a reservation: what it held has been taken over when it goes on.
  { kind: "stop", lasts: [17_000, 19_000] },
  ...Array(2).fill({ kind: "terminate", lasts: [0, 200] }),
  ...Array(2).fill({ kind: "database_kill", lasts: [0, 800] }),
  { kind: "database_stop", lasts: [500, 3_500] },
  // Until so many grouped commits have happened and nobody was answered.
  ...Array(2).fill({ kind: "answers_lost", lasts: [4_000, 5_000] }),
  // Longer than a server waits for an answer: what it has given up may still be carried out.
  { kind: "database_stop", lasts: [7_000, 9_000] },
];

const minuteMilliseconds = 60_000;

/** The faults of a run, determined by the seed only. */
export function faultsOf(
  seed: number,
  { seconds, servers }: { readonly seconds: number; readonly servers: number },
): readonly PlannedFault[] {
  const planned: PlannedFault[] = [];
  const apart = minuteMilliseconds / minute.length;
  for (let round = 0; round * minuteMilliseconds < seconds * 1000; round++) {
    const chance = chanceOf(seed, "faults", round);
    for (const [index, { kind, lasts: [from, to] }] of chance.shuffled(minute).entries()) {
      const isDatabase = kind.startsWith("database_") || kind === "answers_lost";
      planned.push({
        at: round * minuteMilliseconds + Math.floor(index * apart) + chance.below(apart),
        kind,
        server: isDatabase ? null : chance.below(servers),
        lasts: from + chance.below(to - from),
      });
    }
  }
  return planned.filter(({ at }) => at < seconds * 1000);
}
