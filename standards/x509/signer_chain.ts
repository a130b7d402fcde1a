import { ok, refuse, type Result } from "../../base/result.ts";
import { type Certificate, keyUsages, parseCertificate } from "./certificate.ts";
import { parsePem } from "./pem.ts";
import { ecKeyOf, hasIssued } from "./verify_chain.ts";

/** The certificates of a signer. */
export interface SignerChain {
  readonly leaf: Certificate;
  /** Every certificate that was given, the leaf first, the anchor too. */
  readonly certificates: readonly Certificate[];
  /** DER, in the order of `x5c`, without the anchor. */
  readonly chain: readonly Uint8Array<ArrayBuffer>[];
}

/** The reason why certificates cannot be used, for the operator. */
export interface SignerChainRefusal {
  readonly code: "invalid_certificate";
  /** A message without a full stop. */
  readonly message: string;
}

/** Maximum certificates of one chain without the anchor: as many as the service itself accepts. */
const certificatesMax = 4;

/**
 * Parses the certificates of a signer, its own first, each issued by the next. Drops a self-signed
 * certificate at the end: recipients have their own anchors, and accept none from a message (HAIP
 * §5).
 *
 * @param signer the owner of the certificates, named in messages to the operator
 * @param now Unix time, seconds
 */
export function parseSignerChain(
  pem: string,
  { signer, now }: { readonly signer: "verifier" | "institution"; readonly now: number },
): Result<SignerChain, SignerChainRefusal> {
  const wrong = (message: string) => refuse({ code: "invalid_certificate" as const, message });
  const blocks = parsePem(pem);
  const read = blocks?.flatMap(({ label, der }) => {
    const certificate = label === "CERTIFICATE" ? parseCertificate(der) : null;
    return certificate === null ? [] : [{ certificate, der }];
  });
  const [first] = read ?? [];
  if (read === undefined || first === undefined || read.length !== blocks?.length) {
    return wrong(`expected X.509 certificates in PEM, the ${signer}'s own first`);
  }
  const { certificate: leaf } = first;
  const { keyUsage } = leaf;
  if (leaf.isCa) return wrong(`the first certificate is a CA's; put the ${signer}'s own first`);
  if (hasIssued(leaf, leaf)) {
    return wrong("the certificate is self-signed, which no wallet accepts; have a CA issue it");
  }
  if (keyUsage !== null && !keyUsage.has(keyUsages.digitalSignature)) {
    return wrong("the certificate is not for digital signatures");
  }
  const { crv } = ecKeyOf(leaf) ?? {};
  if (crv !== "P-256" && crv !== "P-384") {
    return wrong("the certificate's key is not on P-256 or P-384");
  }
  const isChain = read.slice(1).every(({ certificate: issuer }, n) => {
    const issued = read[n]?.certificate;
    return issued !== undefined && issuer.isCa && hasIssued(issuer, issued);
  });
  if (!isChain) return wrong("each certificate must be issued by the CA of the one that follows");
  const sent = read.filter(({ certificate }) => !hasIssued(certificate, certificate));
  if (sent.length > certificatesMax) {
    return wrong(`more than ${certificatesMax} certificates without the anchor`);
  }
  for (const { certificate: { notBefore, notAfter } } of sent) {
    if (now < notBefore) return wrong("a certificate is not valid yet");
    if (now > notAfter) return wrong("a certificate has expired");
  }
  return ok({
    leaf,
    certificates: read.map(({ certificate }) => certificate),
    chain: sent.map(({ der }) => der),
  });
}
