import { z } from "zod";
import { ClientId } from "../access/schema.ts";
import { PledgedKey } from "../idempotency/pledged_key_schema.ts";
import { Mode, Sha256, Timestamp, Uuid } from "../nouns.ts";

/** The kind of act: the company's electronic seal, or a person's electronic signature. */
export const SigningAct = z.enum(["seal", "sign"]);
export type SigningAct = z.infer<typeof SigningAct>;

/**
 * An act that has begun and has not ended. It is recorded before the provider is called, so that a
 * crash leaves a trace.
 */
export const SigningAttempt = z.strictObject({
  /** UUIDv7. */
  id: Uuid,
  act: SigningAct,
  mode: Mode,
  clientId: ClientId,
  /** The declared person who authorises the seal, or signs. */
  personId: z.string(),
  /** `credentialID` at the trust service provider. */
  credentialId: z.string(),
  /** SHA-256 of the document, lower-case hex. */
  originalSha256: Sha256,
  begunAt: Timestamp,
  /** The idempotency key that the act pledged; null without one. */
  pledgedKey: PledgedKey.nullable(),
}).readonly();
export type SigningAttempt = z.infer<typeof SigningAttempt>;
