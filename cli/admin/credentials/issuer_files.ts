import { ok, type Result } from "../../../base/result.ts";
import { credentialUsages } from "../../../core/presentation/trusted_issuer.ts";
import type { OwnCertificate } from "../../../kv/credentials/academic_issuer_acts.ts";
import type { Certificate } from "../../../standards/x509/certificate.ts";
import { parsePem } from "../../../standards/x509/pem.ts";
import { curveOfPrivateKey } from "../../../standards/x509/private_key.ts";
import { parseSignerChain } from "../../../standards/x509/signer_chain.ts";
import { ecKeyOf, faultAt } from "../../../standards/x509/verify_chain.ts";
import { type CommandRefusal, failed } from "../../command/command.ts";

/** Maximum bytes of a logo, which every wallet loads with the issuer metadata. */
const logoBytesMax = 8 * 1024;
/** Maximum bytes of a PEM file. */
const pemBytesMax = 64 * 1024;
/** Minimum days of validity of certificates, as long as the credentials that they sign. */
const credentialDays = 365;

const images = [
  { type: "image/png", start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/jpeg", start: [0xff, 0xd8, 0xff] },
] as const;

/** Reads a logo. @returns a `data:` URI */
export async function readLogo(path: string): Promise<Result<string, CommandRefusal>> {
  const bytes = await readBytes(path, logoBytesMax);
  if (bytes === null) return failed("--logo: the file cannot be read");
  if (bytes === "too large") return failed(`--logo: more than ${logoBytesMax} bytes`);
  const image = images.find(({ start }) => start.every((byte, n) => bytes[n] === byte));
  // An SVG may hold scripts and load from elsewhere.
  if (image === undefined) return failed("--logo: expected a PNG or JPEG image");
  return ok(`data:${image.type};base64,${bytes.toBase64()}`);
}

/**
 * Reads an institution's own key and its certificates; refuses certificates that this service would
 * not trust under any anchor.
 */
export async function readOwnCertificate(
  { key: keyFile, cert: certFile }: { readonly key: string; readonly cert: string },
  now: Temporal.Instant,
): Promise<Result<OwnCertificate, CommandRefusal>> {
  const keyText = await readText(keyFile);
  if (keyText === null) return failed("--key: the file cannot be read");
  const secret = readPrivateKey(keyText);
  if (!secret.ok) return secret;
  const certText = await readText(certFile);
  if (certText === null) return failed("--cert: the file cannot be read");
  const seconds = now.epochMilliseconds / 1000;
  const read = parseSignerChain(certText, { signer: "institution", now: seconds });
  if (!read.ok) return failed(`--cert: ${read.refusal.message}`);
  const { leaf, certificates, chain } = read.value;
  const why = whyUnbelieved(certificates, now);
  if (why !== null) return failed(`--cert: ${why}`);
  if (!await isKeyOf(leaf, secret.value)) return failed("--cert: is of another key than --key");
  return ok({ secret: secret.value, chain });
}

function readPrivateKey(pem: string): Result<Uint8Array<ArrayBuffer>, CommandRefusal> {
  const blocks = parsePem(pem) ?? [];
  const [block] = blocks;
  if (
    blocks.length === 1 && block?.label === "PRIVATE KEY" &&
    curveOfPrivateKey(block.der) === "P-256"
  ) return ok(block.der);
  const how = blocks.some(({ label }) => label === "EC PRIVATE KEY")
    ? "; convert it with: openssl pkcs8 -topk8 -nodes -in OLD -out NEW"
    : "";
  return failed(`--key: expected one unencrypted PKCS #8 private key in PEM, on P-256${how}`);
}

/** The reason why no verifier could trust the certificates; null: it depends on the anchor. */
function whyUnbelieved(
  certificates: readonly Certificate[],
  now: Temporal.Instant,
): string | null {
  const [leaf] = certificates;
  if (leaf === undefined) return "holds no certificate";
  if (ecKeyOf(leaf)?.crv !== "P-256") return "the certificate's key is not on P-256";
  const { extendedKeyUsage } = leaf;
  if (
    extendedKeyUsage !== null && !extendedKeyUsage.some((use) => credentialUsages.includes(use))
  ) return "the certificate's extended key usages are not for credentials";
  const seconds = now.epochMilliseconds / 1000;
  for (const [place, certificate] of certificates.entries()) {
    const fault = faultAt(place, certificate, seconds);
    if (fault !== null) return `certificate ${place + 1} is not trusted: ${fault}`;
  }
  const notAfter = Math.min(...certificates.map((certificate) => certificate.notAfter));
  const needed = now.add({ hours: 24 * credentialDays }).epochMilliseconds / 1000;
  if (notAfter >= needed) return null;
  const ends = Temporal.Instant.fromEpochMilliseconds(notAfter * 1000);
  return `a certificate ends at ${ends}, before its credentials: it must last for ${credentialDays} days from now`;
}

async function isKeyOf(leaf: Certificate, secret: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const p256 = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle.importKey("pkcs8", secret, p256, true, ["sign"])
    .catch(() => null);
  if (key === null) return false;
  const { x, y } = await crypto.subtle.exportKey("jwk", key);
  const jwk = ecKeyOf(leaf);
  return jwk?.x === x && jwk?.y === y;
}

async function readText(path: string): Promise<string | null> {
  const bytes = await readBytes(path, pemBytesMax);
  return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : null;
}

async function readBytes(
  path: string,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer> | "too large" | null> {
  try {
    using file = await Deno.open(path);
    const bytes = new Uint8Array(bytesMax + 1);
    let length = 0;
    for (;;) {
      const read = await file.read(bytes.subarray(length));
      if (read === null) return bytes.slice(0, length);
      length += read;
      if (length > bytesMax) return "too large";
    }
  } catch {
    return null;
  }
}
