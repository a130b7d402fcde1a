import { ClientId } from "../../core/access/schema.ts";
import { mintAccessToken } from "../../kv/access/access_tokens.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import { caExtensions, certify } from "../support/certificates.ts";
import { openDistance } from "../support/distance.ts";
import { startFileServer } from "../support/file_server.ts";
import { issuerBelow } from "../support/issuer.ts";
import { always, certificatesPem } from "../support/pem.ts";
import { emptyDatabase, ownServer, realTools } from "../support/postgres.ts";
import { manifestOf, manyNames, smallSnapshot, testSigner } from "../support/published_lists.ts";
import { locationOf } from "../support/store_location.ts";
import { type PlatformServer, startOnPlatform } from "./platform.ts";
import { type Measuring, openMeasuring, type RouteFlights } from "./route_flights.ts";

/** About as many entities as all published lists together. */
const entities = 19_000;

/** A server of the platform, distant from the only store. */
export interface OpenRegion extends AsyncDisposable {
  readonly roundTrip: number;
  readonly server: PlatformServer;
  /** The cost of its start until it listens. */
  readonly start: RouteFlights;
  openMeasuring(): Promise<Measuring>;
}

/** One PostgreSQL and one publisher of lists, for several regions. */
export interface Regions extends AsyncDisposable {
  /** @param roundTrip milliseconds of a round trip to the store */
  open(roundTrip: number): Promise<OpenRegion>;
}

/** Opens the database, which one server has initialised, and the publisher. */
export async function openRegions(): Promise<Regions> {
  const stack = new AsyncDisposableStack();
  const at = Deno.env.get("AVAL_TEST_POSTGRES");
  const database = stack.use(await (at === undefined ? ownServer() : emptyDatabase(at)));
  const lists = await publishLists(stack);
  const address = new URL(database.url);
  const secret = crypto.getRandomValues(new Uint8Array(32)).toBase64();
  const root = await certify({ name: "Root", extensions: caExtensions(), ...always });
  const issuer = await issuerBelow(root);
  const start = (port: string) =>
    startOnPlatform({
      AVAL_MODE: "live",
      AVAL_SECRET_KEY: secret,
      AVAL_LISTS: lists,
      AVAL_TRUST_ANCHORS: certificatesPem(root),
      // Of a linked database.
      AVAL_KV: "postgres:",
      PGHOST: address.hostname,
      PGPORT: port,
      PGDATABASE: address.pathname.slice(1),
      PGUSER: address.username,
      PGPASSWORD: address.password,
    });
  const first = await start(address.port);
  await first.end();
  const clock = { now: () => Temporal.Now.instant() };
  const { random } = realTools;
  const store = await openStore({ location: locationOf(database.url), clock, ...realTools });
  stack.defer(() => store.close());
  const mintToken = (clientId: string) =>
    mintAccessToken({ store, clock, random }, {
      clientId: ClientId.parse(clientId),
      roles: [],
      scopes: [],
      seconds: 3_600,
    });

  async function open(roundTrip: number): Promise<OpenRegion> {
    const region = new AsyncDisposableStack();
    const distance = region.use(openDistance(Number(address.port), roundTrip));
    // A client of its own: buckets that regions share are another matter.
    const clientId = `edge-${roundTrip}`;
    const began = performance.now();
    const server = region.use(await start(`${distance.port}`));
    const milliseconds = Math.round(performance.now() - began);
    return {
      roundTrip,
      server,
      start: { route: "start", flights: distance.flights(), milliseconds },
      openMeasuring: () =>
        openMeasuring({
          url: server.url,
          distance,
          issuer,
          clientId,
          mintToken: () => mintToken(clientId),
        }),
      [Symbol.asyncDispose]: () => region.disposeAsync(),
    };
  }

  return { open, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Publishes one large list. @returns the value for `AVAL_LISTS` */
async function publishLists(stack: AsyncDisposableStack): Promise<string> {
  const signer = await testSigner();
  const names = manyNames(entities);
  const snapshot = smallSnapshot([{ source: "ofac-sdn", asOf: "2026-03-01", names }]);
  const createdAt = new Date().toISOString();
  const manifest = await manifestOf(snapshot, signer, { createdAt, checkedAt: createdAt });
  const server = stack.use(startFileServer(({ path }) => {
    if (path === "/lists.note") return { status: 200, body: manifest };
    return path.endsWith(".bin") ? { status: 200, body: snapshot.bytes } : { status: 404 };
  }));
  return `${server.url}/lists.note#key=${signer.verifierKey}`;
}

/** Measures several regions: each route by itself, the regions at the same time. */
export async function measureRegions(
  regions: readonly OpenRegion[],
): Promise<readonly MeasuredRegion[]> {
  const held = [];
  for (const { roundTrip, start, openMeasuring } of regions) {
    const { holding, others } = await openMeasuring();
    held.push({ roundTrip, rows: [start, await holding()], others });
  }
  return await Promise.all(
    held.map(async ({ roundTrip, rows, others }) => ({
      roundTrip,
      rows: [...rows, ...await others()],
    })),
  );
}

/** A region's figures by route; the routes are the same in each. */
export interface MeasuredRegion {
  readonly roundTrip: number;
  readonly rows: readonly RouteFlights[];
}

/** A table of the figures with a column for each region: round trips and milliseconds. */
export function flightsTable(
  regions: readonly MeasuredRegion[],
): string {
  const [first] = regions;
  const lines = (first?.rows ?? []).map(({ route, flights }, at) => {
    const cells = regions.map(({ rows }) => rows[at]?.milliseconds);
    return `| ${[route, flights, ...cells].join(" | ")} |`;
  });
  const heads = regions.map(({ roundTrip }) => `ms at ${roundTrip} ms`);
  return [
    `| ${["until the answer", "flights", ...heads].join(" | ")} |`,
    `| --- | ${["--:", ...heads.map(() => "--:")].join(" | ")} |`,
    ...lines,
  ].join("\n");
}
