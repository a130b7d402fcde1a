/**
 * The cost of growing lists: `deno task bench scale [ENTITIES ...]`, by default 10,000, 100,000 and
 * 1,000,000. Prints a row for all available lists unchanged, a row for each size to which they were
 * grown from parts of their own names, and the exponent of growth of each figure: below 1 it grows
 * slower than the lists. Each size is built in one process and measured in another.
 */

import type { Measured } from "./measure_lists.ts";
import { readPlaces } from "../support/options.ts";

const given = readPlaces("bench scale", ["ENTITIES ..."]);
const sizes = given.length > 0 ? given.map(Number) : [10_000, 100_000, 1_000_000];
const columns: readonly (readonly [string, (of: Measured) => number, number])[] = [
  ["p50 ms", (of) => of.p50Ms, 3],
  ["p99 ms", (of) => of.p99Ms, 3],
  ["worst ms", (of) => of.worstMs, 2],
  ["load ms", (of) => of.loadMs, 1],
  ["sha256 ms", (of) => of.sha256Ms, 1],
  ["file MB", (of) => of.snapshotBytes / 1e6, 1],
  ["module MB", (of) => of.moduleBytes / 1e6, 1],
  ["RSS MB", (of) => of.rssBytes / 1e6, 0],
];

/** Notes about omitted lists that were already printed. */
const leftOut = new Set<string>();
const folder = await Deno.makeTempDir({ prefix: "aval-scale-" });
try {
  row("entities", "names", ...columns.map(([title]) => title));
  show(await measure(0));
  const grown: Measured[] = [];
  for (const size of sizes) {
    grown.push(await measure(size));
    show(grown.at(-1)!);
  }
  const exponents = columns.map(([, figure]) => exponent(grown, figure).toFixed(2));
  row("exponent", exponent(grown, (of) => of.names).toFixed(2), ...exponents);
  for (const { entities, worstWhy } of grown) console.log(`worst of ${entities}: ${worstWhy}`);
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function measure(entities: number): Promise<Measured> {
  await run("grow_lists.ts", [String(entities), folder]);
  return JSON.parse(await run("measure_lists.ts", [folder])) as Measured;
}

async function run(file: string, args: readonly string[]): Promise<string> {
  const path = new URL(file, import.meta.url).pathname;
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", "--allow-read", "--allow-write"]
      .concat("--allow-env", path, args),
  }).output();
  const text = new TextDecoder();
  const said = text.decode(stderr);
  if (!success) throw new Error(`${file}: ${said}`);
  for (const [line] of said.matchAll(/^LEFT OUT.*$/gm)) {
    if (!leftOut.has(line)) console.error(line);
    leftOut.add(line);
  }
  return text.decode(stdout);
}

/** Slope of the line through the logarithms of size and figure, by least squares. */
function exponent(of: readonly Measured[], figure: (of: Measured) => number): number {
  const points = of.map((one) => [Math.log(one.entities), Math.log(figure(one))] as const);
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const across = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return across / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

function show(of: Measured): void {
  const figures = columns.map(([, figure, digits]) => figure(of).toFixed(digits));
  row(String(of.entities), String(of.names), ...figures);
}

function row(...cells: readonly string[]): void {
  console.log(cells.map((cell) => cell.padStart(10)).join(" "));
}
