import { certificatesOf } from "../jws.ts";
import { leastRecentlyUsed } from "../least_recently_used.ts";
import type { StatusListRules } from "../policy/status_lists.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Telemetry } from "../ports/telemetry.ts";
import type { Revocations, RevocationStatus } from "../ports/verification.ts";
import { ok, type Result } from "../result.ts";
import { type Status, statusAt, type StatusList } from "../status_list/status_list.ts";
import { verifyStatusList } from "../status_list/verify_status_list.ts";
import { silentTelemetry } from "../telemetry/silent.ts";
import { areAnchorsFor, type TrustAnchor } from "../verification/trust_anchors.ts";
import { trustedIssuer } from "../verification/trusted_issuer.ts";
import { type CircuitBreaker, openCircuitBreaker } from "./circuit_breaker.ts";
import type { Connect } from "./connect.ts";
import { fetchStatusList } from "./status_list_request.ts";

/** What the look-up stands on. */
export interface OpenStatusLists {
  /** Whose lists are believed: those whose credentials are. */
  readonly anchors: readonly TrustAnchor[];
  readonly rules: StatusListRules;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: off. */
  readonly telemetry?: Telemetry;
  /** Aborts after so many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
  readonly connect: Connect;
}

/** A list that holds, and for how long. */
interface Entry {
  readonly list: StatusList;
  /** Whoever vouches for its issuer. */
  readonly anchors: readonly TrustAnchor[];
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

/** Seconds by which an issuer's clock may differ. */
const skewSeconds = 60;

/**
 * Lists that are fetched at one time. In a sandbox anybody can issue a credential that names one, and
 * must not be able to have the service knock at doors without end.
 */
const fetchesMax = 16;

type ListRefusal = { readonly code: string; readonly status?: number };

/**
 * Tells whether credentials still hold by the lists of their issuers (Token Status List §8). A list is
 * kept as long as it says, within a bound; one request for it is under way at a time; a host that
 * fails is left alone for a while. Suspended counts as revoked, and so does whatever an application
 * has defined.
 *
 * Log records: `status_list_unavailable` with the reason and the host, `status_list_breaker` when a
 * host is left alone (`opened`) and when it answers again (`closed`). None names a credential.
 */
export function openStatusLists(
  { anchors, rules, clock, log, deadline, connect, telemetry = silentTelemetry }: OpenStatusLists,
): Revocations {
  const lists = leastRecentlyUsed<Entry>(rules.cacheEntriesMax);
  const breakers = leastRecentlyUsed<CircuitBreaker>(rules.cacheEntriesMax);
  const underWay = new Map<string, Promise<Entry | null>>();
  const lookUps = "aval.status_list.lookups";
  // Known before anything happens, so that the first is seen as one more.
  telemetry.count(lookUps, { "aval.cache": "miss", "aval.outcome": "unknown" }, 0);

  function breakerOf(host: string): CircuitBreaker {
    const known = breakers.get(host);
    if (known !== undefined) return known;
    const onChange = (state: string) => log.warn("status_list_breaker", { state, host });
    const breaker = openCircuitBreaker({ clock, rules, onChange });
    breakers.set(host, breaker);
    return breaker;
  }

  async function fetchEntry(uri: string): Promise<Entry | null> {
    const host = URL.canParse(uri) ? new URL(uri).host : "";
    const unavailable = ({ code, status }: ListRefusal) => {
      const told = { reason: code, host, ...(status === undefined ? {} : { status }) };
      log.warn("status_list_unavailable", told);
      return null;
    };
    const breaker = breakerOf(host);
    const pass = breaker.admit();
    if (pass.kind === "open") return unavailable({ code: "breaker_open" });
    const signal = deadline(rules.timeoutSeconds * 1_000);
    const { answerBytesMax } = rules;
    const text = await fetchStatusList(connect, uri, { answerBytesMax, signal });
    const entry = text.ok ? await verified(uri, text.value) : text;
    breaker.report(pass, entry.ok);
    if (!entry.ok) return unavailable(entry.refusal);
    lists.set(uri, entry.value);
    return entry.value;
  }

  async function verified(uri: string, text: string): Promise<Result<Entry, ListRefusal>> {
    const now = clock.now();
    let vouching: readonly TrustAnchor[] = [];
    const read = await verifyStatusList(text, {
      uri,
      now: now.epochMilliseconds / 1000,
      skewSeconds,
      issuerKey: async (header) => {
        const issuer = await trustedIssuer(certificatesOf(header), { anchors, now });
        if (!issuer.ok) return null;
        vouching = issuer.value.anchors;
        return issuer.value.key;
      },
    });
    if (!read.ok) return read;
    const { list, keepUntil } = read.value;
    const seconds = Math.min(
      rules.cacheSecondsMax,
      (keepUntil ?? Infinity) - now.epochMilliseconds / 1000,
    );
    const until = now.add({ milliseconds: Math.max(0, Math.floor(seconds * 1000)) });
    return ok({ list, anchors: vouching, from: now, until });
  }

  function kept(uri: string): Entry | null {
    const entry = lists.get(uri);
    if (entry === undefined) return null;
    const now = clock.now();
    // A clock that is set back must not make a list last longer.
    const holds = Temporal.Instant.compare(entry.from, now) <= 0 &&
      Temporal.Instant.compare(now, entry.until) < 0;
    return holds ? entry : null;
  }

  function entryOf(uri: string): {
    readonly cache: "hit" | "miss" | "joined";
    readonly entry: Entry | null | Promise<Entry | null>;
  } {
    const entry = kept(uri);
    if (entry !== null) return { cache: "hit", entry };
    const running = underWay.get(uri);
    if (running !== undefined) return { cache: "joined", entry: running };
    if (underWay.size >= fetchesMax) {
      log.warn("status_list_unavailable", { reason: "too_many_at_once", host: "" });
      return { cache: "miss", entry: null };
    }
    const begun = fetchEntry(uri).finally(() => underWay.delete(uri));
    underWay.set(uri, begun);
    return { cache: "miss", entry: begun };
  }

  return {
    look: async ({ uri, idx }, type) => {
      const { cache, entry } = entryOf(uri);
      const found = await entry;
      // Who may issue one type of credential says nothing about another.
      const holds = found !== null && areAnchorsFor(found.anchors, type);
      const status = holds ? statusAt(found.list, idx) : null;
      const outcome = status === null ? "unknown" : meanings[status];
      telemetry.count(lookUps, { "aval.cache": cache, "aval.outcome": outcome });
      return outcome;
    },
  };
}

const meanings: Readonly<Record<Status, RevocationStatus>> = {
  valid: "valid",
  invalid: "revoked",
  suspended: "revoked",
  other: "revoked",
};
