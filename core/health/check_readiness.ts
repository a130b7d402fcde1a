import { z } from "zod";
import type { HealthPorts } from "./ports.ts";

/** Answer of GET /ready. */
export const Readiness = z.object({
  status: z.enum(["ready", "draining", "store_read_only", "store_unavailable", "matcher_stopped"]),
}).readonly().meta({ id: "Readiness" });
export type Readiness = z.infer<typeof Readiness>;

/**
 * Checks whether a balancer should send requests here. Draining goes first and asks nothing else: a process that
 * is about to stop says so, whatever its store does. A store that can only be read is no reason to send
 * reads elsewhere: every server of that store is in the same state.
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
