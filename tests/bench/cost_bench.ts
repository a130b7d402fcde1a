/**
 * Store operations of a request by route, counted between the store and its backend: the same
 * figures in every run. Then their cost by backend, also over a real PostgreSQL if
 * `AVAL_TEST_POSTGRES` names one.
 *
 * Usage: deno task bench cost
 */
import "../../base/temporal.ts";
import type { StoreCost } from "../support/counting_backend.ts";
import { credentialCosts } from "./credential_costs.ts";
import { loginCosts } from "./login_costs.ts";
import { postgresCosts } from "./postgres_costs.ts";
import { backgroundCosts, type RouteCost, routeCosts } from "./route_costs.ts";
import { verificationCosts } from "./verification_costs.ts";
import { readPlaces } from "../support/options.ts";

readPlaces("bench cost", []);

const routes = [
  ...await routeCosts(),
  ...await verificationCosts(),
  ...await loginCosts(),
  ...await credentialCosts(),
];
const background = await backgroundCosts();

console.log("## Store operations and bytes\n");
console.log(
  "| until the answer | reads (keys) | pages (entries) | commits | checks, puts, adds, removes | bytes read | bytes written | bytes of keys |",
);
console.log("| --- | --: | --: | --: | --- | --: | --: | --: |");
routes.forEach((route) => console.log(counted(route)));
console.log("| *after the answer* | | | | | | | |");
background.forEach((work) => console.log(counted(work)));

console.log("\n## By backend\n");
console.log(
  "| until the answer | KV Connect requests, PostgreSQL round trips | largest value, bytes | past the 900 bytes of Deno's client | read units | write units |",
);
console.log("| --- | --: | --: | --- | --: | --: |");
[...routes, ...background].forEach((route) => console.log(byBackend(route)));

await postgresCosts();

function counted({ what, cost }: RouteCost): string {
  const { reads, keysRead, pages, entriesRead, commits, checks, puts, adds, removes } = cost;
  const cells = [
    `${reads} (${keysRead})`,
    `${pages} (${entriesRead})`,
    commits,
    `${checks}, ${puts}, ${adds}, ${removes}`,
    cost.bytesRead,
    cost.bytesWritten,
    cost.keyBytes,
  ];
  return `| ${what} | ${cells.join(" | ")} |`;
}

function byBackend({ what, cost }: RouteCost): string {
  const past = cost.largestValue > 900 ? "yes" : "no";
  const cells = [
    calls(cost),
    cost.largestValue,
    past,
    cost.readUnits,
    cost.writeUnits,
  ];
  return `| ${what} | ${cells.join(" | ")} |`;
}

/**
 * Reads, pages and commits together: each is a request of KV Connect, or a round trip of
 * PostgreSQL.
 */
function calls({ reads, pages, commits }: StoreCost): number {
  return reads + pages + commits;
}
