import { COMPLETE, DIRECTOR, onboardingPath, OWNER } from "../support/onboarding.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

/** Warm-up requests of each kind, which are not counted. */
const warming = 60;

/**
 * Measures onboarding in a sandbox of its own, one request at a time: its duration with 3 and with
 * 50 persons, and the waits of `GET /health`, sent every two milliseconds, meanwhile and in an idle
 * server.
 */
export async function measureOnboarding(): Promise<void> {
  await using server = await startServer({ AVAL_MODE: "sandbox", AVAL_KV: ":memory:" });
  const { url } = server;
  const kinds = [
    { name: "3 persons", times: 400, part: 0.5, target: 15, body: applicationOf(3, nameOf) },
    { name: "50 persons", times: 200, part: 0.99, target: 150, body: applicationOf(50, nameOf) },
    { name: "50 longest names", times: 40, part: 0.99, target: null, body: longest },
  ];
  for (let n = 0; n < warming; n++) {
    for (const { body } of kinds.slice(0, 2)) await draft(url, body);
  }
  for (const { name, times, part, target, body } of kinds) {
    const taken = await repeat(times, () => draft(url, body));
    const [which, wanted] = [`p${part * 100}`, target === null ? "" : ` (target: ${target} ms)`];
    console.log(`onboarding of ${name}: ${which} ${milliseconds(at(taken, part))}${wanted}`);
  }
  await printWaits(server, "nothing", () => pause(3_000));
  for (const { name, times, body } of kinds) {
    await printWaits(server, name, () => repeat(times, () => draft(url, body)));
  }
}

/**
 * Prints the waits of other requests during the work, and for how much of them the server was busy.
 */
async function printWaits(
  { url, pid }: ServerProcess,
  beside: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const waits: number[] = [];
  const held: number[] = [];
  let isOver = false;
  const done = act().finally(() => isOver = true);
  while (!isOver) {
    const [began, worked] = [performance.now(), workedBy(pid)];
    await (await fetch(`${url}/health`)).body?.cancel();
    const wait = performance.now() - began;
    waits.push(wait);
    held.push(Math.min(wait, workedBy(pid) - worked));
    await pause(2);
  }
  await done;
  console.log(
    `/health beside ${beside}: p50 ${milliseconds(at(waits, 0.5))}, longest ${
      milliseconds(at(waits, 1))
    }, of which the server worked ${milliseconds(at(held, 1))} at most (target: 20 ms)`,
  );
}

/** Milliseconds for which the main thread of a process has run, without other processes' time. */
function workedBy(pid: number): number {
  const [nanoseconds = "0"] = Deno.readTextFileSync(`/proc/${pid}/schedstat`).split(" ");
  return Number(nanoseconds) / 1e6;
}

function applicationOf(length: number, name: (at: number) => string): string {
  const persons = Array.from({ length }, (_, at) => ({
    ...(at === 0 ? OWNER : DIRECTOR),
    fullName: name(at),
  }));
  return JSON.stringify({ ...COMPLETE, persons });
}

/** The largest application that is read: its names are ten times as long after normalisation. */
const longest = applicationOf(50, (at) => `${"\ufdfa\u00e9".repeat(248)} ${at}`);

async function draft(url: string, body: string): Promise<void> {
  const answer = await fetch(`${url}${onboardingPath}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  await answer.body?.cancel();
  if (answer.status !== 200) throw new Error(`Onboarding answered ${answer.status}`);
}

/** A distinct, realistic name of three words. */
function nameOf(at: number): string {
  const first = ["Hannelore", "Mohammed", "Sergei", "Maria", "Aleksandra", "Jean", "Olena"];
  const last = ["Bistrupgaard", "Al Hussein", "Ivanovich", "Gonzalez", "Petrova", "Dupont"];
  return `${first[at % first.length]} ${"ABCDEFGH"[at % 8]}. ${last[at % last.length]}`;
}

/** Repeats an act one after the other. @returns the milliseconds of each */
async function repeat(times: number, act: () => Promise<void>): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await act();
    taken.push(performance.now() - began);
  }
  return taken;
}

/** The value below which this share of all values is; for 1 the largest. */
function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function pause(forMilliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forMilliseconds));
}
