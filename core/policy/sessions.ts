import type { z } from "zod";
import { group, whole } from "./setting.ts";

/** Durations of logins to the desk and the console (decisions-3.md part 22). */
export const SessionRules = group({
  idleMinutes: whole({
    value: 30,
    min: 1,
    max: 480,
    reason: "A session ends after so long without a request, or a minute earlier",
  }),
  sessionHours: whole({
    value: 8,
    min: 1,
    max: 24,
    reason: "A session ends after so long",
  }),
  sandboxHours: whole({
    value: 24,
    min: 1,
    max: 168,
    reason: "A browser's session in a sandbox",
  }),
  freshLoginMinutes: whole({
    value: 5,
    min: 1,
    max: 60,
    reason: "Age of a login that confirms a match, approves an application or moves a key",
  }),
  providerSeconds: whole({
    value: 5,
    min: 1,
    max: 30,
    reason: "One answer of the identity provider while a person logs in",
  }),
});
export type SessionRules = z.infer<typeof SessionRules>;
