/** One of several processes on one file: counts requests of a client, and stores them at its end. */
import "../../../base/temporal.ts";
import { ClientId } from "../../../core/access/schema.ts";
import { trackTraffic } from "../../../core/anomalies/track_traffic.ts";
import { openStore } from "../../../kv/opening/open_store.ts";
import { openTrafficCounts } from "../../../kv/anomalies/traffic_counts.ts";
import { fixedClock } from "../../support/clock.ts";
import { locationOf } from "../../support/store_location.ts";

if (import.meta.main) {
  const [location = "", requests = "0"] = Deno.args;
  const clock = fixedClock();
  const random = {
    bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  };
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (event: string, cause: unknown) => console.error(event, cause),
  };
  const store = await openStore({ location: locationOf(location), clock, random, pause });
  const counts = openTrafficCounts({ store, clock, hourly: true });
  const traffic = trackTraffic({ clock, random, log, counts, watch: null, pause });
  const clientId = ClientId.parse("acme");
  for (let n = 0; n < Number(requests); n++) {
    traffic.note({ service: "screening", clientId, kind: `kind ${n % 3}`, country: null });
    if (n % 10 === 0) await traffic.flush();
  }
  await traffic.flush();
  store.close();
}
