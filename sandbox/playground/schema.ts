import { z } from "zod";
import type { Random } from "../../base/random.ts";
import { AuditEntry } from "../../core/audit/entry.ts";
import { formats } from "../wallet/format.ts";
import { personNames } from "../wallet/persons.ts";

/**
 * The client id of a prospect: 128 random bits, so that others cannot guess it. Other clients of a
 * sandbox have no wallet here.
 */
export const ProspectId = z.string().regex(
  /^playground-[A-Za-z0-9_-]{22}$/,
  "A prospect's client id is playground- and 22 random characters, base64url",
);

/** Makes the id of a new prospect. */
export function makeProspectId(random: Random): string {
  const text = random.bytes(16).toBase64({ alphabet: "base64url", omitPadding: true });
  return `playground-${text}`;
}

/** Longest authorization request or offer that the wallet reads, characters. */
const uriCharactersMax = 16_384;
/** Longest evidence pack that is opened, characters. */
const packCharactersMax = 262_144;

/** The request that the wallet must answer. */
export const PresentationRequest = z.object({
  /** `openid4vp://authorize?…` */
  authorizationRequestUri: z.string().max(uriCharactersMax),
  person: z.enum(personNames),
  /** Format; absent: the first one in the request. */
  format: z.enum(formats).optional(),
}).readonly();
export type PresentationRequest = z.infer<typeof PresentationRequest>;

/** An offer that the wallet must redeem. */
export const RedemptionRequest = z.object({
  /** `openid-credential-offer://?…` */
  credentialOfferUri: z.string().max(uriCharactersMax),
}).readonly();
export type RedemptionRequest = z.infer<typeof RedemptionRequest>;

/** The person who logs in at the invented relying party. */
export const LoginRequest = z.object({ person: z.enum(personNames) }).readonly();
export type LoginRequest = z.infer<typeof LoginRequest>;

/** A login in a browser, to be answered by the prospect's own wallet. */
export const BegunLogin = z.object({
  authorizeUrl: z.url(),
  state: z.string(),
  nonce: z.string(),
  /** The `code_verifier` (RFC 7636 §4.1). */
  codeVerifier: z.string(),
}).readonly();
export type BegunLogin = z.infer<typeof BegunLogin>;

/**
 * The code with which the login returned the browser, and the data that the browser stored at its
 * start.
 */
export const CodeRequest = z.object({
  code: z.string().max(512),
  nonce: z.string().max(128),
  codeVerifier: z.string().max(128),
}).readonly();
export type CodeRequest = z.infer<typeof CodeRequest>;

/** A pack to open by the sandbox's published key. */
export const PackRequest = z.object({
  evidencePackCiphertext: z.string().max(packCharactersMax),
}).readonly();
export type PackRequest = z.infer<typeof PackRequest>;

/** A text to draw as a QR code. */
export const QrRequest = z.object({ text: z.string().min(1).max(4_096) }).readonly();
export type QrRequest = z.infer<typeof QrRequest>;

/** One request made for the prospect, and its answer. */
export const Exchange = z.object({
  method: z.enum(["GET", "POST"]),
  url: z.string(),
  /** The body of the request; null if it had none. */
  requestBody: z.string().nullable(),
  status: z.int(),
  answer: z.string(),
}).readonly();
export type Exchange = z.infer<typeof Exchange>;

/** The steps done for the prospect. */
export const ActedOut = z.object({
  /** The exchanges, in their order. */
  exchanges: z.array(Exchange).readonly(),
  /** The reason why the wallet or the relying party stopped; null: it completed. */
  stopped: z.string().nullable(),
  /** The result; null if there is none. */
  result: z.record(z.string(), z.unknown()).readonly().nullable(),
  /** Audit entries of a client other than the prospect, which reads its own by an export. */
  auditEntries: z.array(AuditEntry).readonly().optional(),
}).readonly();
export type ActedOut = z.infer<typeof ActedOut>;
