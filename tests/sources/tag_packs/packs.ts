import type { TagCorpus } from "../../../core/wallet_risk/ports.ts";
import { listFileBounds } from "../../../core/policy/list_files.ts";
import { findPacks } from "../../../cli/tagpacks/pack_files.ts";
import { buildTagCorpus } from "../../../sources/tag_packs/build_tag_corpus.ts";
import { openCorpus } from "../../../sources/tag_packs/open_corpus.ts";

/** The excerpts of real packs. */
export const excerpts = new URL("../../../fixtures/tag_packs/", import.meta.url).pathname;

/** The build time of every test corpus. */
export const builtAt = "2026-05-12T08:30:00Z";

/** Builds the packs of a folder. @throws Error if one is refused */
export async function built(path: string) {
  const found = await findPacks({ path, taxonomy: null });
  if (!found.ok) throw new Error(found.refusal.message);
  const corpus = buildTagCorpus(found.value.files, {
    bounds: listFileBounds,
    builtAt,
    onFile: () => {},
  });
  if (!corpus.ok) throw new Error(JSON.stringify(corpus.refusal));
  return corpus.value;
}

/** Opens a corpus that must be usable. */
export function opened(bytes: Uint8Array): TagCorpus {
  const corpus = openCorpus(bytes);
  if (!corpus.ok) throw new Error(corpus.refusal.message);
  return corpus.value;
}
