import { z } from "zod";
import { optionalMember, Sha256, UuidReference } from "../nouns.ts";
import type { Limits } from "../policy/limits.ts";

/** Limits of the requests. */
export type DocumentLimits = Pick<Limits, "documentBytesMax">;

/** The number of bytes that a base64 text encodes. */
function bytesIn(text: string): number {
  const padding = text.endsWith("==") ? 2 : Number(text.endsWith("="));
  return Math.floor(text.length / 4) * 3 - padding;
}

/**
 * Whether a text is canonical base64 without white space, so that every reader seals the same
 * bytes. Uses the platform's decoder, which is ten times as fast as a regular expression and blocks
 * other requests for less time.
 */
export function isBase64(text: string): boolean {
  if (text === "" || text.length % 4 !== 0) return false;
  try {
    // It skips white space, and then has fewer bytes than so many characters stand for.
    return Uint8Array.fromBase64(text, { lastChunkHandling: "strict" }).length === bytesIn(text);
  } catch {
    return false;
  }
}

function base64Document({ documentBytesMax }: DocumentLimits) {
  return z.string()
    .refine((text) => bytesIn(text) <= documentBytesMax, {
      message: `expected a document of at most ${documentBytesMax} bytes`,
      abort: true,
    })
    .refine(isBase64, "expected base64 with padding (RFC 4648 §4), without white space")
    .meta({
      description: `A PDF of at most ${documentBytesMax} bytes, in base64`,
      contentEncoding: "base64",
      contentMediaType: "application/pdf",
      pattern:
        "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)$",
    });
}

/** Body of POST /v1/seal, with its limit (Screening §2). */
export function sealRequest(limits: DocumentLimits) {
  return z.object({
    document: base64Document(limits),
    authorizingRepresentativeId: UuidReference.meta({
      description:
        "Id of a declared UBO, director or senior managing official of the caller's own APPROVED KYB application",
    }),
  }).readonly().meta({ id: "SealRequest" });
}

export type SealRequest = z.infer<ReturnType<typeof sealRequest>>;

/** A PIN and the id of its authentication object, both of one type. */
function bothOf(type: "string" | "null") {
  return {
    properties: { pin: { type }, pinObjectId: { type } },
    required: ["pin", "pinObjectId"],
  };
}

/** Body of POST /v1/sign, with its limit (Screening §2). */
export function signRequest(limits: DocumentLimits) {
  return z.object({
    document: base64Document(limits),
    signerId: UuidReference.meta({
      description:
        "Id of a declared UBO, director or senior managing official of the caller's own APPROVED KYB application, who must have a personal signing credential",
    }),
    pin: optionalMember(z.string().min(1).max(255)).meta({
      description:
        "Authorization data for the trust service provider; never logged, stored or compared. Needs `pinObjectId`",
      writeOnly: true,
    }),
    pinObjectId: optionalMember(z.string().min(1).max(255)).meta({
      description: "Id of the authentication object that `pin` answers; needs `pin`",
    }),
  }).superRefine(({ pin, pinObjectId }, context) => {
    if ((pin === undefined) === (pinObjectId === undefined)) return;
    const missing = pin === undefined ? "pin" : "pinObjectId";
    context.addIssue({ code: "custom", path: [missing], message: "is required" });
  }).readonly().meta({
    id: "SignRequest",
    anyOf: [bothOf("string"), { ...bothOf("null"), required: [] }],
  });
}
export type SignRequest = z.infer<ReturnType<typeof signRequest>>;

const artifact = {
  credentialId: z.string().meta({ description: "`credentialID` at the trust service provider" }),
  trustServiceProvider: z.string(),
  engineVersion: z.string(),
  cscApiVersion: z.string().meta({
    description: "Version of the signing-protocol specification",
    examples: ["2.2.0.0"],
  }),
};

/** Answer of POST /v1/seal and POST /v1/sign (decisions.md part 2). Only the hashes are kept. */
export const SealedDocument = z.object({
  document: z.string().meta({
    description: "The document with its seal or signature, in base64",
    contentEncoding: "base64",
    contentMediaType: "application/pdf",
  }),
  originalSha256: Sha256,
  resultSha256: Sha256,
  frozenDecisionArtifact: z.object(artifact).readonly(),
}).readonly().meta({ id: "SealedDocument" });
export type SealedDocument = z.infer<typeof SealedDocument>;
