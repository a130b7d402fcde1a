import { z } from "zod";
import { appendedToBase64, appendToBase64 } from "../../base/base64.ts";
import { SealedDocument } from "./schema.ts";

/** The document of a request, in base64. */
interface Original {
  readonly document: string;
}

/**
 * The stored replay of a seal or signature: only the bytes after the original, since a repeated
 * request contains the original again.
 */
const KeptDocument = z.strictObject({
  appended: z.base64(),
  ...SealedDocument.unwrap().omit({ document: true }).shape,
}).readonly();

/** Returns the reference from which {@link restoreDocument} makes the same answer again. */
export function keepDocument(
  { document, ...members }: SealedDocument,
  original: Original,
): z.infer<typeof KeptDocument> {
  return { appended: appendedToBase64(original.document, document).toBase64(), ...members };
}

/** Restores the answer of an earlier seal or signature of the same document. */
export function restoreDocument(reference: unknown, original: Original): SealedDocument {
  const { appended, ...members } = KeptDocument.parse(reference);
  const bytes = Uint8Array.fromBase64(appended);
  return { document: appendToBase64(original.document, bytes), ...members };
}

/**
 * The part of a request that must be equal for a repeat: the document by its hash, without the PIN.
 */
export async function comparedRequest<Request extends Original & { readonly pin?: unknown }>(
  { document, pin: _, ...rest }: Request,
): Promise<Omit<Request, "document" | "pin"> & { readonly documentSha256: string }> {
  const bytes = new TextEncoder().encode(document);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return { ...rest, documentSha256: digest.toHex() };
}
