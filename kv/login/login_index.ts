import { z } from "zod";
import type { ClientId } from "../../core/access/schema.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt } from "../store/lifetime.ts";
import { type Operation, put } from "../store/store.ts";

/** Names the requests, codes and single sign-ons of a client, for its erasure. */
export const clientLogins = defineKey({
  name: "client_login",
  parts: ["clientId", "what", "hash"],
  value: "`{ expiresAt }`: a login of the client",
  lifetime: "as what it names",
  personal: "no",
  protected: "named by hash",
});

/** What is named there. */
export type LoginRecordName = "request" | "single_sign_on" | "code";

/** The value of a name. */
export const NamedLogin = z.strictObject({ expiresAt: ExpiresAt });

/** A record of the login, as its client's index names it. */
export interface LoginRecord {
  readonly clientId: ClientId;
  readonly what: LoginRecordName;
  /** Last part of the record's key. */
  readonly hash: string;
}

/** The key that names a record for its client. */
export function loginNameKey({ clientId, what, hash }: LoginRecord): Key {
  return clientLogins.key(clientId, what, hash);
}

/** Names a record for its client. */
export function nameLogin(record: LoginRecord, expiresAt: string): Operation {
  return put(NamedLogin, loginNameKey(record), { expiresAt });
}
