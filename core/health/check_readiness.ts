import { z } from "zod";
import type { HealthPorts } from "./ports.ts";

/** Answer of GET /ready. */
export const Readiness = z.object({
  status: z.enum(["ready", "draining", "store_unavailable", "matcher_stopped"]),
}).readonly().meta({ id: "Readiness" });
export type Readiness = z.infer<typeof Readiness>;

/**
 * Checks whether a balancer should send requests here. Draining goes first and asks nobody: a process that
 * is about to stop says so, whatever its store does.
 */
export async function checkReadiness(
  { lifecycle, matcher, storeProbe }: Pick<HealthPorts, "lifecycle" | "matcher" | "storeProbe">,
): Promise<Readiness["status"]> {
  if (lifecycle.draining()) return "draining";
  if (!matcher.isRunning()) return "matcher_stopped";
  return await storeProbe.answers() ? "ready" : "store_unavailable";
}
