import type { Ended, PersonPorts } from "./ports.ts";

/** What {@link endAccess} has ended. */
export interface EndedAccess {
  readonly sessions: number;
  readonly links: number;
}

/**
 * Ends the sessions of a person or of a client's reviewers, and the links that would begin another.
 * Links go first: one that is used meanwhile has begun a session that is found then.
 */
export async function endAccess(
  { personSessions, loginLinks }: Pick<PersonPorts, "personSessions" | "loginLinks">,
  of: Ended,
): Promise<EndedAccess> {
  const links = await loginLinks.removeAll(of);
  return { links, sessions: await personSessions.endAll(of) };
}
