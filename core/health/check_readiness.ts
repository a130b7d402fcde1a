import { z } from "zod";
import type { Ports } from "../ports/ports.ts";

/** What GET /ready answers. */
export const Readiness = z.object({
  status: z.enum(["ready", "draining", "store_unavailable"]),
}).readonly().meta({ id: "Readiness" });
/** See {@link Readiness}. */
export type Readiness = z.infer<typeof Readiness>;

/**
 * Whether a balancer should send requests here. Draining goes first and asks nobody: a process that
 * is about to stop says so, whatever its store does.
 */
export async function checkReadiness(
  { lifecycle, storeProbe }: Pick<Ports, "lifecycle" | "storeProbe">,
): Promise<Readiness["status"]> {
  if (lifecycle.draining()) return "draining";
  return await storeProbe.answers() ? "ready" : "store_unavailable";
}
