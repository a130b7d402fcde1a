import { openTimestampAuthority } from "./timestamp_authority.ts";
import { serveRaw } from "./raw_server.ts";
import {
  CSC_CLIENT_ID,
  CSC_CLIENT_SECRET,
  type FakeTrustService,
  type FakeTrustServiceOptions,
  startTrustService,
} from "./trust_service_provider.ts";

/** A trust service and a timestamp authority with one root, on loopback. */
export interface TrustServices extends AsyncDisposable {
  readonly provider: FakeTrustService;
  /** Number of requests to the timestamp authority. */
  readonly stamped: () => number;
  /** The variables that configure both. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts both and returns the configuration for a service. */
export async function startTrustServices(
  options: FakeTrustServiceOptions = {},
): Promise<TrustServices> {
  const provider = await startTrustService(options);
  const authority = await openTimestampAuthority(provider.trust.root);
  let stamped = 0;
  const stamping = serveRaw(async ({ body }) => {
    stamped++;
    const headers = { "content-type": "application/timestamp-reply" };
    const genTime = new Date(Temporal.Now.instant().epochMilliseconds);
    return {
      kind: "answer",
      status: 200,
      headers,
      body: await authority.respond(body, { genTime }),
    };
  });
  return {
    provider,
    stamped: () => stamped,
    env: {
      AVAL_CSC_URL: provider.url,
      AVAL_CSC_CLIENT_ID: CSC_CLIENT_ID,
      AVAL_CSC_CLIENT_SECRET: CSC_CLIENT_SECRET,
      AVAL_TSA_URL: `${stamping.origin}/tsa`,
    },
    [Symbol.asyncDispose]: async () => {
      await stamping[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}
