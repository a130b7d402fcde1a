import { z } from "zod";
import { ClientId } from "../access/schema.ts";
import { Mode, Timestamp } from "../nouns.ts";
import { SessionId } from "../presentation/schema.ts";

/** The outcome of a login by a wallet, for which a code is redeemed. Stored encrypted. */
export const LoginGrant = z.object({
  clientId: ClientId,
  mode: Mode,
  /** The redirect URI as sent by the relying party; compared code point by code point. */
  redirectUri: z.string(),
  /** S256 (RFC 7636 §4.2). */
  codeChallenge: z.string(),
  /** The `nonce` of the authentication request; null without one. */
  nonce: z.string().nullable(),
  /** `sub` of the id_token: of the pair of client and wallet holder. */
  subject: z.string(),
  /** Time at which the wallet proved its credential, also after single sign-on. */
  authTime: Timestamp,
}).readonly();
export type LoginGrant = z.infer<typeof LoginGrant>;

/** A browser at the authorize page that waits for a wallet. Stored encrypted. */
export const LoginRequest = z.object({
  clientId: ClientId,
  mode: Mode,
  redirectUri: z.string(),
  codeChallenge: z.string(),
  nonce: z.string().nullable(),
  /** Returned unchanged; null without one. */
  state: z.string().nullable(),
  /** SHA-256, hex, of the cookie of the browser that began; null if policy requires no binding. */
  browser: z.string().nullable(),
  /** Query of the authorize request, to start again. */
  query: z.string(),
  /** The verification session that the wallet answers. */
  sessionId: SessionId,
  /** Time until which the login waits for a wallet's answer. */
  pendingUntil: Timestamp,
}).readonly();
export type LoginRequest = z.infer<typeof LoginRequest>;

/** A browser that need not present its wallet again. Stored encrypted. */
export const SingleSignOn = z.object({
  clientId: ClientId,
  mode: Mode,
  subject: z.string(),
  authTime: Timestamp,
}).readonly();
export type SingleSignOn = z.infer<typeof SingleSignOn>;

/**
 * The status of a login request, which its page polls; `expired` by the clock, or by an erasure.
 */
export const LoginStatus = z.enum(["pending", "completed", "failed", "expired"]);
export type LoginStatus = z.infer<typeof LoginStatus>;

/** Answer of a status poll. */
export const LoginStatusReply = z.object({
  status: LoginStatus,
  redirectTo: z.string().optional().meta({
    description:
      "The next URL for the browser: the relying party's redirect URI with `code`, `state` and `iss`. Only with `completed`, until the code is used or expired",
  }),
}).readonly().meta({ id: "LoginStatusReply" });
export type LoginStatusReply = z.infer<typeof LoginStatusReply>;
