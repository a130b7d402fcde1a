import type { Person } from "../access/schema.ts";
import type { SessionRules } from "../policy/sessions.ts";

/** Whether a person has logged in minutes ago. A sandbox's browser has nothing to log in with. */
export function isFreshLogin(
  { login, loggedInAt }: Pick<Person, "login" | "loggedInAt">,
  now: Temporal.Instant,
  { freshLoginMinutes }: Pick<SessionRules, "freshLoginMinutes">,
): boolean {
  const oldest = now.subtract({ minutes: freshLoginMinutes });
  return login === "sandbox" || Temporal.Instant.compare(loggedInAt, oldest) >= 0;
}

/** Why an act is refused to a person whose login is older. */
export const oldLogin = {
  code: "insufficient_role",
  message: "This act needs a login of the last minutes. Log in again, then try again",
} as const;
