import type { DocumentProblem, SignedDocument } from "../../core/seal/ports.ts";
import type { PadesBounds, PadesPlan } from "../../standards/pades/sign_pdf.ts";

/** The questions to a Worker, in sequence, about its one document. */
export type SigningQuestion =
  | { readonly ask: "open"; readonly document: Uint8Array; readonly bounds: PadesBounds }
  | { readonly ask: "prepare"; readonly plan: PadesPlan }
  | { readonly ask: "accept"; readonly signature: Uint8Array; readonly nonce: Uint8Array }
  | { readonly ask: "finish"; readonly timestamp: Uint8Array | null };

/** The refusals of a Worker; they reveal nothing else about a document. */
export type SigningRefusal =
  | Exclude<DocumentProblem, "took_too_long">
  | "signature_invalid"
  | "timestamp_invalid"
  | "timestamp_refused";

/** The answers to questions without a refusal. */
export interface SigningAnswers {
  readonly open: null;
  /** SHA-256 of the signed attributes. */
  readonly prepare: Uint8Array;
  /** DER of the TimeStampReq. */
  readonly accept: Uint8Array | null;
  readonly finish: SignedDocument;
}

/** The answers of a Worker. */
export type SigningReply =
  | { readonly kind: "answer"; readonly value: SigningAnswers[keyof SigningAnswers] }
  | { readonly kind: "refusal"; readonly code: SigningRefusal }
  /** An internal error, in fixed words without content of the document. */
  | { readonly kind: "fault"; readonly message: string };
