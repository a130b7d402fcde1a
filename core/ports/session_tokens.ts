import type { Session } from "../verification/session_schema.ts";

/** The session that a token is of. */
export type TokenSession = Pick<Session, "id" | "tokenKeyId">;

/**
 * Tokens that each read one verification session back: derived from its id under a server key, so that
 * a replay gives the same again and nothing is stored.
 */
export interface SessionTokens {
  /** Names the server key that tokens are derived under now. */
  readonly keyId: string;
  /** @throws Error when the session names a key that is not on file */
  tokenOf(session: TokenSession): Promise<string>;
  /** Whether a token is that of the session, compared in constant time. */
  isTokenOf(token: string, session: TokenSession): Promise<boolean>;
}
