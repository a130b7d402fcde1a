/**
 * Sends health requests to a server, one after the other, until standard input ends: `ask_health.ts
 * URL`. Prints a line at the start, and at the end the 99th percentile of the waits in
 * milliseconds. It is a process of its own, so that the waits are only the server's.
 */

const [url = ""] = Deno.args;
let hasEnded = false;
void Deno.stdin.readable.pipeTo(new WritableStream()).then(() => hasEnded = true);
await (await fetch(`${url}/health`)).body?.cancel();
console.log("asking");
const waits: number[] = [];
while (!hasEnded) {
  const began = performance.now();
  await (await fetch(`${url}/health`)).body?.cancel();
  waits.push(performance.now() - began);
  await new Promise((resolve) => setTimeout(resolve, 2));
}
const sorted = waits.toSorted((one, other) => one - other);
console.log((sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(1));
