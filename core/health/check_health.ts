import { z } from "zod";
import { Mode } from "../nouns.ts";
import { describeLists } from "../lists_in_force/describe_lists.ts";
import type { HealthPorts } from "./ports.ts";

/** Answer of GET /health. */
export const Health = z.object({
  status: z.enum(["ok", "draining", "stale", "matcher_stopped"]),
  mode: Mode.meta({ description: "The service-level mode" }),
  version: z.string().meta({ description: "Version of the service", example: "0.9.0" }),
}).readonly().meta({ id: "Health" });
export type Health = z.infer<typeof Health>;

/** Checks the health: draining first, since a load balancer must know it, then what only a restart mends. */
export function checkHealth(
  ports: Pick<HealthPorts, "lifecycle" | "lists" | "clock" | "matcher">,
  mode: Mode,
): Health["status"] {
  if (ports.lifecycle.draining()) return "draining";
  if (!ports.matcher.isRunning()) return "matcher_stopped";
  return describeLists(ports, mode).lists.some(({ stale }) => stale) ? "stale" : "ok";
}
