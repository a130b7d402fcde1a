import type { Person } from "../access/schema.ts";
import type { SessionRules } from "../policy/sessions.ts";

/**
 * The latest time at which a login still counts as fresh; null: always, because a sandbox browser
 * cannot log in.
 */
export function freshUntil(
  { login, loggedInAt }: Pick<Person, "login" | "loggedInAt">,
  { freshLoginMinutes }: Pick<SessionRules, "freshLoginMinutes">,
): Temporal.Instant | null {
  return login === "sandbox" ? null : loggedInAt.add({ minutes: freshLoginMinutes });
}

/** Whether the person's login is recent enough for acts that require a fresh login. */
export function isFreshLogin(
  person: Pick<Person, "login" | "loggedInAt">,
  now: Temporal.Instant,
  rules: Pick<SessionRules, "freshLoginMinutes">,
): boolean {
  const until = freshUntil(person, rules);
  return until === null || Temporal.Instant.compare(now, until) <= 0;
}

/** The refusal of an act that requires a fresh login. */
export const oldLogin = {
  code: "insufficient_role",
  message: "This act needs a login of the last minutes. Log in again, then try again",
} as const;
