import type { Certificate } from "../../standards/x509/certificate.ts";
import { credentialTypes } from "./template_schema.ts";

/** A certificate authority that is trusted only for these types of credentials. */
export interface AcademicAnchor extends Certificate {
  /** Each `vct`. */
  readonly types: readonly string[];
}

/** Makes an authority that is trusted only for academic credentials. */
export function academicAnchor(certificate: Certificate): AcademicAnchor {
  return { ...certificate, types: Object.values(credentialTypes) };
}
