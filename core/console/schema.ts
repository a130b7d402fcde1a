import { z } from "zod";
import { ClientId, ConsoleRole, PersonId, PersonLogin } from "../access/schema.ts";
import { Timestamp } from "../nouns.ts";

/** The pages that persons log in to: the reviewers' desk, and the operators' console. */
export const consoleParts = ["desk", "console"] as const;
/** The desk or the console. */
export type ConsolePart = typeof consoleParts[number];

const named = {
  personId: PersonId,
  /** The client for which the person reviews at the desk; null if none. */
  clientId: ClientId.nullable(),
  /** Empty: the person may not open the console. */
  roles: z.array(ConsoleRole).readonly(),
};

/**
 * A session of a person at the desk, in the console, or in both. A sandbox session always has a
 * client.
 */
export const PersonSession = z.union([
  z.strictObject({
    ...named,
    clientId: ClientId,
    login: PersonLogin.extract(["sandbox"]),
    loggedInAt: Timestamp,
  }),
  z.strictObject({
    ...named,
    login: PersonLogin.exclude(["sandbox"]),
    loggedInAt: Timestamp,
  }),
]).readonly();
export type PersonSession = z.infer<typeof PersonSession>;

/** Lifetime of a link in minutes. */
export const linkMinutes = 5;

/** The person who logs in by a link. */
export const LoginLink = z.strictObject(named).readonly();
export type LoginLink = z.infer<typeof LoginLink>;

/** Lifetime of a login attempt at the identity provider, in minutes. */
export const attemptMinutes = 10;

/** A login that a browser has begun at the identity provider. */
export const LoginAttempt = z.strictObject({
  /** The `nonce` of the authentication request (OpenID Connect Core §3.1.2.1). */
  nonce: z.string(),
  /** The `code_verifier` (RFC 7636 §4.1). */
  verifier: z.string(),
  /** Hex SHA-256 of the cookie of the browser that began the login. */
  browser: z.string(),
  /** The page to show after the login. */
  next: z.string(),
  /** Whether the person must authenticate again, even with a session at the provider. */
  isFresh: z.boolean(),
}).readonly();
export type LoginAttempt = z.infer<typeof LoginAttempt>;
