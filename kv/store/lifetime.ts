import { Timestamp } from "../../core/nouns.ts";

/** Expiry of a value in the member `expiresAt`: RFC 3339, UTC, milliseconds. */
export const ExpiresAt = Timestamp;

/**
 * Minimum milliseconds for which a value stays after its lifetime, so that it is never removed too
 * early.
 */
export const cleanUpAfterMilliseconds = 60_000;

/** Whether a lifetime is over; true from its exact instant. */
export function hasPassed(expiresAt: string, now: Temporal.Instant): boolean {
  return millisecondsOf(expiresAt) <= now.epochMilliseconds;
}

/** Formats an instant for values. */
export function timestamp(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: "millisecond" });
}

/** The `expiresAt` of a value that has one, as Unix milliseconds. */
export function expiryOf(value: unknown): number | null {
  if (typeof value !== "object" || value === null || !("expiresAt" in value)) return null;
  return typeof value.expiresAt === "string" ? millisecondsOf(value.expiresAt) : null;
}

/** Parses by `Date`, five times as fast as an instant; a lifetime has milliseconds at most. */
function millisecondsOf(expiresAt: string): number {
  const milliseconds = Date.parse(expiresAt);
  if (Number.isNaN(milliseconds)) throw new RangeError("A lifetime must end at an instant");
  return milliseconds;
}

/** The `expiresAt` of a value that has one, as written. */
export function expiresAtOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("expiresAt" in value)) return null;
  return typeof value.expiresAt === "string" ? value.expiresAt : null;
}
