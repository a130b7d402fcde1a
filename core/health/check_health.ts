import { z } from "zod";
import { Mode } from "../nouns.ts";
import { describeLists } from "../lists_in_force/describe_lists.ts";
import type { HealthPorts } from "./ports.ts";

/** Answer of GET /health. */
export const Health = z.object({
  status: z.enum(["ok", "draining", "stale", "store_read_only", "matcher_stopped"]),
  mode: Mode.meta({ description: "The service-level mode" }),
  version: z.string().meta({ description: "Version of the service", example: "0.11.0" }),
  build: z.string().regex(/^[0-9a-f]{12}$/).nullable().meta({
    description:
      "The first hex digits of a SHA-256 over the sources that run: two commits that differ in them have two. Null where the process may not read its sources",
    example: "5b0c1f93a7de",
  }),
  trustAnchors: z.object({
    count: z.int().nonnegative().meta({ description: "Number of trusted anchors" }),
    ageSeconds: z.int().nonnegative().meta({
      description: "Seconds since the anchors were last read and accepted",
    }),
  }).readonly().optional().meta({
    description: "Only where they are read again while the service runs",
  }),
}).readonly().meta({ id: "Health" });
export type Health = z.infer<typeof Health>;

/**
 * Checks the health: draining first, since a load balancer must see it, then faults that only a
 * restart cures. Probes the store only after a failed write, to find out whether it accepts writes
 * again.
 */
export async function checkHealth(
  ports: Pick<HealthPorts, "lifecycle" | "lists" | "clock" | "matcher" | "storeProbe">,
  mode: Mode,
): Promise<Health["status"]> {
  const { lifecycle, matcher, storeProbe } = ports;
  if (lifecycle.draining()) return "draining";
  if (!matcher.isRunning()) return "matcher_stopped";
  if (storeProbe.isReadOnly() && await storeProbe.state() !== "available") return "store_read_only";
  return describeLists(ports, mode).lists.some(({ stale }) => stale) ? "stale" : "ok";
}

/** Describes the trust anchors that are read again; null if there are none. */
export function describeAnchors(
  { anchorsRead, clock }: Pick<HealthPorts, "anchorsRead" | "clock">,
): NonNullable<Health["trustAnchors"]> | null {
  if (anchorsRead === null) return null;
  const { anchors: count, readAt } = anchorsRead();
  const age = clock.now().epochMilliseconds - readAt.epochMilliseconds;
  return { count, ageSeconds: Math.max(0, Math.floor(age / 1_000)) };
}
