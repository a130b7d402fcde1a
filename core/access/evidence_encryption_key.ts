import { z } from "zod";

/** y² = x³ − 3x + b over the integers modulo p. */
interface Curve {
  /** Bytes of a coordinate. */
  readonly bytes: number;
  readonly p: bigint;
  readonly b: bigint;
}

/** NIST SP 800-186 §3.2.1.3 and §3.2.1.4. */
const curves: Readonly<Record<"P-256" | "P-384", Curve>> = {
  "P-256": {
    bytes: 32,
    p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  "P-384": {
    bytes: 48,
    p: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
};

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
 * A client's public key for evidence packs: a JWK (RFC 7517) of a curve that ECDH-ES takes, whose
 * point lies on that curve, which the platform does not check. A private member is refused like
 * every unknown one.
 */
export const EvidenceEncryptionKey = z.discriminatedUnion(
  "crv",
  [ecKey("P-256"), ecKey("P-384")],
  'expected a public JWK of "crv" P-256 or P-384',
).refine(isOnItsCurve, "its point is not on its curve")
  .transform(({ ext: _, key_ops: __, ...key }) => key);
export type EvidenceEncryptionKey = z.infer<typeof EvidenceEncryptionKey>;

function isOnItsCurve(key: {
  readonly crv: keyof typeof curves;
  readonly x: string;
  readonly y: string;
}): boolean {
  const { p, b } = curves[key.crv];
  const [x, y] = [numberOf(key.x), numberOf(key.y)];
  return x < p && y < p && (y * y - (x * x * x - 3n * x + b)) % p === 0n;
}

function numberOf(base64url: string): bigint {
  return BigInt(`0x${Uint8Array.fromBase64(base64url, { alphabet: "base64url" }).toHex()}`);
}
