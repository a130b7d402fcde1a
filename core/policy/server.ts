import type { z } from "zod";
import { group, real, whole } from "./setting.ts";

const mib = 1_048_576;

/** Start, readiness, requests and end of the service (decisions.md part 13). */
export const ServerRules = group({
  startSecondsMax: whole({
    value: 30,
    min: 1,
    max: 600,
    reason: "How long a start waits for its store, and for lists behind a URL",
  }),
  probeCacheSeconds: real({
    value: 1,
    min: 0,
    max: 60,
    reason: "Cache of the readiness result",
  }),
  probeSecondsMax: real({
    value: 1,
    min: 0.01,
    max: 60,
    reason: "Wait of readiness for the store",
  }),
  bodySecondsMax: whole({
    value: 30,
    min: 1,
    max: 600,
    reason: "Time for a body to arrive: the largest at 4 Mbit/s",
  }),
  openRequestsMax: whole({
    value: 1_024,
    min: 1,
    max: 100_000,
    reason: "Open requests of a process, probes not counted",
  }),
  sourceOpenRequestsMax: whole({
    value: 128,
    min: 1,
    max: 100_000,
    reason: "Open requests of one source",
  }),
  openAnswersBytesMax: whole({
    value: 128 * mib,
    min: mib,
    max: 4_096 * mib,
    reason: "Memory for unread answers, half of it for one source",
  }),
  strictTransportSeconds: whole({
    value: 31_536_000,
    min: 0,
    max: 63_072_000,
    reason: "Time for which browsers use only https (RFC 6797); 0 ends it",
  }),
  drainSecondsMin: whole({
    value: 1,
    min: 0,
    max: 60,
    reason: "Time for which health reports draining before the port closes",
  }),
  drainQuietSeconds: real({
    value: 0.25,
    min: 0,
    max: 10,
    reason: "Time without a request before the port closes",
  }),
  finishSecondsMax: whole({
    value: 10,
    min: 1,
    max: 300,
    reason: "Time for running requests after the signal",
  }),
  platformFinishSecondsMax: whole({
    value: 4,
    min: 1,
    max: 300,
    reason: "Time for running requests on Deno Deploy, which ends an isolate after 5 s",
  }),
  closeSecondsMax: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "Time for the last counts and entries after that",
  }),
}).superRefine((server, context) => {
  for (const name of ["finishSecondsMax", "platformFinishSecondsMax"] as const) {
    if (server[name] < server.drainSecondsMin) {
      context.addIssue({ code: "custom", path: [name], message: "is under drainSecondsMin" });
    }
  }
});
export type ServerRules = z.infer<typeof ServerRules>;
