import { sandboxSnapshot } from "../../sandbox/invented/snapshot.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import { startServer } from "../support/server.ts";
import { load, type LoadResult, type PlainRequest } from "./load.ts";

/** Results for the same names on the live engine and on the sandbox's, in one deployment. */
export interface LiveAgainstSandbox {
  /** One connection: the duration of a request without competition. */
  readonly alone: { readonly live: LoadResult; readonly sandbox: LoadResult };
  /** As many connections as in the rest of the bench. */
  readonly together: { readonly live: LoadResult; readonly sandbox: LoadResult };
}

/**
 * Rounds of a measurement, live and sandbox in turn, so that other load on the machine affects
 * both.
 */
const rounds = 4;

/**
 * Sends the same names to one live deployment with and without `mode: sandbox`. Its live list is
 * the sandbox's, so that both engines search the same data. Tokens are introspected at an identity
 * provider on loopback, and answers cached, as in production.
 */
export async function liveAgainstSandbox(
  { folder, connections, seconds, names }: {
    readonly folder: string;
    readonly connections: number;
    readonly seconds: number;
    readonly names: readonly object[];
  },
): Promise<LiveAgainstSandbox> {
  const lists = `${folder}/same-size.bin`;
  await Deno.writeFile(lists, sandboxSnapshot(openSnapshotBuilder()));
  await using provider = identityProvider();
  await using server = await startServer({
    AVAL_MODE: "live",
    AVAL_KV: `${folder}/same-size.sqlite3`,
    AVAL_LISTS: lists,
    AVAL_SECRET_KEY: crypto.getRandomValues(new Uint8Array(32)).toBase64(),
    AVAL_AUTH_URL: provider.url,
    AVAL_AUTH_REALM: "bench",
    AVAL_AUTH_CLIENT_ID: "aval",
    AVAL_AUTH_CLIENT_SECRET: "bench",
  });
  const request = (mode: "live" | "sandbox") => (n: number): PlainRequest => ({
    method: "POST",
    path: "/v1/screen",
    headers: { authorization: "Bearer bench", "content-type": "application/json" },
    body: JSON.stringify({ ...names[n % names.length], mode }),
  });
  const measure = async (lanes: number) => {
    const live: LoadResult[] = [];
    const sandbox: LoadResult[] = [];
    for (let round = 0; round < rounds; round++) {
      const each = { url: server.url, connections: lanes, seconds: seconds / rounds };
      live.push(await load({ ...each, request: request("live") }));
      sandbox.push(await load({ ...each, request: request("sandbox") }));
    }
    return { live: typical(live), sandbox: typical(sandbox) };
  };
  await measure(1); // warm
  return { alone: await measure(1), together: await measure(connections) };
}

/** The round with the median latency. */
function typical(results: readonly LoadResult[]): LoadResult {
  const sorted = results.toSorted((a, b) => a.p50Milliseconds - b.p50Milliseconds);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("Nothing was measured");
  return middle;
}

/**
 * Token introspection (RFC 7662) on loopback: every token is active and the bench's for an hour.
 */
function identityProvider(): { readonly url: string } & AsyncDisposable {
  const server = Deno.serve({ port: 0, onListen: () => {} }, () =>
    Response.json({
      active: true,
      client_id: "bench",
      aud: "aval",
      exp: Math.floor(Date.now() / 1000) + 3_600,
      token_type: "Bearer",
    }));
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
