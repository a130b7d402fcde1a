import { z } from "zod";
import { ClientId, ConsoleRole, PersonId, PersonLogin } from "../access/schema.ts";
import { Timestamp } from "../nouns.ts";

/** What persons log in to: the reviewers' desk, and the operators' console. */
export const consoleParts = ["desk", "console"] as const;
/** A part of the pages for persons. */
export type ConsolePart = typeof consoleParts[number];

const named = {
  personId: PersonId,
  /** The client for which the person reviews at the desk; null: none. */
  clientId: ClientId.nullable(),
  /** Empty: the person may not open the console. */
  roles: z.array(ConsoleRole).readonly(),
};

/** A session of a person at the desk, in the console, or in both. That of a sandbox always has a client. */
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

/** Minutes for which a link can be used. */
export const linkMinutes = 5;

/** Whom a link logs in. */
export const LoginLink = z.strictObject(named).readonly();
export type LoginLink = z.infer<typeof LoginLink>;

/** Minutes within which a login at the identity provider comes back. */
export const attemptMinutes = 10;

/** A login that a browser has begun at the identity provider. */
export const LoginAttempt = z.strictObject({
  /** What the id_token must name (OpenID Connect Core §3.1.2.1). */
  nonce: z.string(),
  /** RFC 7636 §4.1. */
  verifier: z.string(),
  /** Hex SHA-256 of the cookie of the browser that has begun. */
  browser: z.string(),
  /** Where the browser goes on to. */
  next: z.string(),
  /** Whether the person must authenticate again, whatever session they have at the provider. */
  isFresh: z.boolean(),
}).readonly();
export type LoginAttempt = z.infer<typeof LoginAttempt>;
