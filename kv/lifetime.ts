import { z } from "zod";

/** When a value stops to count: RFC 3339, UTC, milliseconds. The member is called `expiresAt`. */
export const ExpiresAt = z.iso.datetime({ precision: 3 });

/** How long after its lifetime a value stays at least: rather late than before the clock says so. */
export const cleanUpAfterMilliseconds = 60_000;

/** Whether a lifetime is over: from its very instant on. */
export function hasPassed(expiresAt: string, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(Temporal.Instant.from(expiresAt), now) <= 0;
}

/** An instant as values hold it. */
export function timestamp(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: "millisecond" });
}

/** The `expiresAt` of any value that has one. */
export function expiryOf(value: unknown): Temporal.Instant | null {
  if (typeof value !== "object" || value === null || !("expiresAt" in value)) return null;
  return typeof value.expiresAt === "string" ? Temporal.Instant.from(value.expiresAt) : null;
}
