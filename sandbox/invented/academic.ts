import published from "../../fixtures/credentials/sandbox.json" with { type: "json" };
import { AcademicIssuer, AcademicIssuerId } from "../../core/credentials/issuer_schema.ts";
import {
  type AcademicAnchor,
  academicAnchor,
} from "../../core/credentials/academic_anchor_schema.ts";
import type { PublishedInstitution } from "../../kv/credentials/academic_issuers.ts";
import { type Certificate, parseCertificate } from "../../standards/x509/certificate.ts";

/** The id of the institution that every sandbox has. */
export const sandboxInstitutionId = AcademicIssuerId.parse(published.institution.id);

/** The authority above the sandbox's institution, trusted only for academic credentials. */
export function sandboxAcademicAuthority(): AcademicAnchor {
  return academicAnchor(read(published.authority.certificate));
}

/** The institution that every sandbox has, with its published key. */
export async function sandboxInstitution(): Promise<PublishedInstitution> {
  const { certificate, privateKey, ...institution } = published.institution;
  const { kty, crv, x, y, d } = privateKey;
  const key = await crypto.subtle.importKey(
    "jwk",
    { kty, crv, x, y, d },
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["sign"],
  );
  return {
    issuer: AcademicIssuer.parse(institution),
    signer: {
      key,
      chain: [Uint8Array.fromBase64(certificate)],
      notAfter: Math.min(read(certificate).notAfter, sandboxAcademicAuthority().notAfter),
    },
  };
}

function read(base64: string): Certificate {
  const certificate = parseCertificate(Uint8Array.fromBase64(base64));
  if (certificate === null) throw new Error("The sandbox's institution has no certificate");
  return certificate;
}
