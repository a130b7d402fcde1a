import { z } from "zod";
import { decodeBase64Url, isArray, isObject, type Json } from "../../base/json.ts";
import { stepUpAlgorithms } from "../../core/credentials/step_up_ports.ts";
import { isOnItsCurve } from "../../standards/jose/curve.ts";

/** Bits of an RSA modulus (RFC 7518 §3.3); a larger one would make verification slow. */
const rsaBits = { min: 2_048, max: 8_192 };

/** 32 bytes, in base64url. */
const Coordinate = z.string().length(43).refine((text) => decodeBase64Url(text) !== null);
const Integer = z.string().refine((text) => decodeBase64Url(text) !== null);

const common = {
  kid: z.string().min(1).max(255),
  use: z.literal("sig").exactOptional(),
  alg: z.enum(stepUpAlgorithms).exactOptional(),
  key_ops: z.array(z.string()).refine((uses) => uses.includes("verify")).exactOptional(),
};

/** A public key for verifying assertions, reduced to the needed members (RFC 7517 §4). */
const SignatureKey = z.discriminatedUnion("kty", [
  z.object({ ...common, kty: z.literal("RSA"), n: Integer, e: Integer }),
  z.object({
    ...common,
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: Coordinate,
    y: Coordinate,
  }),
  z.object({ ...common, kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: Coordinate }),
]);
/** A key of {@link usableKeys}. */
export type SignatureKey = z.infer<typeof SignatureKey>;

/** The reason why a published key is refused, other than being meant for another use. */
export type KeyRefusal = "private" | "weak" | "malformed";

/** The usable keys of a set. */
export interface UsableKeys {
  readonly keys: readonly SignatureKey[];
  readonly refused: readonly KeyRefusal[];
}

/**
 * Members of a secret or private key (RFC 7518 §6): a provider that publishes one has compromised
 * it.
 */
const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/**
 * Reads the keys of a set (RFC 7517 §5) that may verify a signature. Skips keys for another use, of
 * other algorithms or without an id.
 *
 * @returns null for a value that is not a set of keys
 */
export function usableKeys(value: Json): UsableKeys | null {
  const listed = isObject(value) ? value["keys"] : undefined;
  if (!isArray(listed)) return null;
  const keys: SignatureKey[] = [];
  const refused: KeyRefusal[] = [];
  for (const each of listed) {
    if (!isObject(each)) continue;
    if (privateMembers.some((member) => Object.hasOwn(each, member))) {
      refused.push("private");
      continue;
    }
    const read = SignatureKey.safeParse(each);
    if (!read.success) continue;
    const why = whyNot(read.data);
    if (why === null) keys.push(read.data);
    else refused.push(why);
  }
  return { keys, refused };
}

function whyNot(key: SignatureKey): KeyRefusal | null {
  switch (key.kty) {
    case "RSA":
      return isStrong(key) ? null : "weak";
    case "EC":
      return isOnItsCurve(key) ? null : "malformed";
    case "OKP":
      return null;
    default:
      return key satisfies never;
  }
}

/**
 * Whether the key is strong: an exponent of 1 would let anyone sign; other small ones are refused
 * too (FIPS 186-5 §5.4).
 */
function isStrong({ n, e }: { readonly n: string; readonly e: string }): boolean {
  const bits = bitsOf(n);
  const exponent = BigInt(`0x0${decodeBase64Url(e)?.toHex() ?? ""}`);
  return bits >= rsaBits.min && bits <= rsaBits.max && exponent >= 65_537n &&
    exponent < 2n ** 32n && exponent % 2n === 1n;
}

function bitsOf(base64url: string): number {
  const hex = (decodeBase64Url(base64url)?.toHex() ?? "").replace(/^0+/, "");
  return hex === "" ? 0 : (hex.length - 1) * 4 + parseInt(hex.slice(0, 1), 16).toString(2).length;
}
