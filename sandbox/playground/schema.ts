import { z } from "zod";
import type { Random } from "../../base/random.ts";
import { AuditEntry } from "../../core/audit/entry.ts";
import { formats } from "../wallet/format.ts";
import { personNames } from "../wallet/persons.ts";

/**
 * The client id of a prospect: 128 random bits, so that another's cannot be guessed. Every other client of
 * a sandbox has no wallet here.
 */
export const ProspectId = z.string().regex(
  /^playground-[A-Za-z0-9_-]{22}$/,
  "A prospect's client id is playground- and 22 random characters, base64url",
);

/** Makes the id of another prospect. */
export function makeProspectId(random: Random): string {
  const text = random.bytes(16).toBase64({ alphabet: "base64url", omitPadding: true });
  return `playground-${text}`;
}

/** Longest authorization request or offer that the wallet reads, characters. */
const uriCharactersMax = 16_384;
/** Longest evidence pack that is opened, characters. */
const packCharactersMax = 262_144;

/** What the wallet is asked to answer. */
export const PresentationRequest = z.object({
  /** `openid4vp://authorize?…` */
  authorizationRequestUri: z.string().max(uriCharactersMax),
  person: z.enum(personNames),
  /** Absent: whatever the request names first. */
  format: z.enum(formats).optional(),
}).readonly();
export type PresentationRequest = z.infer<typeof PresentationRequest>;

/** An offer that the wallet is asked to redeem. */
export const RedemptionRequest = z.object({
  /** `openid-credential-offer://?…` */
  credentialOfferUri: z.string().max(uriCharactersMax),
}).readonly();
export type RedemptionRequest = z.infer<typeof RedemptionRequest>;

/** Who logs in at the invented relying party. */
export const LoginRequest = z.object({ person: z.enum(personNames) }).readonly();
export type LoginRequest = z.infer<typeof LoginRequest>;

/** A login that a browser begins, to be answered by a wallet of the prospect's own. */
export const BegunLogin = z.object({
  authorizeUrl: z.url(),
  state: z.string(),
  nonce: z.string(),
  /** RFC 7636. */
  codeVerifier: z.string(),
}).readonly();
export type BegunLogin = z.infer<typeof BegunLogin>;

/** A code that the login has sent the browser back with, and what the browser kept of its begin. */
export const CodeRequest = z.object({
  code: z.string().max(512),
  nonce: z.string().max(128),
  codeVerifier: z.string().max(128),
}).readonly();
export type CodeRequest = z.infer<typeof CodeRequest>;

/** A pack to be opened by the sandbox's published key. */
export const PackRequest = z.object({
  evidencePackCiphertext: z.string().max(packCharactersMax),
}).readonly();
export type PackRequest = z.infer<typeof PackRequest>;

/** A text to be drawn as a QR code. */
export const QrRequest = z.object({ text: z.string().min(1).max(4_096) }).readonly();
export type QrRequest = z.infer<typeof QrRequest>;

/** One request that was made on the prospect's behalf, and its answer. */
export const Exchange = z.object({
  method: z.enum(["GET", "POST"]),
  url: z.string(),
  /** Null: none. */
  requestBody: z.string().nullable(),
  status: z.int(),
  answer: z.string(),
}).readonly();
export type Exchange = z.infer<typeof Exchange>;

/** What was done on the prospect's behalf. */
export const ActedOut = z.object({
  /** In their order. */
  exchanges: z.array(Exchange).readonly(),
  /** Why the wallet or the relying party went no further; null: it did what it was asked. */
  stopped: z.string().nullable(),
  /** What came of it; null: nothing. */
  result: z.record(z.string(), z.unknown()).readonly().nullable(),
  /** Of another client than the prospect, which reads its own by an export. */
  auditEntries: z.array(AuditEntry).readonly().optional(),
}).readonly();
export type ActedOut = z.infer<typeof ActedOut>;
