/** y² = x³ − 3x + b over the integers modulo p. */
export interface Curve {
  /** Bytes of a coordinate. */
  readonly bytes: number;
  readonly p: bigint;
  readonly b: bigint;
}

/** NIST SP 800-186 §3.2.1.3 to §3.2.1.5. */
export const curves: Readonly<Record<"P-256" | "P-384" | "P-521", Curve>> = {
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
  "P-521": {
    bytes: 66,
    p: 2n ** 521n - 1n,
    b: 0x0051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
  },
};

/**
 * Whether the point of a public key lies on its curve, which the platform does not check.
 *
 * @param key with coordinates of its curve's length, in base64url without padding
 */
export function isOnItsCurve(key: {
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
