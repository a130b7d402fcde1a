import { createECDH } from "node:crypto";
import { Buffer } from "node:buffer";
import type { Random } from "../../base/random.ts";
import type { DecryptionKey } from "./decrypt_jwe.ts";

/** The order of the group of P-256 (FIPS 186-5, SP 800-186 §3.2.1.3): a private key is below it. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Makes a P-256 key for decryption. */
export function makeDecryptionKey(random: Random): DecryptionKey {
  const secret = makePrivatePart(random);
  const exchange = createECDH("prime256v1");
  exchange.setPrivateKey(secret);
  // An uncompressed point: 4, then both coordinates (SEC 1 §2.3.3).
  const point = exchange.getPublicKey();
  const made = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    d: secret.toString("base64url"),
  } as const;
  secret.fill(0);
  return made;
}

/** Draws by rejection, so that every key is equally likely (FIPS 186-5 §A.2.2). */
function makePrivatePart(random: Random): Buffer {
  for (;;) {
    const secret = Buffer.from(random.bytes(32));
    const number = BigInt(`0x${secret.toString("hex")}`);
    if (number > 0n && number < order) return secret;
  }
}
