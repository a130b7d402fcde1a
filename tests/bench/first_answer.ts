import { startServer } from "../support/server.ts";

/**
 * Starts the service repeatedly, as its own process with these variables.
 *
 * @returns milliseconds from the start of each process to its first screening's answer, sorted
 */
export async function firstAnswers(
  env: Readonly<Record<string, string>>,
  { token, starts }: { readonly token: string; readonly starts: number },
): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let start = 0; start < starts; start++) {
    const began = performance.now();
    await using server = await startServer(env);
    const answer = await fetch(`${server.url}/v1/screen`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Nikolas Madura Moros" }),
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`The first answer was ${answer.status}`);
    taken.push(performance.now() - began);
  }
  return taken.toSorted((a, b) => a - b);
}
