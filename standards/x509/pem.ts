/** One block of a PEM text (RFC 7468). */
export interface PemBlock {
  /** Such as `CERTIFICATE`. */
  readonly label: string;
  readonly der: Uint8Array<ArrayBuffer>;
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/g;

/**
 * Reads the blocks of a PEM text in their order; text between them is ignored (RFC 7468 §2).
 *
 * @returns null when a block is damaged, or the text has none
 */
export function parsePem(text: string): readonly PemBlock[] | null {
  const blocks: PemBlock[] = [];
  for (const [, label = "", body = ""] of text.matchAll(block)) {
    const der = decode(body.replaceAll(/\s/g, ""));
    if (der === null) return null;
    blocks.push({ label, der });
  }
  const begun = text.split("-----BEGIN ").length - 1;
  return blocks.length === begun && begun > 0 ? blocks : null;
}

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(base64, { lastChunkHandling: "strict" });
  } catch {
    return null;
  }
}
