import type { Clock } from "../../base/clock.ts";
import { leastRecentlyUsed } from "../../base/least_recently_used.ts";
import type { Log } from "../../base/log.ts";
import { refuse, type Result } from "../../base/result.ts";
import type { StatusListRules } from "../../core/policy/status_lists.ts";
import { type CircuitBreaker, openCircuitBreaker } from "../http/circuit_breaker.ts";
import type { Connect } from "../http/connect.ts";
import { openFairSlots } from "../http/fair_slots.ts";
import {
  fetchStatusList,
  isOfHost,
  type ListKind,
  type ListToken,
  type StatusListRequestRefusal,
} from "./status_list_request.ts";

/** The dependencies of {@link openHostRequests}. */
export interface HostRequestDependencies {
  readonly rules: StatusListRules;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts after a number of milliseconds. */
  readonly deadline: (milliseconds: number) => AbortSignal;
  readonly connect: Connect;
}

/** The answer of a host: the token, or the reason why there is none. */
export type HostAnswer = Result<ListToken, StatusListRequestRefusal>;

/** The reason why a host is currently not called. */
export interface NotAskedRefusal {
  readonly code: "too_many_at_once" | "breaker_open";
}

/** Requests to the hosts of status lists: few at a time, and none to a failing host. */
export interface HostRequests {
  /** Sends a request to a host and reads the answer, before the next request starts. */
  ask<Read>(
    list: { readonly url: URL; readonly kind: ListKind },
    read: (answer: HostAnswer) => Promise<Read>,
  ): Promise<Read | Result<never, NotAskedRefusal>>;
}

/** Opens the requests, with a circuit breaker for each host. */
export function openHostRequests(
  { rules, clock, log, deadline, connect }: HostRequestDependencies,
): HostRequests {
  const breakers = leastRecentlyUsed<CircuitBreaker>(rules.cacheEntriesMax);
  const slots = openFairSlots({
    slotsMax: rules.totalFetchesMax,
    slotsPerOwnerMax: rules.hostFetchesMax,
    waitingMax: rules.waitingFetchesMax,
  });

  function breakerOf(host: string): CircuitBreaker {
    const known = breakers.get(host);
    if (known !== undefined) return known;
    const onChange = (state: string) => log.warn("status_list_breaker", { state, host });
    const breaker = openCircuitBreaker({ clock, rules, onChange });
    breakers.set(host, breaker);
    return breaker;
  }

  return {
    ask: async (list, read) => {
      const { url } = list;
      // The wait for a place is part of the time that a list may take.
      const signal = deadline(rules.timeoutSeconds * 1_000);
      const slot = await slots.take(url.host, signal);
      if (slot === null) return refuse({ code: "too_many_at_once" });
      try {
        const breaker = breakerOf(url.host);
        const pass = breaker.admit();
        if (pass.kind === "open") return refuse({ code: "breaker_open" });
        const { answerBytesMax } = rules;
        const token = await fetchStatusList(connect, list, { answerBytesMax, signal });
        // Who had to wait may have had no time left for a host that works.
        const isLate = !token.ok && token.refusal.code === "deadline" && slot.waited && !pass.probe;
        breaker.report(pass, token.ok || isLate || !isOfHost(token.refusal));
        return await read(token);
      } finally {
        slot.release();
      }
    },
  };
}
