import { z } from "zod";
import { type NoteSigner, signNote } from "../../standards/tlog/note.ts";
import type { Result } from "../../base/result.ts";
import { manifestHead, type ManifestRefusal, openSigned } from "../publications/manifest.ts";

/**
 * The first member of every manifest, so that a key that also signs other content signs no manifest
 * by accident.
 */
const format = "aval-lists@1";

/** A list of a snapshot, in its manifest. */
const ManifestList = z.strictObject({
  source: z.string().min(1).max(120),
  /** The publisher's date. */
  asOf: z.iso.date(),
  entities: z.int().nonnegative(),
  /** Time at which its files were last known to be its publisher's newest; absent if unknown. */
  checkedAt: z.iso.datetime().optional(),
}).readonly();

/** An operator's statement of the list snapshot to screen against (decisions.md part 6). */
export const Manifest = z.strictObject({
  format: z.literal(format),
  ...manifestHead,
  /** Every list of the snapshot, in its order. */
  lists: z.array(ManifestList).min(1).max(1_000).readonly(),
  /** Lists that may have lost more entities than the policy accepts, or may be missing. */
  shrunken: z.array(z.string().min(1).max(120)).max(1_000).readonly(),
}).readonly();
export type Manifest = z.infer<typeof Manifest>;

/** Signs a manifest: a C2SP signed note whose text is JSON. */
export async function signManifest(
  manifest: Omit<Manifest, "format">,
  signer: NoteSigner,
): Promise<string> {
  const checked = Manifest.parse({ format, ...manifest });
  return await signNote(`${JSON.stringify(checked, null, 2)}\n`, signer);
}

/** Verifies the signature of a manifest by any of the keys, and parses it. */
export async function openManifest(
  note: string,
  verifierKeys: readonly string[],
): Promise<Result<Manifest, ManifestRefusal>> {
  return await openSigned(Manifest, note, verifierKeys);
}
