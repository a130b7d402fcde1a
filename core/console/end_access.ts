import type { Ended, PersonPorts } from "./ports.ts";

/** What {@link endAccess} has ended. */
export interface EndedAccess {
  readonly sessions: number;
  readonly links: number;
}

/**
 * Ends the sessions of a person or of a client's reviewers, and removes their unused login links.
 * Links are removed first, so that a session begun by one meanwhile is found too.
 */
export async function endAccess(
  { personSessions, loginLinks }: Pick<PersonPorts, "personSessions" | "loginLinks">,
  of: Ended,
): Promise<EndedAccess> {
  const links = await loginLinks.removeAll(of);
  return { links, sessions: await personSessions.endAll(of) };
}
