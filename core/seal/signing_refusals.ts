import type {
  AuthorizationProblem,
  CredentialProblem,
  DocumentProblem,
  DocumentRefusal,
  ProviderRefusal,
} from "./ports.ts";

/** The reason why a document was not signed, for the caller. */
export type SigningRefusal =
  | { readonly code: "document_not_sealable"; readonly message: string }
  | { readonly code: "authorization_data_rejected"; readonly message?: string }
  | { readonly code: "signing_credential_unusable"; readonly message: string }
  | { readonly code: "upstream_unavailable"; readonly retryAfterSeconds: number };

/** A refusal, with this service's code for its reason in log and audit. */
export interface FailedSigning {
  readonly refusal: SigningRefusal;
  /** The code of a {@link CredentialProblem}, a {@link DocumentProblem} or a fault. */
  readonly reason: string;
}

/** Messages for refused documents, which reveal nothing else about the file. */
const documentMessages: Readonly<Record<DocumentProblem, string>> = {
  not_a_pdf: "The document is not a PDF",
  header_not_at_start: "The document does not begin with the header of a PDF",
  encrypted: "The document is encrypted",
  no_pages: "The document has no page",
  changes_forbidden: "The document is certified and permits no change",
  broken_structure: "The structure of the document is broken; save it again with a PDF program",
  too_many_objects: "The document has more objects than this service works on",
  too_much_structure: "The document inflates to more structure than this service works on",
  took_too_long: "The document takes longer to process than this service permits",
  update_too_large: "What a signature changes in the document is more than this service keeps",
};

const credentialMessages: Readonly<Record<CredentialProblem, string>> = {
  unknown_credential: "The trust service provider does not know the credential",
  key_not_enabled: "The key of the credential is not enabled",
  certificate_not_valid: "The certificate of the credential is revoked, suspended or expired",
  certificate_out_of_date: "The certificate of the credential is not in date",
  needs_browser: "The credential is authorized in a browser, which this service has not",
  needs_second_factor: "The credential needs an authorization that a request cannot carry",
  other_qualifier: "The credential is not qualified for this kind of signature",
  no_supported_algorithm: "The key of the credential supports none of this service's algorithms",
};

/** Messages for the request's own fields: the provider counts no attempt. */
const authorizationMessages: Readonly<Record<AuthorizationProblem, string>> = {
  missing:
    'Fields "pin" and "pinObjectId" are required: the credential asks for a PIN. The trust service provider was not asked',
  not_wanted:
    'Fields "pin" and "pinObjectId" must be absent: the credential asks for no PIN. The trust service provider was not asked',
  unknown_object:
    'Field "pinObjectId" names no authentication object of the credential. The trust service provider was not asked',
};

/** Seconds after which a request that failed by an external fault may be retried. */
const retrySeconds = 5;

/** The refusal of a document. */
export function failedDocument(refused: DocumentRefusal): FailedSigning {
  if (refused.code === "upstream_unavailable") {
    const refusal = { code: refused.code, retryAfterSeconds: retrySeconds } as const;
    return { refusal, reason: refused.fault };
  }
  const { code, problem } = refused;
  return { refusal: { code, message: documentMessages[problem] }, reason: problem };
}

/** The refusal of a trust service or a timestamp authority. */
export function failedProvider(refused: ProviderRefusal): FailedSigning {
  switch (refused.code) {
    case "authorization_data_rejected": {
      const { code, problem } = refused;
      if (problem === undefined) return { refusal: { code }, reason: code };
      return { refusal: { code, message: authorizationMessages[problem] }, reason: code };
    }
    case "signing_credential_unusable": {
      const { code, problem } = refused;
      return { refusal: { code, message: credentialMessages[problem] }, reason: problem };
    }
    case "upstream_unavailable": {
      const { code, fault, retryAfterSeconds = retrySeconds } = refused;
      return { refusal: { code, retryAfterSeconds }, reason: fault };
    }
    default:
      return refused satisfies never;
  }
}
