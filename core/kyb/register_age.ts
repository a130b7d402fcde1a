import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Registers, RegisterSnapshotInForce } from "./ports.ts";

/** A snapshot of a company register in force, as GET /v1/lists describes it. */
export const RegisterInForce = z.object({
  provider: z.string().meta({ description: "As evidence names it" }),
  id: z.string().meta({ description: "SHA-256 of its bytes" }),
  newestUpdate: z.iso.datetime().nullable().meta({
    description: "Date of the newest record change in the snapshot; null without records",
  }),
  ageHours: z.int().nonnegative().nullable().meta({
    description: "Whole hours since newestUpdate",
  }),
  stale: z.boolean().meta({ description: "Older than the policy allows" }),
  records: z.int().nonnegative(),
}).readonly().meta({ id: "RegisterInForce" });
export type RegisterInForce = z.infer<typeof RegisterInForce>;

/** Describes the snapshots of company registers in force, and their age. */
export function describeRegisters(
  { kyb: { registers: { snapshots } }, clock }: {
    readonly kyb: { readonly registers: Pick<Registers, "snapshots"> };
    readonly clock: Clock;
  },
): readonly RegisterInForce[] {
  const now = clock.now();
  return snapshots.map((snapshot) => {
    const { provider, id, newestUpdate, records } = snapshot;
    const seconds = secondsSinceNewest(snapshot, now);
    const ageHours = seconds === null ? null : Math.floor(seconds / 3_600);
    return { provider, id, newestUpdate, ageHours, stale: isStaleRegister(snapshot, now), records };
  });
}

/** Seconds since the newest record change in a snapshot; null without records. */
export function secondsSinceNewest(
  { newestUpdate }: Pick<RegisterSnapshotInForce, "newestUpdate">,
  now: Temporal.Instant,
): number | null {
  if (newestUpdate === null) return null;
  return Math.max(0, (now.epochMilliseconds - Date.parse(newestUpdate)) / 1_000);
}

/** Whether a snapshot is older than the policy allows, or has no records. */
export function isStaleRegister(
  snapshot: Pick<RegisterSnapshotInForce, "newestUpdate" | "staleAfterDays">,
  now: Temporal.Instant,
): boolean {
  const seconds = secondsSinceNewest(snapshot, now);
  return seconds === null || seconds > snapshot.staleAfterDays * 86_400;
}
