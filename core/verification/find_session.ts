import type { Mode } from "../nouns.ts";
import type { Ports } from "../ports.ts";
import type { FoundSession } from "./ports.ts";
import type { SessionId } from "./schema.ts";

/**
 * The session, whoever's it is. One of another mode is none: a deployment that was a sandbox and is
 * live now believes other issuers, and nobody must take a sandbox's decision for a live one.
 */
export async function findSession(
  { sessions }: Pick<Ports, "sessions">,
  { id, mode }: { readonly id: SessionId; readonly mode: Mode },
): Promise<FoundSession | null> {
  const found = await sessions.find(id);
  return found?.session.mode === mode ? found : null;
}
