import { createHash } from "node:crypto";
import { z } from "zod";
import type { ClientId } from "../core/access/schema.ts";
import { defineKey } from "./store/define_key.ts";
import type { Key } from "./store/key.ts";
import { ExpiresAt } from "./store/lifetime.ts";
import { type Operation, put } from "./store/store.ts";

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

/** 256 random bits in base64url: an id, a code or a cookie of the login. */
export const loginSecretForm = /^[A-Za-z0-9_-]{43}$/;

/** The form in which an id, a code or a cookie is kept: SHA-256, hex. */
export function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
