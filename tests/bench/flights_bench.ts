/**
 * Round trips to PostgreSQL by route, and milliseconds at several distances: the table of
 * docs/capacity.md.
 *
 * usage: deno task bench flights [--round-trips 0,80,150]
 */
import "../../base/temporal.ts";
import { flightsTable, measureRegions, openRegions } from "../edge/regions.ts";
import { readOptions } from "../support/options.ts";

const values = readOptions("bench flights", { "round-trips": "0,80,150" });
await using regions = await openRegions();
await using stack = new AsyncDisposableStack();
const open = [];
for (const roundTrip of values["round-trips"].split(",").map(Number)) {
  open.push(stack.use(await regions.open(roundTrip)));
}
console.log(flightsTable(await measureRegions(open)));
