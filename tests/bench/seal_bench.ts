/**
 * The cost of sealing without the provider's time: `deno task bench seal [TIMES]`. Processor time
 * and memory of a document of 1 MB and of one of 10 MiB, each in a Worker of its own, with a
 * timestamp; then the waits of other requests while ten documents are sealed at once, repeatedly.
 * The exit status is 1 if a median exceeds its bound, or if the p99 of the other requests is more
 * than twice that of an idle server while the provider works.
 */

import "../../base/temporal.ts";
import { readPlaces } from "../support/options.ts";
import { measureMeanwhile } from "./seal_meanwhile.ts";
import { documentOf, growthOf, openSealing, type SealCost } from "./seal_documents.ts";

const documents = [
  { what: "1 MB", bytes: 1_000_000, cpuMax: 150, growthMax: null },
  { what: "10 MiB", bytes: 10 * 1_024 * 1_024, cpuMax: 1_000, growthMax: 300 },
] as const;

const times = Number(readPlaces("bench seal", ["TIMES"])[0] ?? 20);
const seal = await openSealing();
await seal(documentOf(10_000));

for (const { what, bytes, cpuMax, growthMax } of documents) {
  const document = documentOf(bytes);
  const costs: SealCost[] = [];
  const growth = await growthOf(async () => {
    for (let n = 0; n < times; n++) costs.push(await seal(document));
  });
  const cpu = sorted(costs.map((cost) => cost.cpu));
  const wall = sorted(costs.map((cost) => cost.wall));
  const isOver = at(cpu, 0.5) > cpuMax || (growthMax !== null && growth > growthMax);
  if (isOver) Deno.exitCode = 1;
  console.log(
    `${what.padEnd(7)} cpu p50 ${Math.round(at(cpu, 0.5))} ms, p95 ${
      Math.round(at(cpu, 0.95))
    } ms ` +
      `(at most ${cpuMax}); wall p50 ${Math.round(at(wall, 0.5))} ms; memory +${growth} MB` +
      `${growthMax === null ? "" : ` (at most ${growthMax})`}${isOver ? ": OVER" : ""}`,
  );
}

// Some 300 ms a call is what a remote service with an HSM takes; none is the most that ours can do.
for (const callMilliseconds of [300, 0]) {
  const { alone, beside, sealed } = await measureMeanwhile({
    rounds: 3,
    seconds: 3,
    callMilliseconds,
  });
  const [aloneP99, besideP99] = [at(sorted(alone), 0.99), at(sorted(beside), 0.99)];
  const ratio = besideP99 / aloneP99;
  const isBound = callMilliseconds > 0;
  if (isBound && !(ratio <= 2)) Deno.exitCode = 1;
  console.log(
    `others  alone p50 ${at(sorted(alone), 0.5).toFixed(1)} ms, p99 ${aloneP99.toFixed(1)} ms; ` +
      `while ten of 1 MB are sealed by a provider that takes ${callMilliseconds} ms a call p50 ` +
      `${at(sorted(beside), 0.5).toFixed(1)} ms, p99 ${besideP99.toFixed(1)} ms: ` +
      `${ratio.toFixed(2)} times${isBound ? " (at most 2)" : ""}; ` +
      `${alone.length} and ${beside.length} requests, ${sealed} documents`,
  );
}

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((one, other) => one - other);
}

function at(values: readonly number[], share: number): number {
  return values[Math.floor(values.length * share)] ?? 0;
}
