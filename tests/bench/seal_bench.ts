/**
 * What sealing costs, the provider's time apart: `deno task bench:seal [TIMES]`. Processor time and
 * memory of a document of 1 MB and of one of 10 MiB, each in a Worker of its own, with a timestamp, and
 * how long other requests wait at a server while ten are sealed. The exit status is 1 where one of
 * these is over its bound.
 */

import "../../base/temporal.ts";
import { readPlaces } from "../support/options.ts";
import { measureNeighbours } from "./seal_neighbours.ts";
import { documentOf, growthOf, openSealing, type SealCost } from "./seal_documents.ts";

const documents = [
  { what: "1 MB", bytes: 1_000_000, cpuMax: 150, growthMax: null },
  { what: "10 MiB", bytes: 10 * 1_024 * 1_024, cpuMax: 1_000, growthMax: 300 },
] as const;

const times = Number(readPlaces("bench:seal", ["TIMES"])[0] ?? 20);
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

const { alone, whileSealing } = await measureNeighbours();
const isHeldUp = whileSealing > 2 * alone;
if (isHeldUp) Deno.exitCode = 1;
console.log(
  `others  p99 ${alone} ms alone, ${whileSealing} ms while ten of 1 MB are sealed (at most twice)${
    isHeldUp ? ": OVER" : ""
  }`,
);

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((one, other) => one - other);
}

function at(values: readonly number[], share: number): number {
  return values[Math.floor(values.length * share)] ?? 0;
}
