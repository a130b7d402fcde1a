import { certificatesOf } from "../../standards/jose/jws.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { StatusListRules } from "../../core/policy/status_lists.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Telemetry } from "../../core/telemetry/ports.ts";
import type { Revocations, RevocationStatus } from "../../core/verification/ports.ts";
import { ok, type Result } from "../../base/result.ts";
import { type Status, statusAt, type StatusList } from "../../standards/status_list/status_list.ts";
import { verifyStatusList } from "../../standards/status_list/verify_status_list.ts";
import { silentTelemetry } from "../../core/telemetry/silent.ts";
import { areAnchorsFor, type TrustAnchor } from "../../core/presentation/trust_anchors.ts";
import { statusListUsages, trustedIssuer } from "../../core/presentation/trusted_issuer.ts";
import { type CircuitBreaker, openCircuitBreaker } from "../http/circuit_breaker.ts";
import type { Connect } from "../http/connect.ts";
import { openFairSlots } from "../http/fair_slots.ts";
import { fetchStatusList, isOfHost, listAddress } from "./status_list_request.ts";

/** What the look-up stands on. */
export interface OpenStatusLists {
  /** Whose lists are believed: those whose credentials are. */
  readonly anchors: readonly TrustAnchor[];
  readonly rules: StatusListRules;
  /** Seconds by which an issuer's clock may differ. */
  readonly skewSeconds: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: off. */
  readonly telemetry?: Telemetry;
  /** Aborts after so many milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
  readonly connect: Connect;
}

/** How long something is believed. */
interface Kept {
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

/** A list that holds. */
interface Entry extends Kept {
  readonly list: StatusList;
  /** Whoever vouches for its issuer. */
  readonly anchors: readonly TrustAnchor[];
}

type ListRefusal = { readonly code: string; readonly status?: number };

/**
 * Tells whether credentials still hold by the lists of their issuers (Token Status List §8). A list is
 * kept as long as it says, within a bound; one request for it is under way at a time, and few of one
 * host. A host that fails is left alone for a while, and so is a list that fails by itself, which
 * says nothing about the host's others. Suspended counts as revoked, and so does whatever an application
 * has defined.
 *
 * Log records: `status_list_unavailable` with the reason and the host, `status_list_breaker` when a
 * host is left alone (`opened`) and when it answers again (`closed`). None names a credential.
 */
export function openStatusLists(
  { anchors, rules, skewSeconds, clock, log, deadline, connect, telemetry = silentTelemetry }:
    OpenStatusLists,
): Revocations {
  const lists = leastRecentlyUsed<Entry>(rules.cacheEntriesMax);
  const breakers = leastRecentlyUsed<CircuitBreaker>(rules.cacheEntriesMax);
  /** Lists that were had and do not hold, by their own fault. */
  const refused = leastRecentlyUsed<Kept>(rules.cacheEntriesMax);
  const slots = openFairSlots({
    slotsMax: rules.totalFetchesMax,
    slotsPerOwnerMax: rules.hostFetchesMax,
    waitingMax: rules.waitingFetchesMax,
  });
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

  function unavailable(host: string, { code, status }: ListRefusal): null {
    const told = { reason: code, host, ...(status === undefined ? {} : { status }) };
    log.warn("status_list_unavailable", told);
    return null;
  }

  /** The wait for a turn is part of the time that a list may take. */
  async function fetchEntry(uri: string, url: URL): Promise<Entry | null> {
    const signal = deadline(rules.timeoutSeconds * 1_000);
    const slot = await slots.take(url.host, signal);
    if (slot === null) return unavailable(url.host, { code: "too_many_at_once" });
    try {
      const breaker = breakerOf(url.host);
      const pass = breaker.admit();
      if (pass.kind === "open") return unavailable(url.host, { code: "breaker_open" });
      const { answerBytesMax } = rules;
      const text = await fetchStatusList(connect, url, { answerBytesMax, signal });
      // Who had to wait may have had no time left for a host that works.
      const isLate = !text.ok && text.refusal.code === "deadline" && slot.waited && !pass.probe;
      const failed = !text.ok && isOfHost(text.refusal) && !isLate;
      breaker.report(pass, !failed);
      const entry = text.ok ? await verified(uri, text.value) : text;
      if (entry.ok) lists.set(uri, entry.value);
      else if (text.ok || !isOfHost(text.refusal)) refused.set(uri, keptFor(rules.refusedSeconds));
      return entry.ok ? entry.value : unavailable(url.host, entry.refusal);
    } finally {
      slot.release();
    }
  }

  async function verified(uri: string, text: string): Promise<Result<Entry, ListRefusal>> {
    const now = clock.now();
    const read = await verifyStatusList(text, {
      uri,
      now: now.epochMilliseconds / 1000,
      skewSeconds,
      issuerKey: async (header) => {
        const issuer = await trustedIssuer(certificatesOf(header), {
          anchors,
          now,
          usages: statusListUsages,
        });
        return issuer.ok ? issuer.value : null;
      },
    });
    if (!read.ok) return read;
    const { issuer: { anchors: vouching }, list, keepUntil } = read.value;
    const seconds = Math.min(
      rules.cacheSecondsMax,
      (keepUntil ?? Infinity) - now.epochMilliseconds / 1000,
    );
    return ok({ list, anchors: vouching, ...keptFor(Math.max(0, seconds)) });
  }

  function keptFor(seconds: number): Kept {
    const from = clock.now();
    return { from, until: from.add({ milliseconds: Math.floor(seconds * 1000) }) };
  }

  function isKept(kept: Kept | undefined): boolean {
    if (kept === undefined) return false;
    const now = clock.now();
    // A clock that is set back must not make it last longer.
    return Temporal.Instant.compare(kept.from, now) <= 0 &&
      Temporal.Instant.compare(now, kept.until) < 0;
  }

  function entryOf(uri: string): {
    readonly cache: "hit" | "miss" | "joined";
    readonly entry: Entry | null | Promise<Entry | null>;
  } {
    const known = lists.get(uri);
    if (known !== undefined && isKept(known)) return { cache: "hit", entry: known };
    if (isKept(refused.get(uri))) return { cache: "hit", entry: null };
    const running = underWay.get(uri);
    if (running !== undefined) return { cache: "joined", entry: running };
    const url = listAddress(uri);
    if (url === null) return { cache: "miss", entry: unavailable("", { code: "address" }) };
    const begun = fetchEntry(uri, url).finally(() => underWay.delete(uri));
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
