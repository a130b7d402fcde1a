import { ClientId } from "../../core/access/schema.ts";
import type { Mode } from "../../core/nouns.ts";
import { parseConfig } from "../../service/config/config.ts";
import type { PolicyOverrides } from "../../core/policy/policy.ts";
import { mintAccessToken } from "../../kv/access/access_tokens.ts";
import { openService, type Service } from "../../service/compose.ts";
import { type FixedClock, fixedClock } from "./clock.ts";
import { countingBackend, type StoreCost } from "./counting_backend.ts";
import { roomyPolicy } from "./policy.ts";
import { seededRandom } from "./random.ts";
import { liveEnvironment } from "./service.ts";

/** One request of a client to a service whose store accesses are counted. */
export interface CostedRequest {
  readonly method: "DELETE" | "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  /** The sandbox client to use if the body names none. */
  readonly client?: string;
}

/** The answer to a request, and the store accesses up to that point. */
export interface CostedAnswer {
  readonly status: number;
  readonly text: string;
  readonly cost: StoreCost;
}

/**
 * A service that does no background work between requests, so that each cost can be measured alone.
 */
export interface CostedService extends AsyncDisposable {
  readonly service: Service;
  readonly clock: FixedClock;
  /** Sends a request; its background work is delayed. */
  send(request: CostedRequest): Promise<CostedAnswer>;
  /** Sends a request that is not a client's, such as a browser's or a relying party's. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Counts the backend accesses of the store while `work` runs. */
  count(work: () => Promise<unknown>): Promise<StoreCost>;
  /** Runs all waiting background work. */
  settle(): Promise<StoreCost>;
  /** Runs the maintenance that the process does each minute. */
  runMaintenance(): Promise<StoreCost>;
}

/** Starts a service in memory, or at `kv`, over a counting backend. */
export async function costedService(
  { mode, kv = ":memory:", env = {}, policy = roomyPolicy, token }: {
    readonly mode: Mode;
    readonly kv?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly policy?: PolicyOverrides;
    /** A token of an identity provider; by default a new one is minted. */
    readonly token?: string;
  },
): Promise<CostedService> {
  const clock = fixedClock();
  const random = seededRandom(7);
  const counting = countingBackend();
  const config = parseConfig({
    AVAL_KV: kv,
    AVAL_POLICY: "the object that the caller gives",
    ...(mode === "live" ? await liveEnvironment() : {}),
    ...env,
  }, JSON.stringify(policy));
  if (!config.ok) throw new Error(config.refusal.problems.join("\n"));
  const held = heldPauses();
  const service = await openService(config.value, {
    clock,
    random,
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    lifecycle: { version: "0.0.0", build: "0123456789ab", draining: () => false },
    pause: held.pause,
  }, { wrapBackend: counting.wrapBackend });
  await service.catchUp();
  const bearer = token ?? await mintAccessToken({ store: service.store, clock, random }, {
    clientId: ClientId.parse("my-bank"),
    roles: [],
    scopes: [],
    seconds: 36_000,
  });
  counting.take();
  const during = async (work: () => Promise<unknown>) => {
    counting.take();
    await work();
    return counting.take();
  };
  return {
    service,
    clock,
    runMaintenance: () => during(() => Promise.all([service.jobs.runMinute(), held.releaseAll()])),
    send: async (request) => {
      let answer = { status: 0, text: "" };
      const cost = await during(async () => {
        const sent = requestOf(request, mode === "live" ? bearer : null);
        const response = await service.app(sent, { peerAddress: "192.0.2.7" });
        answer = { status: response.status, text: await response.text() };
      });
      return { ...answer, cost };
    },
    fetch: (path, init) =>
      service.app(new Request(`http://localhost${path}`, init), { peerAddress: "192.0.2.7" }),
    count: during,
    settle: () => during(() => held.releaseAll()),
    [Symbol.asyncDispose]: async () => {
      held.open();
      await service.close();
    },
  };
}

function requestOf(
  { method, path, body, idempotencyKey, client }: CostedRequest,
  bearer: string | null,
): Request {
  return new Request(`http://localhost${path}`, {
    method,
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(client === undefined ? {} : { "x-aval-sandbox-client": client }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Makes pauses that end when the test says so, not by a clock. */
function heldPauses() {
  let waiting: (() => void)[] = [];
  let isOpen = false;
  /** Event loop turns given to waiting work, more than a drain of the audit log takes. */
  const turns = 200;
  return {
    pause: () => isOpen ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)),
    releaseAll: async () => {
      for (let turn = 0; turn < turns; turn++) {
        const released = waiting;
        waiting = [];
        for (const resolve of released) resolve();
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
    open: () => {
      isOpen = true;
      for (const resolve of waiting) resolve();
    },
  };
}
