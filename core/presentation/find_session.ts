import type { Mode } from "../nouns.ts";
import type { FoundSession, PresentationPorts } from "./ports.ts";
import type { SessionId, SessionKind } from "./schema.ts";

/**
 * Finds a session of any client. A session of another mode does not exist here: a former sandbox
 * that is now live trusts other issuers, and a sandbox's decision must not count as a live one.
 */
export async function findSession<Kind extends SessionKind>(
  { sessions }: Pick<PresentationPorts<Kind>, "sessions">,
  { id, mode }: { readonly id: SessionId; readonly mode: Mode },
): Promise<FoundSession<Kind> | null> {
  const found = await sessions.find(id);
  return found?.session.mode === mode ? found : null;
}
