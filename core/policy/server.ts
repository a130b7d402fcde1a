import type { z } from "zod";
import { group, real, whole } from "./setting.ts";

const mib = 1_048_576;

/** Start, readiness, requests and end of the service (decisions.md part 13). */
export const ServerRules = group({
  startSecondsMax: whole({
    value: 30,
    min: 1,
    max: 600,
    reason:
      "How long a start waits for its store, and for lists behind a URL: its supervisor starts it again",
  }),
  probeCacheSeconds: real({
    value: 1,
    min: 0,
    max: 60,
    reason: "Cache time of the readiness result, so that probes cost nothing",
  }),
  probeSecondsMax: real({
    value: 1,
    min: 0.01,
    max: 60,
    reason: "Maximum wait of readiness for the store: less than load balancers wait for the answer",
  }),
  bodySecondsMax: whole({
    value: 30,
    min: 1,
    max: 600,
    reason: "How long a body may take to arrive: the largest comes at 4 Mbit/s within it",
  }),
  openRequestsMax: whole({
    value: 1_024,
    min: 1,
    max: 100_000,
    reason: "Open requests of a process, until their answers are received; probes are not counted",
  }),
  sourceOpenRequestsMax: whole({
    value: 128,
    min: 1,
    max: 100_000,
    reason:
      "Of these of one source: a client at its 10 requests a second has some ten open, an office at nine a few dozen",
  }),
  openAnswersBytesMax: whole({
    value: 128 * mib,
    min: mib,
    max: 4_096 * mib,
    reason:
      "Memory for unread answers, half of it for one source: four of the largest documents, or 500 slow readers of a page",
  }),
  strictTransportSeconds: whole({
    value: 31_536_000,
    min: 0,
    max: 63_072_000,
    reason:
      "Time for which browsers use only https for an https address (RFC 6797), usually a year; 0 ends it",
  }),
  drainSecondsMin: whole({
    value: 1,
    min: 0,
    max: 60,
    reason:
      "Time for which health reports draining before the port closes: load balancers check every second",
  }),
  drainQuietSeconds: real({
    value: 0.25,
    min: 0,
    max: 10,
    reason:
      "How long no request must have come before the port closes: balancers look at their own pace",
  }),
  finishSecondsMax: whole({
    value: 10,
    min: 1,
    max: 300,
    reason: "How long after the signal running requests may take to finish",
  }),
  platformFinishSecondsMax: whole({
    value: 4,
    min: 1,
    max: 300,
    reason: "The same on Deno Deploy, which ends an isolate 5 s after its signal",
  }),
  closeSecondsMax: whole({
    value: 5,
    min: 1,
    max: 60,
    reason:
      "Maximum time for the last counts and entries after that, since a hanging store would keep the process running",
  }),
}).superRefine((server, context) => {
  for (const name of ["finishSecondsMax", "platformFinishSecondsMax"] as const) {
    if (server[name] < server.drainSecondsMin) {
      context.addIssue({ code: "custom", path: [name], message: "is under drainSecondsMin" });
    }
  }
});
export type ServerRules = z.infer<typeof ServerRules>;
