import { z } from "zod";
import { Mode } from "../access/caller.ts";
import { describeLists } from "../lists/describe_lists.ts";
import type { Ports } from "../ports/ports.ts";

/** What GET /health answers. */
export const Health = z.object({
  status: z.enum(["ok", "draining", "stale"]),
  mode: Mode.meta({ description: "The service-level mode" }),
}).readonly().meta({ id: "Health" });
/** See {@link Health}. */
export type Health = z.infer<typeof Health>;

/** Draining goes before stale: a load balancer must hear it. */
export function checkHealth(
  ports: Pick<Ports, "lifecycle" | "lists" | "clock">,
  mode: Mode,
): Health["status"] {
  if (ports.lifecycle.draining()) return "draining";
  return describeLists(ports, mode).lists.some(({ stale }) => stale) ? "stale" : "ok";
}
