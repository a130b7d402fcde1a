import type { Config } from "./config/config.ts";
import { endSuspendedAccess } from "../core/console/end_suspended_access.ts";
import type { PersonPorts, SuspendedAccess } from "../core/console/ports.ts";
import { purgeRevoked } from "../core/credentials/status/purge_revoked.ts";
import { openPurge } from "../gateways/http_cache/purge_cache.ts";
import type { EventSender } from "../core/events/ports.ts";
import type { Replays } from "../core/idempotency/ports.ts";
import type { RateLimiter } from "../core/rate_limit/ports.ts";
import type { Vectors } from "../core/screening/ports.ts";
import { countLogins } from "../core/telemetry/count_logins.ts";
import { countRefusals } from "../core/rate_limit/count_refusals.ts";
import { openPersons } from "../kv/console/open_persons.ts";
import type { KeyRing } from "../kv/keys/key_ring.ts";
import type { Store } from "../kv/store/store.ts";
import { type DataKeys, openDataKeys } from "../kv/keys/data_keys.ts";
import { openOwnedRateLimiter } from "../kv/rate_limit/owned_rate_limiter.ts";
import { openRateLimiter } from "../kv/rate_limit/rate_limiter.ts";
import { openReplays } from "../kv/idempotency/replays.ts";
import { type Access, openAccess } from "./access/access.ts";
import { type AuditAdapters, openAudit } from "./access/audit.ts";
import { type CredentialsAdapters, openCredentials } from "./credentials/credentials.ts";
import { type EventAdapters, openEventAdapters } from "./events/events.ts";
import { type KybModes, type OpenKyb, openKyb } from "./kyb/kyb.ts";
import { type LoginAdapters, openLogin } from "./login/login.ts";
import type { OpenedRuntime } from "./process/runtime.ts";
import { type EditionAdapters, openEditionAdapters } from "./publications/editions.ts";
import { type BatchWake, openBatchWake } from "./screening/batch_wake.ts";
import { openScreening, type ScreeningAdapters } from "./screening/screening.ts";
import { pledgeSeconds } from "../core/policy/abandoned_seconds.ts";
import { secretsOf } from "./access/secrets.ts";
import { openWalletRisk, type WalletRiskAdapters } from "./wallet_risk/wallet_risk.ts";
import { openTraffic, type TrafficAdapters } from "./access/traffic.ts";

/** Adapters of one store, shared by both modes. */
export interface Adapters
  extends
    Access,
    AuditAdapters,
    EditionAdapters,
    EventAdapters,
    ScreeningAdapters,
    TrafficAdapters {
  readonly onBatchAccepted: BatchWake["onBatchAccepted"];
  readonly credentials: CredentialsAdapters;
  readonly keys: DataKeys;
  readonly persons: PersonPorts & { readonly suspendedAccess: SuspendedAccess };
  readonly kyb: KybModes;
  readonly login: LoginAdapters;
  readonly limiter: RateLimiter;
  /** Returns rate-limit tokens that this server has reserved and not used. */
  readonly giveBackTokens: () => Promise<void>;
  readonly replays: Replays;
  readonly walletRisk: WalletRiskAdapters;
  /** Makes a job run soon; does nothing before {@link Adapters.onWake} is called. */
  readonly wake: (job: string) => void;
  readonly onWake: (run: (job: string) => void) => void;
}

/**
 * Opens the adapters that both modes share.
 *
 * @throws Error that says what to do, when the secret key does not open the store's keys
 */
export async function openAdapters(
  config: Config,
  runtime: OpenedRuntime,
  { store, matcher, signal, connect, vectors, eventSender }: Omit<OpenKyb, "atRest"> & {
    /** Compares names in shadow of live decisions, instead of the configured provider. */
    readonly vectors?: Vectors | undefined;
    /** Posts events, instead of sending them over the Internet. */
    readonly eventSender?: EventSender | undefined;
  },
): Promise<Adapters> {
  const keys = await openDataKeys({ store, ...runtime, secrets: secretsOf(config) });
  const { idempotency } = keys;
  const audit = openAudit(config, runtime, { store, dataKeys: keys, connect });
  const raising = openEventAdapters(config, runtime, {
    store,
    sender: eventSender,
    atRest: keys["at-rest"],
    units: audit.units,
  });
  const screening = openScreening(config, runtime, {
    store,
    atRest: keys["at-rest"],
    units: raising.units,
    vectors,
  });
  const { units, loginCounts } = countLogins(screening.units, runtime.telemetry);
  const credentials = await openCredentials(config, runtime, { store, keys, units });
  const purging = openPurging(config, runtime, { units, credentials });
  const persons = openPersons({
    ...{ store, ...runtime, atRest: keys["at-rest"] },
    rules: config.policy.sessions,
  });
  const ending = endSuspendedAccess(purging.units, persons);
  const traffic = openTraffic(config, runtime, {
    store,
    units,
    audit: audit.auditLog,
    events: raising.events,
  });
  return {
    ...openAccess(config, runtime, store),
    ...audit,
    ...raising,
    ...openEditionAdapters(config, runtime, store),
    ...screening,
    ...traffic,
    ...openBatchWake({ audit: audit.audit, units: ending.units }),
    keys,
    persons: { ...persons, suspendedAccess: ending.suspendedAccess },
    kyb: await openKyb(config, runtime, {
      store,
      atRest: keys["at-rest"],
      matcher,
      signal,
      connect,
    }),
    credentials: purging.credentials,
    login: await openLogin(config, runtime, {
      store,
      keys,
      audit: audit.audit,
      units,
      loginCounts,
      traffic: traffic.traffic,
    }),
    ...openLimiter(runtime, { store, sources: idempotency }),
    ...openWake(),
    walletRisk: await openWalletRisk(config, runtime, { store, atRest: keys["at-rest"] }),
    replays: openReplays({
      store,
      ...runtime,
      keys,
      lifetimes: {
        ...config.policy.idempotency,
        pledgeSeconds: pledgeSeconds(config.policy),
      },
    }),
  };
}

/** Opens the waking of jobs, which pages need before the job runner is opened. */
function openWake(): Pick<Adapters, "wake" | "onWake"> {
  let run = (_job: string) => {};
  return {
    wake: (job) => run(job),
    onWake: (given) => {
      run = given;
    },
  };
}

/** Adds the purge of changed status lists from the configured cache, if there is one. */
function openPurging(
  { purgedCache: cache, policy: { ownStatusLists } }: Config,
  { log, telemetry }: OpenedRuntime,
  { units, credentials }: Pick<Adapters, "units" | "credentials">,
): Pick<Adapters, "units" | "credentials"> {
  if (cache === null) return { units, credentials };
  const seconds = ownStatusLists.purgeSeconds;
  const purge = openPurge({ cache, seconds, log, deadline: AbortSignal.timeout });
  const { credentialStatuses } = credentials;
  const purging = purgeRevoked(
    { units, credentialStatuses },
    (tags) => void telemetry.detached(() => purge(tags)),
  );
  return {
    units: purging.units,
    credentials: { ...credentials, credentialStatuses: purging.credentialStatuses },
  };
}

/**
 * Opens the rate limiter. A server that owns its store knows every bucket; other servers reserve
 * tokens in advance.
 */
function openLimiter(
  runtime: OpenedRuntime,
  opened: { readonly store: Store; readonly sources: KeyRing },
): Pick<Adapters, "limiter" | "giveBackTokens"> {
  const { telemetry, ownsStore } = runtime;
  if (ownsStore) {
    const limiter = openOwnedRateLimiter({ ...runtime, ...opened });
    return {
      limiter: countRefusals(limiter, telemetry),
      giveBackTokens: () => Promise.resolve(),
    };
  }
  const limiter = openRateLimiter({ ...runtime, ...opened });
  return { limiter: countRefusals(limiter, telemetry), giveBackTokens: limiter.giveBack };
}
