import type { Person } from "../access/schema.ts";
import type { SessionRules } from "../policy/sessions.ts";

/** The last instant at which a login is fresh; null: always, as a sandbox's browser has nothing to log in with. */
export function freshUntil(
  { login, loggedInAt }: Pick<Person, "login" | "loggedInAt">,
  { freshLoginMinutes }: Pick<SessionRules, "freshLoginMinutes">,
): Temporal.Instant | null {
  return login === "sandbox" ? null : loggedInAt.add({ minutes: freshLoginMinutes });
}

/** Whether a person has logged in minutes ago. */
export function isFreshLogin(
  person: Pick<Person, "login" | "loggedInAt">,
  now: Temporal.Instant,
  rules: Pick<SessionRules, "freshLoginMinutes">,
): boolean {
  const until = freshUntil(person, rules);
  return until === null || Temporal.Instant.compare(now, until) <= 0;
}

/** Why an act is refused to a person whose login is older. */
export const oldLogin = {
  code: "insufficient_role",
  message: "This act needs a login of the last minutes. Log in again, then try again",
} as const;
