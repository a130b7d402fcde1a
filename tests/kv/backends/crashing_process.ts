/** A process that is killed before, after or among its commits. */
import "../../../base/temporal.ts";
import { z } from "zod";
import { createStore } from "../../../kv/store/create_store.ts";
import { openStore } from "../../../kv/opening/open_store.ts";
import { add, create, put, type Store } from "../../../kv/store/store.ts";
import { fixedClock } from "../../support/clock.ts";
import { openPart } from "../../support/denokv.ts";
import type { Address } from "./guarantees.ts";
import { locationOf } from "../../support/store_location.ts";

/** Concurrent commits. */
const writers = 4;

async function open({ location, accessToken, part }: Address): Promise<Store> {
  const tools = {
    clock: fixedClock(),
    random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: (milliseconds: number) =>
      new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  };
  return part === undefined || accessToken === undefined
    ? await openStore({ ...tools, location: locationOf(location) })
    : createStore(await openPart({ url: location, accessToken }, part), tools);
}

if (import.meta.main) {
  const [address = "", moment = ""] = Deno.args;
  const store = await open(JSON.parse(address));
  const die = () => Deno.kill(Deno.pid, "SIGKILL");
  const write = (n: number) =>
    store.commit([
      ...create(z.string(), ["entry", n], `${n}`),
      put(z.string(), ["twin", n], `${n}`),
      add(["counter"], 1),
    ]);
  if (moment === "before") die();
  if (moment === "after") {
    await write(0);
    die();
  }
  let next = 0;
  await Promise.all(Array.from({ length: writers }, async () => {
    for (;;) {
      const n = next++;
      await write(n);
      Deno.stdout.writeSync(new TextEncoder().encode(`${n}\n`));
    }
  }));
}
