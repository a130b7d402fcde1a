import { z } from "zod";
import type { HealthPorts } from "./ports.ts";

/** Answer of GET /ready. */
export const Readiness = z.object({
  status: z.enum(["ready", "draining", "store_read_only", "store_unavailable", "matcher_stopped"]),
}).readonly().meta({ id: "Readiness" });
export type Readiness = z.infer<typeof Readiness>;

/**
 * Checks whether a load balancer should send requests here. Draining comes first and needs no
 * probe: a process that is about to stop reports it, whatever the state of its store. A read-only
 * store does not make the server unready, since every server of that store is in the same state.
 */
export async function checkReadiness(
  { lifecycle, matcher, storeProbe }: Pick<HealthPorts, "lifecycle" | "matcher" | "storeProbe">,
): Promise<Readiness["status"]> {
  if (lifecycle.draining()) return "draining";
  if (!matcher.isRunning()) return "matcher_stopped";
  const state = await storeProbe.state();
  switch (state) {
    case "available":
      return "ready";
    case "read_only":
      return "store_read_only";
    case "unavailable":
      return "store_unavailable";
    default:
      return state satisfies never;
  }
}
