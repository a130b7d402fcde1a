import { z } from "zod";
import { curves, isOnItsCurve } from "../../standards/jose/curve.ts";

/** A coordinate in base64url without padding (RFC 7518 §6.2.1.2). */
function coordinate(bytes: number) {
  const characters = Math.ceil(bytes * 4 / 3);
  return z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), {
    message: `expected ${bytes} bytes in base64url`,
    abort: true,
  });
}

function ecKey<Name extends keyof typeof curves>(crv: Name) {
  const { bytes } = curves[crv];
  return z.strictObject({
    kty: z.literal("EC"),
    crv: z.literal(crv),
    x: coordinate(bytes),
    y: coordinate(bytes),
    kid: z.string().regex(/^[\x21-\x7e]{1,255}$/, "expected 1 to 255 visible ASCII characters")
      .optional(),
    use: z.literal("enc").optional(),
    alg: z.literal("ECDH-ES+A256KW").optional(),
    // What WebCrypto writes beside a key that it exports; it says nothing here.
    ext: z.boolean().optional(),
    key_ops: z.array(z.string()).optional(),
  }).readonly();
}

/**
 * A client's public key for evidence packs: a JWK (RFC 7517) on a curve that ECDH-ES supports.
 * Checks that the point lies on the curve, which the platform does not. A private member is refused
 * like any unknown one.
 */
export const EvidenceEncryptionKey = z.discriminatedUnion(
  "crv",
  [ecKey("P-256"), ecKey("P-384")],
  'expected a public JWK of "crv" P-256 or P-384',
).refine(isOnItsCurve, "its point is not on its curve")
  .transform(({ ext: _, key_ops: __, ...key }) => key);
export type EvidenceEncryptionKey = z.infer<typeof EvidenceEncryptionKey>;
