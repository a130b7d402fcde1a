import { z } from "zod";
import type { ClientId } from "../../core/access/schema.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt } from "../store/lifetime.ts";
import { type Operation, put } from "../store/store.ts";

/** Index of a client's requests, codes and single sign-ons, for its erasure. */
export const clientLogins = defineKey({
  name: "client_login",
  parts: ["clientId", "what", "hash"],
  value: "`{ expiresAt }`: a login of the client",
  lifetime: "as what it names",
  personal: "no",
  protected: "named by hash",
});

/** The kinds of indexed records. */
export type LoginRecordName = "request" | "single_sign_on" | "code";

/** The value of an index entry. */
export const NamedLogin = z.strictObject({ expiresAt: ExpiresAt });

/** A record of the login, in its client's index. */
export interface LoginRecord {
  readonly clientId: ClientId;
  readonly what: LoginRecordName;
  /** Last part of the record's key. */
  readonly hash: string;
}

/** The index key of a record. */
export function loginNameKey({ clientId, what, hash }: LoginRecord): Key {
  return clientLogins.key(clientId, what, hash);
}

/** Adds a record to its client's index. */
export function nameLogin(record: LoginRecord, expiresAt: string): Operation {
  return put(NamedLogin, loginNameKey(record), { expiresAt });
}
