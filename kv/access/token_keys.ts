import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { ClientId } from "../../core/access/schema.ts";
import { defineKey } from "../store/define_key.ts";
import { ExpiresAt } from "../store/lifetime.ts";
import type { Store } from "../store/store.ts";

/** Key of an access token: its hash, never the token itself. */
export const accessTokens = defineKey({
  name: "access_token",
  parts: ["hex SHA-256 of token"],
  value: "client, roles, scopes, `expiresAt`",
  lifetime: "until the token expires",
  personal: "no",
  protected: "token by its hash",
});

/** Index of the tokens of a client. */
export const clientAccessTokens = defineKey({
  name: "client_access_token",
  parts: ["clientId", "hex SHA-256 of token"],
  value: "`{ expiresAt }`: a token of the client",
  lifetime: "as the token",
  personal: "no",
  protected: "token by its hash",
});

/** A token in the index of its client. */
export const Named = z.object({ expiresAt: ExpiresAt }).readonly();

/** Dependencies of access tokens. */
export interface OpenAccessTokens {
  readonly store: Store;
  readonly clock: Clock;
}

/** The meaning of a token, stored under its hash. */
export const AccessToken = z.object({
  clientId: ClientId,
  roles: z.array(z.string()).readonly(),
  scopes: z.array(z.string()).readonly(),
  createdAt: z.string(),
  expiresAt: ExpiresAt,
}).readonly();
export type AccessToken = z.infer<typeof AccessToken>;

/** A stored token: never the token itself. */
export interface FiledToken {
  /** The first 64 bits of its hash, hex. */
  readonly id: string;
  readonly token: AccessToken;
}

/** The id of a stored token: the beginning of its hash. */
export const tokenIdForm = /^[0-9a-f]{8,64}$/;
/** Hex digits of {@link FiledToken.id}. */
export const idDigits = 16;
