import { Timestamp } from "../../core/nouns.ts";

/** Expiry of a value: RFC 3339, UTC, milliseconds. The member is called `expiresAt`. */
export const ExpiresAt = Timestamp;

/** How long after its lifetime a value stays at least: rather late than before the clock says so. */
export const cleanUpAfterMilliseconds = 60_000;

/** Whether a lifetime is over: from its very instant on. */
export function hasPassed(expiresAt: string, now: Temporal.Instant): boolean {
  return millisecondsOf(expiresAt) <= now.epochMilliseconds;
}

/** An instant as values hold it. */
export function timestamp(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: "millisecond" });
}

/** The `expiresAt` of any value that has one, as Unix milliseconds. */
export function expiryOf(value: unknown): number | null {
  if (typeof value !== "object" || value === null || !("expiresAt" in value)) return null;
  return typeof value.expiresAt === "string" ? millisecondsOf(value.expiresAt) : null;
}

/** A date reads it in a fifth of the time that an instant takes, and a lifetime has no less than milliseconds. */
function millisecondsOf(expiresAt: string): number {
  const milliseconds = Date.parse(expiresAt);
  if (Number.isNaN(milliseconds)) throw new RangeError("A lifetime must end at an instant");
  return milliseconds;
}

/** The `expiresAt` of any value that has one, as it stands there. */
export function expiresAtOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("expiresAt" in value)) return null;
  return typeof value.expiresAt === "string" ? value.expiresAt : null;
}
