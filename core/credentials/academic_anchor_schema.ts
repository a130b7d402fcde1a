import type { Certificate } from "../../standards/x509/certificate.ts";
import { credentialTypes } from "./template_schema.ts";

/** A certificate authority that is believed about these types of credentials alone. */
export interface AcademicAnchor extends Certificate {
  /** Each `vct`. */
  readonly types: readonly string[];
}

/** Believes an authority about academic credentials, and nothing else. */
export function academicAnchor(certificate: Certificate): AcademicAnchor {
  return { ...certificate, types: Object.values(credentialTypes) };
}
