import { COMPLETE, DIRECTOR, onboardingPath, OWNER } from "../support/onboarding.ts";
import { startServer } from "../support/server.ts";

/** Requests that are not counted, and those that are, one after the other. */
const warming = 60;
const counted = { few: 400, many: 200 };

/**
 * Measures onboarding in a sandbox of its own, one request at a time: how long it takes with 3 and with
 * 50 persons, and how long `GET /health`, asked every two milliseconds, waits meanwhile and when
 * there is nothing to do.
 */
export async function measureOnboarding(): Promise<void> {
  await using server = await startServer({ AVAL_MODE: "sandbox", AVAL_KV: ":memory:" });
  const [few, many] = [3, 50].map((persons) => () => draft(server.url, persons));
  for (let n = 0; n < warming; n++) {
    await few!();
    await many!();
  }
  const idle = await waitsDuring(server.url, () => pause(3_000));
  print("nothing", idle);
  const taken = { few: [] as number[], many: [] as number[] };
  const beside = {
    few: await waitsDuring(server.url, () => repeat(counted.few, few!, taken.few)),
    many: await waitsDuring(server.url, () => repeat(counted.many, many!, taken.many)),
  };
  print("3 persons", beside.few);
  print("50 persons", beside.many);
  // Alone, since whoever asks beside takes time too.
  const alone = { few: [] as number[], many: [] as number[] };
  await repeat(counted.few, few!, alone.few);
  await repeat(counted.many, many!, alone.many);
  console.log(
    `3 persons: p50 ${milliseconds(alone.few, 0.5)} (target: 15), with others beside ${
      milliseconds(taken.few, 0.5)
    }`,
  );
  console.log(
    `50 persons: p99 ${milliseconds(alone.many, 0.99)} (target: 150), with others beside ${
      milliseconds(taken.many, 0.99)
    }`,
  );
}

async function draft(url: string, length: number): Promise<void> {
  const persons = [
    OWNER,
    ...Array.from({ length: length - 1 }, (_, at) => ({ ...DIRECTOR, fullName: nameOf(at) })),
  ];
  const answer = await fetch(`${url}${onboardingPath}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...COMPLETE, persons }),
  });
  await answer.body?.cancel();
  if (answer.status !== 200) throw new Error(`Onboarding answered ${answer.status}`);
}

/** Names of three words as people have them, no two the same. */
function nameOf(at: number): string {
  const first = ["Hannelore", "Mohammed", "Sergei", "Maria", "Aleksandra", "Jean", "Olena"];
  const last = ["Bistrupgaard", "Al Hussein", "Ivanovich", "Gonzalez", "Petrova", "Dupont"];
  return `${first[at % first.length]} ${"ABCDEFGH"[at % 8]}. ${last[at % last.length]}`;
}

async function repeat(times: number, act: () => Promise<void>, taken: number[]): Promise<void> {
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await act();
    taken.push(performance.now() - began);
  }
}

/** How long others waited while something was done, each in milliseconds. */
async function waitsDuring(url: string, act: () => Promise<void>): Promise<readonly number[]> {
  const waits: number[] = [];
  let isOver = false;
  const done = act().finally(() => isOver = true);
  while (!isOver) {
    const began = performance.now();
    await (await fetch(`${url}/health`)).body?.cancel();
    waits.push(performance.now() - began);
    await pause(2);
  }
  await done;
  return waits;
}

function print(beside: string, waits: readonly number[]): void {
  console.log(
    `/health beside ${beside}: p50 ${milliseconds(waits, 0.5)}, p99 ${
      milliseconds(waits, 0.99)
    }, longest ${milliseconds(waits, 1)} of ${waits.length}`,
  );
}

function milliseconds(values: readonly number[], part: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1)} ms`;
}

function pause(forMilliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forMilliseconds));
}
