import { ClientId } from "../../core/access/schema.ts";
import { mintAccessToken } from "../../kv/access/access_tokens.ts";
import type { Mode } from "../../core/nouns.ts";
import {
  type AvalClient,
  type ClientOptions,
  openClient,
  type Runtime,
} from "../../sdk/src/main.ts";
import type { TestService } from "./service.ts";

/** Addresses of the service and of the identity provider for tests' clients. */
const [baseUrl, tokenUrl] = ["https://aval.example/", "https://id.example/token"];

/** One request of a client. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * A runtime whose waits end at once and advance its clock, and whose deadlines follow that clock.
 */
export function patientRuntime(): Pick<Runtime, "now" | "pause" | "random" | "timer"> & {
  readonly waited: readonly number[];
  advance(milliseconds: number): void;
} {
  const waited: number[] = [];
  let now = 0;
  return {
    waited,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    now: () => now,
    random: () => 0.5,
    timer: () => () => {},
    pause: async (milliseconds, signal) => {
      signal.throwIfAborted();
      waited.push(milliseconds);
      now += milliseconds;
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
      signal.throwIfAborted();
    },
  };
}

/** Answers a client's request. */
export type Answering = (sent: Sent) => Promise<Response> | Response;

/** A `fetch` that records requests. */
export function recordingFetch(answer: Answering): {
  readonly sent: readonly Sent[];
  readonly fetch: Runtime["fetch"];
} {
  const sent: Sent[] = [];
  return {
    sent,
    fetch: async (url, { method = "GET", headers, body, signal }) => {
      signal?.throwIfAborted();
      const { origin, pathname, search } = new URL(url);
      const path = origin === new URL(tokenUrl).origin ? tokenUrl : `${pathname}${search}`;
      const one = { method, path, headers: new Headers(headers), body: String(body ?? "") };
      sent.push(one);
      return await answer(one);
    },
  };
}

/** A client with answers from the test. */
export function clientAgainst(
  answer: Answering,
  options: Partial<ClientOptions> = {},
): {
  readonly aval: AvalClient;
  readonly sent: readonly Sent[];
  readonly time: ReturnType<typeof patientRuntime>;
} {
  const { sent, fetch } = recordingFetch(answer);
  const time = patientRuntime();
  const aval = openClient({ baseUrl, runtime: { ...time, fetch }, ...options });
  return { aval, sent, time };
}

/** A client's credentials at the tests' identity provider. */
export const credentials = { tokenUrl, clientId: "acme", clientSecret: "s3cr:t% +~/" } as const;

/** Answers as the service does; in live, a token endpoint mints tokens of its store. */
export function answering(
  { fetch, store, clock }: TestService,
  { client = "acme", roles = [] }: {
    readonly client?: string;
    readonly roles?: readonly string[];
  } = {},
): Answering {
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  return async ({ method, path, headers, body }) => {
    if (path !== tokenUrl) {
      return await fetch(path, { method, headers, ...(method === "GET" ? {} : { body }) });
    }
    const clientId = ClientId.parse(client);
    const minting = { clientId, roles, scopes: [], seconds: 3_600 };
    const token = await mintAccessToken({ store, clock, random }, minting);
    return Response.json({ access_token: token, token_type: "Bearer", expires_in: 3_600 });
  };
}

/** A client of a service in this process, as callers in that mode have it. */
export function clientOf(
  service: TestService,
  mode: Mode,
  who: { readonly client?: string; readonly roles?: readonly string[] } = {},
): ReturnType<typeof clientAgainst> {
  const { client = "acme" } = who;
  const identity = mode === "sandbox"
    ? { sandboxClient: client }
    : { ...credentials, clientId: client };
  return clientAgainst(answering(service, who), { identity });
}

/** All values of an async iterable. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
