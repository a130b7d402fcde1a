/**
 * One of several processes that race for the same claims on the servers' store, one claim every 50
 * ms by the clock. Prints a line before each attempt and one after it, as JSON, so that an attempt
 * cut off by a kill counts as unknown. Ends with its standard input, so that none outlives its
 * parent. With `list` it prints the holders of the claims.
 *
 * usage: claim_process.ts NAME    or: claim_process.ts list
 * env: AVAL_KV, DENO_KV_ACCESS_TOKEN
 */
import "../../base/temporal.ts";
import { z } from "zod";
import { ExpiresAt } from "../../kv/store/lifetime.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import { locationOf } from "../support/store_location.ts";

/** The holder of a claim that lasts longer than any run. */
const Claim = z.object({ by: z.string(), expiresAt: ExpiresAt }).readonly();
const claimMilliseconds = 50;
const claimHours = 24;

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const say = (line: unknown) => console.log(JSON.stringify(line));

const store = await openStore({
  location: locationOf(Deno.env.get("AVAL_KV") ?? "", Deno.env.get("DENO_KV_ACCESS_TOKEN")),
  clock: { now: () => Temporal.Now.instant() },
  random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
  pause,
});

async function race(by: string): Promise<never> {
  for (let last = 0;;) {
    const tick = Math.max(last + 1, Math.floor(Date.now() / claimMilliseconds));
    last = tick;
    await pause(tick * claimMilliseconds - Date.now());
    const name = `claim-${tick}`;
    const expiresAt = Temporal.Now.instant().add({ hours: claimHours })
      .toString({ smallestUnit: "millisecond" });
    const began = Date.now();
    say({ name, began });
    try {
      const won = await store.claimOnce(Claim, ["cluster_claim", name], { by, expiresAt });
      say({ name, began, ended: Date.now() + 1, outcome: won ? "won" : "lost" });
    } catch {
      say({ name, began, ended: Date.now() + 1, outcome: "unknown" });
    }
  }
}

const [name = ""] = Deno.args;
if (name === "list") {
  for await (const { key, value } of store.list(Claim, { prefix: ["cluster_claim"] })) {
    say({ name: key[1], by: value.by });
  }
  store.close();
} else {
  void Array.fromAsync(Deno.stdin.readable).then(() => Deno.exit(0));
  await race(name);
}
