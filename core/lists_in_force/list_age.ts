import type { ListsInForce } from "./ports.ts";
import type { ListInfo } from "../matching/ports.ts";

/** Seconds since the start (UTC) of a list's publication date; 0 for a future date. */
export function secondsSinceDate({ asOf }: Pick<ListInfo, "asOf">, now: Temporal.Instant): number {
  return secondsSince(Temporal.Instant.from(`${asOf}T00:00Z`), now);
}

/**
 * Seconds since a list was last known to be its publisher's newest: since its files were compared
 * with the publisher's if the manifest states that time, else since the publication date. A list
 * that changes once a month is therefore not stale.
 */
export function secondsUnchecked(
  list: Pick<ListInfo, "source" | "asOf">,
  { checkedAt }: Pick<ListsInForce, "checkedAt">,
  now: Temporal.Instant,
): number {
  const dated = secondsSinceDate(list, now);
  const checked = checkedAt.get(list.source);
  return checked === undefined ? dated : Math.min(dated, secondsSince(checked, now));
}

/**
 * Whether a list is older than the policy allows, or has an unknown age because its date is a
 * guess. A sandbox's list does not age.
 */
export function isStale(
  list: Pick<ListInfo, "source" | "asOf" | "asOfFrom">,
  inForce: Pick<ListsInForce, "checkedAt" | "staleAfterHours">,
  now: Temporal.Instant,
): boolean {
  const { staleAfterHours } = inForce;
  if (staleAfterHours === null) return false;
  return list.asOfFrom === "file" ||
    Math.floor(secondsUnchecked(list, inForce, now) / 3_600) > staleAfterHours;
}

function secondsSince(then: Temporal.Instant, now: Temporal.Instant): number {
  return Math.max(0, (now.epochMilliseconds - then.epochMilliseconds) / 1_000);
}
