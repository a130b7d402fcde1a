import { createHash, randomBytes } from "node:crypto";

/*
 * Raw signatures over a hash that is given, as a remote signing service makes them: WebCrypto hashes
 * for itself. Arithmetic by the book, in time that depends on the key: for tests alone.
 */

/** The parts of a private JWK (RFC 7518 §6) that this module uses. */
export type RawKey = Pick<JsonWebKey, "n" | "d" | "crv">;

/** DigestInfo of SHA-256 before the hash (RFC 8017 §9.2, note 1). */
const sha256Info = Uint8Array.fromHex("3031300d060960864801650304020105000420");

/** RSASSA-PKCS1-v1_5 (RFC 8017 §8.2.1) over a SHA-256 hash. */
export function signPkcs1(key: RawKey, hash: Uint8Array): Uint8Array {
  const length = bytesOf(key.n).length;
  const filled = length - 3 - sha256Info.length - hash.length;
  const encoded = [0, 1, ...new Uint8Array(filled).fill(0xff), 0, ...sha256Info, ...hash];
  return rsa(key, Uint8Array.from(encoded));
}

/** RSASSA-PSS (RFC 8017 §8.1.1, §9.1.1) over a SHA-256 hash: MGF1 by SHA-256, 32 bytes of salt. */
export function signPss(key: RawKey, hash: Uint8Array): Uint8Array {
  const length = bytesOf(key.n).length;
  const salt = randomBytes(32);
  const digest = sha256(Uint8Array.from([...new Uint8Array(8), ...hash, ...salt]));
  const block = new Uint8Array(length - 33);
  block.set([1, ...salt], block.length - 33);
  const mask = mgf1(digest, block.length);
  const masked = block.map((byte, at) => byte ^ mask[at]!);
  // The modulus has a whole number of bytes: one bit fewer is encoded.
  masked[0]! &= 0x7f;
  return rsa(key, Uint8Array.from([...masked, ...digest, 0xbc]));
}

/** ECDSA (FIPS 186-5 §6.4.1) over a SHA-256 hash. @returns r and s, in DER (RFC 3279 §2.2.3) */
export function signEcdsa(key: RawKey, hash: Uint8Array): Uint8Array {
  const curve = curves[key.crv as keyof typeof curves];
  const { n, bytes } = curve;
  const d = numberOf(bytesOf(key.d));
  const k = numberOf(randomBytes(bytes + 8)) % (n - 1n) + 1n;
  const r = multiply(curve, k)[0] % n;
  const s = invert(k, n) * (numberOf(hash) + r * d) % n;
  const body = [...derInteger(r), ...derInteger(s)];
  return Uint8Array.from([0x30, ...derLength(body.length), ...body]);
}

/** The same signature as r and s of equal length, concatenated (IEEE P1363). */
export function asP1363(der: Uint8Array, bytes: number): Uint8Array {
  const inside = der.subarray(der[1]! < 0x80 ? 2 : 3);
  const r = inside.subarray(2, 2 + inside[1]!);
  const s = inside.subarray(4 + inside[1]!);
  const fixed = (value: Uint8Array) => bytesFrom(numberOf(value), bytes);
  return Uint8Array.from([...fixed(r), ...fixed(s)]);
}

interface Curve {
  readonly p: bigint;
  readonly n: bigint;
  readonly x: bigint;
  readonly y: bigint;
  readonly bytes: number;
}

/** P-256 and P-384 (SP 800-186 §3.2.1); `a` is p - 3. */
const curves = {
  "P-256": {
    p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
    n: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
    y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
    bytes: 32,
  },
  "P-384": {
    p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffffn,
    n: 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
    x: 0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7n,
    y: 0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5fn,
    bytes: 48,
  },
} as const satisfies Readonly<Record<string, Curve>>;

type Point = readonly [x: bigint, y: bigint];

/** A multiple of the base point. */
function multiply(curve: Curve, times: bigint): Point {
  let sum: Point | null = null;
  let power: Point = [curve.x, curve.y];
  for (let left = times; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) sum = sum === null ? power : add(curve, sum, power);
    power = add(curve, power, power);
  }
  if (sum === null) throw new Error("There is no point at infinity here");
  return sum;
}

function add({ p }: Curve, [x1, y1]: Point, [x2, y2]: Point): Point {
  const slope = x1 === x2
    ? (3n * x1 * x1 - 3n) * invert(2n * y1, p)
    : (y2 - y1) * invert(x2 - x1, p);
  const x = modulo(slope * slope - x1 - x2, p);
  return [x, modulo(slope * (x1 - x) - y1, p)];
}

function invert(value: bigint, n: bigint): bigint {
  let [r0, r1, s0, s1] = [n, modulo(value, n), 0n, 1n];
  while (r1 > 0n) [r0, r1, s0, s1] = [r1, r0 % r1, s1, s0 - (r0 / r1) * s1];
  return modulo(s0, n);
}

function modulo(value: bigint, n: bigint): bigint {
  return (value % n + n) % n;
}

function rsa({ n, d }: RawKey, encoded: Uint8Array): Uint8Array {
  const modulus = numberOf(bytesOf(n));
  let [result, power] = [1n, numberOf(encoded)];
  for (let left = numberOf(bytesOf(d)); left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = result * power % modulus;
    power = power * power % modulus;
  }
  return bytesFrom(result, encoded.length);
}

function mgf1(seed: Uint8Array, length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) => [
    ...sha256(Uint8Array.from([...seed, 0, 0, 0, at])),
  ]);
  return Uint8Array.from(blocks.flat().slice(0, length));
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}

function bytesOf(text = ""): Uint8Array {
  return Uint8Array.fromBase64(text, { alphabet: "base64url" });
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`);
}

function bytesFrom(value: bigint, length: number): Uint8Array {
  return Uint8Array.fromHex(value.toString(16).padStart(2 * length, "0"));
}

function derInteger(value: bigint): readonly number[] {
  const digits = value.toString(16);
  const bytes = Uint8Array.fromHex(digits.padStart(digits.length + digits.length % 2, "0"));
  const positive = bytes[0]! < 0x80 ? [...bytes] : [0, ...bytes];
  return [0x02, ...derLength(positive.length), ...positive];
}

function derLength(length: number): readonly number[] {
  return length < 0x80 ? [length] : [0x81, length];
}
