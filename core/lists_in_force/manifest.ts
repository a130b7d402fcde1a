import { z } from "zod";
import { type NoteSigner, openNote, signNote } from "../../standards/tlog/note.ts";
import { parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** The first member of every manifest: a key that also signs something else signs no manifest by it. */
const format = "aval-lists@1";

/** A list of a snapshot, as its manifest names it. */
const ManifestList = z.strictObject({
  source: z.string().min(1).max(120),
  /** The publisher's date. */
  asOf: z.iso.date(),
  entities: z.int().nonnegative(),
  /** Time at which its files were last known to be its publisher's newest; absent where unknown. */
  checkedAt: z.iso.datetime().optional(),
}).readonly();

/** An operator's statement of the list snapshot to screen against (decisions.md part 6). */
export const Manifest = z.strictObject({
  format: z.literal(format),
  /** Time of its signature: the newer of two counts, and one older than what is in force is refused. */
  createdAt: z.iso.datetime(),
  snapshot: z.strictObject({
    /** Its location: absolute, or relative to the manifest. */
    url: z.string().min(1).max(2_048),
    /** SHA-256 of its bytes, hex: its id. */
    sha256: z.hex().length(64).lowercase(),
    bytes: z.int().positive(),
  }).readonly(),
  /** Every list of the snapshot, in its order. */
  lists: z.array(ManifestList).min(1).max(1_000).readonly(),
  /** Lists that may have lost more entities than the policy believes, or be gone. */
  shrunken: z.array(z.string().min(1).max(120)).max(1_000).readonly(),
}).readonly();
export type Manifest = z.infer<typeof Manifest>;

/** A text that is no manifest to follow. */
export interface ManifestRefusal {
  readonly code:
    /** No given key has signed it, or it was changed. */
    | "signature"
    /** It is signed, and no manifest that this version reads. */
    | "manifest";
}

/** Signs a manifest: a C2SP signed note whose text is JSON. */
export async function signManifest(
  manifest: Omit<Manifest, "format">,
  signer: NoteSigner,
): Promise<string> {
  const checked = Manifest.parse({ format, ...manifest });
  return await signNote(`${JSON.stringify(checked, null, 2)}\n`, signer);
}

/** Verifies the signature of a manifest by any of the keys, and reads it. */
export async function openManifest(
  note: string,
  verifierKeys: readonly string[],
): Promise<Result<Manifest, ManifestRefusal>> {
  const opened = await openNote(note, verifierKeys);
  if (opened === null) return refuse({ code: "signature" });
  const manifest = Manifest.safeParse(parseJson(opened.text));
  return manifest.success ? ok(manifest.data) : refuse({ code: "manifest" });
}
