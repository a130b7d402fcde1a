import { z } from "zod";

/** Maximum certificates of a chain. */
const certificatesMax = 10;

/** Bytes in base64 (RFC 4648 §4); some services break its lines or omit its padding. */
export const Base64 = z.string().transform((text, context) => {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    context.addIssue({ code: "custom", message: "expected base64" });
    return z.NEVER;
  }
});

/** The members about a key and its certificate that both versions share. */
const keyAndCertificate = {
  key: z.object({ status: z.string(), algo: z.array(z.string()).nullish() }),
  cert: z.object({
    status: z.string().nullish(),
    certificates: z.array(Base64).min(1).max(certificatesMax),
  }),
  signatureQualifier: z.union([z.string(), z.array(z.string())]).nullish(),
};

/** The members of the v2 `credentials/info` answer that are read (CSC API v2.0 §11.5). */
const CredentialV2 = z.object({
  ...keyAndCertificate,
  auth: z.object({
    mode: z.string(),
    expression: z.string().nullish(),
    objects: z.array(z.object({ id: z.string().min(1), type: z.string().nullish() })).nullish(),
  }),
});

/** `true`, `false` or `optional`; some services write the first two as JSON booleans. */
const Presence = z.union([z.string(), z.boolean()]).nullish().transform(String);
const AuthenticationObject = z.object({ presence: Presence }).nullish();

/** The members of the v1.0.4 `credentials/info` answer that are read (§11.5). */
const CredentialV1 = z.object({
  ...keyAndCertificate,
  authMode: z.string(),
  PIN: AuthenticationObject,
  OTP: AuthenticationObject,
});

/** A service's description of a credential, in the same form for each version. */
export interface CredentialDescription {
  readonly keyStatus: string;
  /** Object identifiers of `signAlgo` that the key supports. */
  readonly algorithms: readonly string[];
  readonly certificateStatus: string | null;
  /** DER, the signer's first. */
  readonly certificates: readonly Uint8Array[];
  /** `implicit`, `explicit` or `oauth2code`. */
  readonly mode: string;
  /** The authentication objects that the authorizing party must answer. */
  readonly objects: readonly { readonly id: string; readonly isPassword: boolean }[];
  /** Qualifiers such as `eu_eidas_qeseal`; empty when the service gives none. */
  readonly qualifiers: readonly string[];
}

/** The id of the v1.0.4 authentication object that holds a PIN; in that version it is a member. */
const pinObjectIdOfV1 = "PIN";

/** Reads `credentials/info` of v2. @returns null when the JSON has another form */
export function parseCredentialV2(json: unknown): CredentialDescription | null {
  const read = CredentialV2.safeParse(json);
  if (!read.success) return null;
  const { mode, expression, objects } = read.data.auth;
  // Objects that the expression does not name need no answer; without one all of them do.
  const named = new Set(expression?.match(/[^\s()]+/g) ?? []);
  const isNeeded = ({ id }: { readonly id: string }) => named.size === 0 || named.has(id);
  return {
    ...common(read.data),
    mode,
    objects: mode !== "explicit" ? [] : (objects ?? []).filter(isNeeded).map(({ id, type }) => ({
      id,
      isPassword: type === "Password",
    })),
  };
}

/**
 * Reads `credentials/info` of v1.0.4. An optional PIN counts as no PIN.
 * @returns null when the JSON has another form
 */
export function parseCredentialV1(json: unknown): CredentialDescription | null {
  const read = CredentialV1.safeParse(json);
  if (!read.success) return null;
  const { authMode, PIN, OTP } = read.data;
  const isNeeded = authMode === "explicit";
  return {
    ...common(read.data),
    mode: authMode,
    objects: [
      ...(isNeeded && PIN?.presence === "true" ? [{ id: pinObjectIdOfV1, isPassword: true }] : []),
      ...(isNeeded && OTP?.presence === "true" ? [{ id: "OTP", isPassword: false }] : []),
    ],
  };
}

function common(
  { key, cert, signatureQualifier }: Pick<
    z.infer<typeof CredentialV2>,
    keyof typeof keyAndCertificate
  >,
) {
  return {
    keyStatus: key.status,
    algorithms: key.algo ?? [],
    certificateStatus: cert.status ?? null,
    certificates: cert.certificates,
    qualifiers: [signatureQualifier ?? []].flat(),
  };
}
