/**
 * Asks a server for its health, one request after the other, until its standard input ends:
 * `ask_health.ts URL`. Prints a line when it begins, and at its end the 99th percentile of the waits
 * in milliseconds. A process of its own, so that its waits are the server's.
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
