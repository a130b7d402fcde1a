import { ok, refuse, type Result } from "../../base/result.ts";
import { type Certificate, parseCertificate } from "../../standards/x509/certificate.ts";
import { parsePem } from "../../standards/x509/pem.ts";
import type { RevocationList } from "../../standards/x509/revocation_list.ts";
import { answersType } from "./credential_type.ts";

/** A CA below which credentials are trusted. */
export interface TrustAnchor extends Certificate {
  /** Each `vct` or document type for which the anchor is trusted; missing: every type. */
  readonly types?: readonly string[];
  /** The certificates that it revoked; missing if the operator gave no list. */
  readonly revocations?: RevocationList;
}

/** The reason why certificates cannot be used as anchors, for the operator. */
export interface AnchorRefusal {
  /** The start fails; callers never receive it. */
  readonly code: "invalid_anchors";
  /** A message without a full stop. */
  readonly message: string;
}

/**
 * Whether an anchor is trusted for a type; an anchor for the EU's PID is trusted for member states'
 * PIDs too.
 */
export function areAnchorsFor(anchors: readonly TrustAnchor[], type: string): boolean {
  return anchors.some(({ types }) =>
    types === undefined || types.some((own) => answersType(own, type))
  );
}

/** Removes duplicate anchors; an anchor is trusted for all types of its copies. */
export function mergeAnchors(anchors: readonly TrustAnchor[]): readonly TrustAnchor[] {
  const merged = new Map<string, TrustAnchor>();
  for (const anchor of anchors) {
    const known = merged.get(anchor.fingerprint) ?? anchor;
    const { types: ofKnown, ...certificate } = known;
    const types = ofKnown !== undefined && anchor.types !== undefined
      ? { types: [...new Set([...ofKnown, ...anchor.types])] }
      : {};
    merged.set(anchor.fingerprint, { ...certificate, ...types });
  }
  return [...merged.values()];
}

/**
 * Parses certificates of CAs in PEM. Accepts an expired one: chains to it are refused by its dates,
 * and the other certificates must stay usable.
 */
export function parseTrustAnchors(
  pem: string,
  type?: string,
): Result<readonly TrustAnchor[], AnchorRefusal> {
  const blocks = parsePem(pem);
  if (blocks === null) return unusable("contains no PEM certificates, or a damaged one");
  if (blocks.some(({ label }) => label.endsWith("PRIVATE KEY"))) {
    return unusable("contains a private key; expected only certificates");
  }
  const anchors: TrustAnchor[] = [];
  for (const { label, der } of blocks) {
    const certificate = label === "CERTIFICATE" ? parseCertificate(der) : null;
    if (certificate === null) return unusable("contains data that are not an X.509 certificate");
    if (!certificate.isCa) return unusable("contains a certificate that is not a CA's");
    anchors.push(type === undefined ? certificate : { ...certificate, types: [type] });
  }
  return ok(anchors);
}

function unusable(message: string): Result<never, AnchorRefusal> {
  return refuse({ code: "invalid_anchors", message });
}
