/**
 * Speed of the matching core: `deno task bench [SNAPSHOT [SECONDS]]`, by default on the fullest OFAC
 * set at hand. Queries are made from the
 * snapshot's own names where it can be told what is on it (half of them with a slip) and from names
 * that are on no list, in several scripts; then the worst that a caller can send.
 */

import type { Matcher, SnapshotHandle } from "../../core/ports/matcher.ts";
import { defaultWeights } from "../../core/screening/weights.ts";
import { openMatcher } from "../../wasm/matcher.ts";
import { fullestOfacSnapshot } from "./lists.ts";

const given =
  "Maria James Olga Chen Fatima Piotr Ingrid Kwame Yuki Ahmed Lucas Sofia Ivan Aisha Paul"
    .split(" ");
const family =
  "Silva Murphy Kowalski Okafor Tanaka Haddad Svensson Garcia Novak Dubois Rossi Khan Wright Petrov"
    .split(" ");
const listed = [
  "Vladimir Putin",
  "Nicolas Maduro Moros",
  "Sergei Viktorovich Lavrov",
  "Ayman al-Zawahiri",
  "Usama bin Ladin",
  "Mohammed Omar",
  "Saddam Hussein al-Tikriti",
  "Abd al-Rahman Muhammad Mustafa",
  "Rosneft Oil Company",
  "Bank Melli Iran",
  "Islamic Republic of Iran Shipping Lines",
  "Kim Yong Chol",
];
const otherScripts = [
  "Владимир Путин",
  "Иванов Пётр Сергеевич",
  "Олександр Лукашенко",
  "محمد علي حسن",
  "حسین محمدی",
  "王小明",
  "김영철",
  "Γιώργος Παπαδόπουλος",
];
const worst = [
  { why: "500 characters of common tokens", name: "mohammed ali ahmed hussein ".repeat(19) },
  { why: "500 characters of short tokens", name: "al bin abu ben el a b c d ".repeat(20) },
  { why: "500 characters of forms", name: "company limited trading bank of ".repeat(16) },
  { why: "one token of 500 letters", name: "mohammed".repeat(63) },
  {
    why: "forty common given names",
    name: "mohamed ahmad mahmoud hassan ali omar khan ".repeat(6),
  },
];

const [path, seconds = "5"] = Deno.args;
const bytes = await Deno.readFile(path ?? await builtHere());
const matcher = openMatcher(defaultWeights);
const loads = Array.from({ length: 5 }, () => {
  const start = performance.now();
  const loaded = matcher.load(bytes);
  const took = performance.now() - start;
  matcher.unload(loaded);
  return took;
});
const snapshot = matcher.load(bytes);
const names = snapshot.lists.reduce((sum, list) => sum + list.names, 0);
console.log(`snapshot  ${(bytes.length / 1e6).toFixed(1)} MB, ${names} names, ${snapshot.id}`);
console.log(`load      ${loads.map((took) => took.toFixed(1)).join(" ")} ms with SHA-256`);

const queries = [...realistic()];
measure("warming", queries, 1);
measure("realistic", queries, Number(seconds));
for (const { why, name } of worst) measure(why, [name.slice(0, 500)], 1);

/** A snapshot in a folder that goes with the process. */
async function builtHere(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  return await fullestOfacSnapshot(folder);
}

function* realistic(): Generator<string> {
  let seed = 1;
  const next = (most: number) => (seed = (seed * 48271) % 2147483647) % most;
  for (let i = 0; i < 400; i++) {
    const stranger = `${given[next(given.length)]} ${family[next(family.length)]}`;
    yield next(2) === 0 ? stranger : withSlip(stranger, next);
    yield withSlip(listed[next(listed.length)]!, next);
    yield listed[next(listed.length)]!;
    yield otherScripts[next(otherScripts.length)]!;
  }
}

/** Drops, doubles or swaps a letter. */
function withSlip(name: string, next: (most: number) => number): string {
  const at = 1 + next(name.length - 2);
  const [before, here, after] = [name.slice(0, at), name[at]!, name.slice(at + 1)];
  return [
    before + after,
    before + here + here + after,
    before.slice(0, -1) + here + name[at - 1] + after,
  ][
    next(3)
  ]!;
}

function measure(what: string, queries: readonly string[], seconds: number): void {
  const took: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    for (const name of queries) took.push(timeOne(matcher, snapshot, name));
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))]!;
  const figures = [["p50", 0.5], ["p90", 0.9], ["p99", 0.99], ["max", 1]] as const;
  const text = figures.map(([label, share]) => `${label} ${at(share).toFixed(3)}`).join("  ");
  console.log(`${what.padEnd(34)} ${text} ms  (${took.length} queries)`);
}

function timeOne(matcher: Matcher, snapshot: SnapshotHandle, name: string): number {
  const start = performance.now();
  matcher.match(snapshot, { name, dob: null, nationalities: [], addresses: [] });
  return performance.now() - start;
}
