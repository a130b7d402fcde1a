import type { z } from "zod";
import { group, whole } from "./setting.ts";

/** How the service ends (decisions.md part 13). */
export const ServerRules = group({
  drainSecondsMin: whole({
    value: 1,
    min: 0,
    max: 60,
    reason: "How long health says draining before anything closes: balancers look every second",
  }),
  finishSecondsMax: whole({
    value: 10,
    min: 1,
    max: 300,
    reason: "How long running requests may take to finish",
  }),
  platformFinishSecondsMax: whole({
    value: 4,
    min: 1,
    max: 300,
    reason: "The same on Deno Deploy, which ends an isolate 5 s after its signal",
  }),
}).superRefine((server, context) => {
  for (const name of ["finishSecondsMax", "platformFinishSecondsMax"] as const) {
    if (server[name] < server.drainSecondsMin) {
      context.addIssue({ code: "custom", path: [name], message: "is under drainSecondsMin" });
    }
  }
});
/** See {@link ServerRules}. */
export type ServerRules = z.infer<typeof ServerRules>;
