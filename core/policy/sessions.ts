import type { z } from "zod";
import { group, whole } from "./setting.ts";

/** Durations of logins to the desk and the console (decisions-3.md part 22). */
export const SessionRules = group({
  idleMinutes: whole({
    value: 30,
    min: 1,
    max: 480,
    reason:
      "A session ends after so long without a request: a desk that was left. It is counted by the minute, so that it may end one earlier",
  }),
  sessionHours: whole({
    value: 8,
    min: 1,
    max: 24,
    reason: "A session ends after so long, whatever is done: a working day",
  }),
  sandboxHours: whole({
    value: 24,
    min: 1,
    max: 168,
    reason: "A browser's session in a sandbox, which needs no login",
  }),
  freshLoginMinutes: whole({
    value: 5,
    min: 1,
    max: 60,
    reason:
      "Age of a login by which a match is confirmed, an application approved or a key moved; an older one is renewed first",
  }),
  providerSeconds: whole({
    value: 5,
    min: 1,
    max: 30,
    reason:
      "One answer of the identity provider while a person logs in; a slower one counts as down",
  }),
});
export type SessionRules = z.infer<typeof SessionRules>;
