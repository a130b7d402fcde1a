import { z } from "zod";
import { formats } from "./format.ts";
import { personNames } from "./persons.ts";

const Coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** A private key to which a credential is bound. */
export const HolderKey = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: Coordinate,
  y: Coordinate,
  d: Coordinate,
}).readonly();

/** A credential from an issuer, with its private key. */
export const KeptCredential = z.object({
  issuer: z.string(),
  name: z.string().nullable(),
  receivedAt: z.string(),
  credential: z.string(),
  key: HolderKey,
}).readonly();

/** A stored wallet: private keys by person and format, and redeemed credentials. */
export const StoredWallet = z.strictObject({
  version: z.literal(1),
  keys: z.partialRecord(
    z.enum(personNames),
    z.partialRecord(z.enum(formats), HolderKey).readonly(),
  ).readonly(),
  credentials: z.array(KeptCredential).readonly().optional(),
}).readonly();
export type StoredWallet = z.infer<typeof StoredWallet>;
