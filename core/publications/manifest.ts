import { z } from "zod";
import { openNote } from "../../standards/tlog/note.ts";
import { parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** The members of every manifest, besides its `format` and its snapshot's content. */
export const manifestHead = {
  /**
   * Signing time: of two manifests the newer counts, and one older than the manifest in force is
   * refused.
   */
  createdAt: z.iso.datetime(),
  snapshot: z.strictObject({
    /** Its location: absolute, or relative to the manifest. */
    url: z.string().min(1).max(2_048),
    /** SHA-256 of its bytes, hex: its id. */
    sha256: z.hex().length(64).lowercase(),
    bytes: z.int().positive(),
  }).readonly(),
};

/** Statement of an operator, signed: which snapshot to use (decisions.md part 6). */
export interface AnyManifest {
  readonly createdAt: string;
  readonly snapshot: { readonly url: string; readonly sha256: string; readonly bytes: number };
}

/** A text that is not a usable manifest. */
export interface ManifestRefusal {
  readonly code:
    /** None of the given keys signed it, or it was changed. */
    | "signature"
    /** The signature is valid, but this version cannot read the content. */
    | "manifest";
}

/** Verifies the signature of a manifest by any of the keys, and parses it by its schema. */
export async function openSigned<Manifest>(
  schema: z.ZodType<Manifest>,
  note: string,
  verifierKeys: readonly string[],
): Promise<Result<Manifest, ManifestRefusal>> {
  const opened = await openNote(note, verifierKeys);
  if (opened === null) return refuse({ code: "signature" });
  const manifest = schema.safeParse(parseJson(opened.text));
  return manifest.success ? ok(manifest.data) : refuse({ code: "manifest" });
}
