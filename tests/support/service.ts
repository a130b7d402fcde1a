import "../../base/temporal.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { Units } from "../../base/unit.ts";
import { LinkedEntry } from "../../core/audit/entry.ts";
import { AuditEvent } from "../../core/audit/event.ts";
import { ClientId } from "../../core/access/schema.ts";
import type { Mode } from "../../core/nouns.ts";
import { type Config, parseConfig } from "../../service/config/config.ts";
import type { Deployment } from "../../routes/http/deployment.ts";
import type { Connect } from "../../gateways/http/connect.ts";
import type { PolicyOverrides } from "../../core/policy/policy.ts";
import { jsonLog } from "../../base/json_log.ts";
import type { EventSender } from "../../core/events/ports.ts";
import type { IssuerTrust, Revocations } from "../../core/presentation/ports.ts";
import type { SigningService } from "../../core/seal/ports.ts";
import type { Vectors } from "../../core/screening/ports.ts";
import { mintAccessToken, openAccessTokens } from "../../kv/access/access_tokens.ts";
import { type DataKeys, openDataKeys } from "../../kv/keys/data_keys.ts";
import { secretsOf } from "../../service/access/secrets.ts";
import { entryPrefix } from "../../kv/audit/audit_records.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import type { Backend } from "../../kv/store/backend.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Ports } from "../../routes/http/ports.ts";
import type { Route } from "../../routes/http/route.ts";
import { openService, type Service } from "../../service/compose.ts";
import type { OwnCredentials } from "../../service/credentials/own_credentials.ts";
import {
  listsJob,
  listsRecordJob,
  screeningBatchesJob,
  tagPacksJob,
  tagPacksRecordJob,
  trustAnchorsJob,
} from "../../service/jobs.ts";
import { monitoringJob } from "../../service/monitoring/monitoring.ts";
import { type FixedClock, fixedClock } from "./clock.ts";
import { liveSnapshotFile } from "./lists.ts";
import { deliveriesJob, eventsJob } from "../../service/events/jobs.ts";
import { roomyPolicy } from "./policy.ts";
import { seededRandom } from "./random.ts";
import { filePause } from "./store.ts";

/** A complete answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // deno-lint-ignore no-explicit-any -- tests reach into any shape, and fail where it is another
  readonly body: any;
}

/** A caller of the service: in live a client with a token, otherwise a named sandbox client. */
export interface TestClient {
  readonly id: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
}

/** A client of the service in this process. */
export interface ServiceClient extends TestClient {
  put(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

/** The service in this process: real store, real matcher, fixed clock, seeded randomness. */
export interface TestService extends AsyncDisposable {
  readonly clock: FixedClock;
  readonly store: Store;
  /** The keys of the store, as an operator's command opens them. */
  readonly dataKeys: DataKeys;
  /** Lines that the service logged. */
  readonly logLines: readonly string[];
  fetch(path: string, init?: RequestInit & { readonly peer?: string }): Promise<Response>;
  as(
    client: string,
    token?: { readonly roles?: readonly string[]; readonly scopes?: readonly string[] },
  ): ServiceClient;
  /** All events on the audit chain, in order. */
  auditEvents(): Promise<readonly AuditEvent[]>;
  /** Makes the next commit of a request wait. `reached` resolves once it waits. */
  holdNextCommit(until: Promise<void>): { readonly reached: Promise<void> };
  /** Milliseconds that the service has waited for anything except the audit log. */
  pausedMilliseconds(): number;
  /** Runs the maintenance that the process does each minute. */
  runMaintenance(): Promise<void>;
  /** Runs all screening batches to their end; the process does so every few seconds. */
  runBatches(): Promise<void>;
  /** Compares the monitored customers that are due; the process does so every few seconds. */
  runMonitoring(): Promise<void>;
  /** Numbers events and delivers those due; the process does so every few seconds. */
  runEvents(): Promise<void>;
  /** Looks for newer lists in a manifest; the process does so every few minutes. */
  refreshLists(): Promise<void>;
  /** Records which lists came into force; the process does so every few seconds. */
  recordLists(): Promise<void>;
  /** Records which tag corpus came into force; the process does so every few seconds. */
  recordCorpus(): Promise<void>;
  /** Looks for a newer tag corpus in a manifest; the process does so every few minutes. */
  refreshTagPacks(): Promise<void>;
  /** Reads a folder of trust anchors again; the process does so every few minutes. */
  refreshTrustAnchors(): Promise<void>;
  /** Begins the drain before the process ends. */
  drain(): void;
}

/** Options for starting a test service. */
export interface TestServiceOptions {
  readonly mode?: Mode;
  /** Replaces the service's own routes. */
  readonly routes?: readonly Route[];
  /** Reaches the issuers of credentials. */
  readonly connect?: Connect;
  /** Credentials that the deployment itself issues. */
  readonly own?: OwnCredentials;
  /** Signs documents. */
  readonly signing?: SigningService;
  readonly vectors?: Vectors;
  /** Mounts the console. */
  readonly consoleSessions?: Deployment["consoleSessions"];
  /** Posts events. */
  readonly eventSender?: EventSender;
  /** Default: in memory. */
  readonly kv?: string;
  /** Whether clients' tokens come from the store in live, even with an identity provider. */
  readonly localTokens?: boolean;
  /**
   * Whether guards cache client records, as a deployment does. Default: no, so that a test's change
   * takes effect at once.
   */
  readonly remembersClients?: boolean;
  /** Whether the service acts as the server that holds the lock of its file. */
  readonly ownsStore?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Default: {@link roomyPolicy}; `{}` means the service's own defaults. A file in `env` replaces
   * it.
   */
  readonly policy?: PolicyOverrides;
  /**
   * Seed of randomness. Tests that open one store several times need a different one each time, or
   * IDs and tokens repeat.
   */
  readonly seed?: number;
  readonly telemetry?: Telemetry;
  readonly verifying?: VerifyingLive;
  /** Wraps the backend below the store. */
  readonly wrapBackend?: (backend: Backend) => Backend;
}

/** Starts the service in memory, or on `kv`. */
export async function serviceInMemory(options: TestServiceOptions = {}): Promise<TestService> {
  const { mode = "sandbox", kv = ":memory:", seed = 7, verifying = {} } = options;
  const { routes, connect, own, signing, vectors, telemetry, wrapBackend, eventSender } = options;
  const clock = fixedClock();
  const random = seededRandom(seed);
  const logLines: string[] = [];
  const log = jsonLog({ level: "debug", clock, write: (line) => void logLines.push(line) });
  let draining = false;
  const waits = fileWaits();
  const hold = commitHold();
  const paused = { milliseconds: 0 };
  const config = await configOf(options);
  const service = await openService(config, {
    clock,
    random,
    log,
    lifecycle: { version: "0.0.0", build: "0123456789ab", draining: () => draining },
    ...(telemetry === undefined ? {} : { telemetry }),
    ownsStore: options.ownsStore ?? false,
    pause: kv === ":memory:" ? () => Promise.resolve() : waits.pause,
  }, {
    ...(routes === undefined ? {} : { routes }),
    ...(connect === undefined ? {} : { connect }),
    ...(own === undefined ? {} : { own }),
    ...(signing === undefined ? {} : { signing }),
    ...(vectors === undefined ? {} : { vectors }),
    ...(eventSender === undefined ? {} : { eventSender }),
    ...(wrapBackend === undefined ? {} : { wrapBackend }),
    deployment: (deployment) => ({
      ...deployment,
      consoleSessions: options.consoleSessions ?? deployment.consoleSessions,
      ...(options.localTokens === true
        ? { introspector: { introspect: (token) => localTokens().introspect(token) } }
        : {}),
      ...(options.remembersClients === true
        ? {}
        : { clients: (deployment.ports.live ?? deployment.ports.sandbox).clients }),
      ports: verifyingBy(
        options.remembersClients === true ? deployment.ports : readingAnew(deployment.ports),
        verifying,
      ),
      replayRules: countingPauses(deployment.replayRules, paused),
      units: hold.wrapUnits(deployment.units),
    }),
  });
  await service.catchUp();
  const localTokens = () => openAccessTokens({ store: service.store, clock });
  const { store } = service;
  const secrets = secretsOf(config);
  const dataKeys = await openDataKeys({ store, clock, random: seededRandom(), secrets });
  const send: Send = async (path, { peer = "127.0.0.1", ...init } = {}) =>
    await service.app(new Request(`http://localhost${path}`, init), { peerAddress: peer });
  return {
    clock,
    store,
    dataKeys,
    logLines,
    fetch: send,
    as: openClients(send, identifying(mode, { store: service.store, clock, random })),
    auditEvents: () => auditEventsOf(service),
    holdNextCommit: hold.next,
    pausedMilliseconds: () => paused.milliseconds,
    runMaintenance: () => service.jobs.runMinute(),
    runBatches: () => service.jobs.run(screeningBatchesJob),
    runMonitoring: () => service.jobs.run(monitoringJob),
    runEvents: async () => {
      await service.jobs.run(eventsJob);
      await service.jobs.run(deliveriesJob);
    },
    refreshLists: () => service.jobs.run(listsJob),
    recordLists: () => service.jobs.run(listsRecordJob),
    recordCorpus: () => service.jobs.run(tagPacksRecordJob),
    refreshTagPacks: () => service.jobs.run(tagPacksJob),
    refreshTrustAnchors: () => service.jobs.run(trustAnchorsJob),
    drain: () => {
      draining = true;
    },
    [Symbol.asyncDispose]: async () => {
      await service.close();
      await waits.ended();
    },
  };
}

async function configOf(
  { mode, kv = ":memory:", env = {}, policy = roomyPolicy }: TestServiceOptions,
): Promise<Config> {
  const policyFile = env["AVAL_POLICY"];
  const config = parseConfig({
    AVAL_KV: kv,
    AVAL_POLICY: "the object that the test gives",
    ...(mode === "live" ? await liveEnvironment() : {}),
    ...env,
  }, policyFile === undefined ? JSON.stringify(policy) : await Deno.readTextFile(policyFile));
  if (!config.ok) throw new Error(config.refusal.problems.join("\n"));
  return config.value;
}

/** Sends a request from a peer to the app. */
type Send = (
  path: string,
  init?: RequestInit & { readonly peer?: string },
) => Promise<Response>;

/** Headers that identify the caller. */
type Identify = (
  client: string,
  token: { readonly roles: readonly string[]; readonly scopes: readonly string[] },
) => Promise<Readonly<Record<string, string>>>;

/** Identifies the caller by a header in the sandbox, and in live by a token that is minted once. */
function identifying(
  mode: Mode,
  minting: { readonly store: Store; readonly clock: Clock; readonly random: Random },
): Identify {
  const tokens = new Map<string, Promise<string>>();
  return async (client, { roles, scopes }) => {
    if (mode === "sandbox") return { "x-aval-sandbox-client": client };
    const key = JSON.stringify([client, roles, scopes]);
    const minted = tokens.get(key) ?? mintAccessToken(minting, {
      clientId: ClientId.parse(client),
      roles,
      scopes,
      seconds: 3_600,
    });
    tokens.set(key, minted);
    return { authorization: `Bearer ${await minted}` };
  };
}

function openClients(send: Send, identify: Identify): TestService["as"] {
  return (client, { roles = [], scopes = [] } = {}) => {
    const identity = () => identify(client, { roles, scopes });
    const sendJson = async (
      method: "POST" | "PUT",
      path: string,
      { body, headers = {} }: {
        readonly body: unknown;
        readonly headers?: Readonly<Record<string, string>>;
      },
    ) =>
      await answerOf(
        await send(path, {
          method,
          headers: { "content-type": "application/json", ...await identity(), ...headers },
          body: JSON.stringify(body),
        }),
      );
    return {
      id: client,
      get: async (path, headers = {}) =>
        await answerOf(await send(path, { headers: { ...await identity(), ...headers } })),
      post: (path, body, headers = {}) => sendJson("POST", path, { body, headers }),
      put: (path, body) => sendJson("PUT", path, { body }),
      delete: async (path) =>
        await answerOf(await send(path, { method: "DELETE", headers: await identity() })),
    };
  };
}

async function auditEventsOf({ auditLog, store }: Service): Promise<readonly AuditEvent[]> {
  await auditLog.drain();
  const verified = await auditLog.verify();
  if (!verified.ok) throw new Error(`The audit chain is broken: ${verified.refusal.code}`);
  const events: AuditEvent[] = [];
  for await (const { value } of store.list(LinkedEntry, { prefix: entryPrefix })) {
    events.push(AuditEvent.parse(value.entry.event));
  }
  return events;
}

/** Delays one commit of a request. */
function commitHold() {
  let hold: { readonly until: Promise<void>; readonly reached: () => void } | null = null;
  return {
    next: (until: Promise<void>) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = { until, reached: resolve };
      return { reached: promise };
    },
    wrapUnits: (units: Units): Units => ({
      begin: () => units.begin(),
      commit: async (unit) => {
        const held = hold;
        hold = null;
        held?.reached();
        await held?.until;
        return await units.commit(unit);
      },
    }),
  };
}

/** Counts the waits for a request that runs elsewhere, without waiting. */
function countingPauses(rules: Deployment["replayRules"], paused: { milliseconds: number }) {
  return {
    ...rules,
    pause: async (milliseconds: number) => {
      paused.milliseconds += milliseconds;
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
    },
  };
}

/** Trust of a live test deployment in wallets' credentials; by default it trusts none. */
export interface VerifyingLive {
  readonly trust?: IssuerTrust;
  readonly revocations?: Revocations;
}

function verifyingBy(
  { sandbox, live }: Deployment["ports"],
  { trust, revocations }: VerifyingLive,
): Deployment["ports"] {
  if (live === undefined) return { sandbox };
  return {
    sandbox,
    live: {
      ...live,
      ...(revocations === undefined ? {} : { revocations }),
      ...(trust === undefined ? {} : { trust }),
    },
  };
}

/** Ports that read each client's record without a cache. */
function readingAnew({ sandbox, live }: Deployment["ports"]): Deployment["ports"] {
  const anew = (ports: Ports) => ({ ...ports, rememberedClients: ports.clients });
  return { sandbox: anew(sandbox), ...(live === undefined ? {} : { live: anew(live) }) };
}

/** Waits for a file's lock. */
function fileWaits() {
  const running = new Set<Promise<void>>();
  return {
    pause: async (milliseconds: number) => {
      const wait = filePause(milliseconds);
      running.add(wait);
      await wait;
      running.delete(wait);
    },
    /** Waits until no timer is left. */
    ended: () => Promise.all(running),
  };
}

/** Variables of a live deployment with a snapshot of the excerpt in `fixtures/`. */
export async function liveEnvironment(): Promise<Record<string, string>> {
  return {
    AVAL_MODE: "live",
    AVAL_LISTS: await liveSnapshotFile(),
    AVAL_SECRET_KEY: seededRandom(99).bytes(32).toBase64(),
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== "" ? JSON.parse(text) : null,
  };
}
