import { defaultPolicy } from "../../core/policy/policy.ts";
import {
  corpusLoss,
  openCorpusManifest,
  signCorpusManifest,
} from "../../core/wallet_risk/corpus_manifest.ts";
import { openCorpus } from "../../sources/tag_packs/open_corpus.ts";
import { type Done, failed } from "../command/command.ts";
import { openPublishedFolder, writePublication } from "../lists/published_folder.ts";
import type { TagPacksTools } from "./build.ts";
import { readNamedFile } from "../command/named_files.ts";

/**
 * Puts a corpus into a folder that servers follow, under a unique name, and then the signed
 * manifest that names it. A server sees the previous corpus or this one, each complete.
 */
export async function publishTagPacks(
  { file, key, to, acceptLoss }: {
    readonly file: string;
    readonly key: string;
    /** The folder that is published. */
    readonly to: string;
    /** Whether it may have lost tags. */
    readonly acceptLoss: boolean;
  },
  tools: TagPacksTools,
): Promise<Done> {
  const createdAt = tools.now().toISOString();
  const folder = await openPublishedFolder({
    ...{ key, to, createdAt },
    name: "tagpacks.note",
    open: openCorpusManifest,
  });
  if (!folder.ok) return folder;
  const { before, signer } = folder.value;
  const read = await readNamedFile(file);
  if (!read.ok) return read;
  const bytes = read.value;
  const corpus = openCorpus(bytes);
  if (!corpus.ok) {
    return failed(`${file}: not a tag corpus of this version (${corpus.refusal.message})`);
  }
  const { id, etlRunId, tags } = corpus.value.meta;
  const loss = before === null
    ? null
    : corpusLoss(defaultPolicy.lists, { tags, acceptLoss }, before.tags);
  if (loss !== null) return failed(`${loss.message}; if that is right, add --accept-loss`);
  const name = `tagpacks-${id.slice(0, 16)}.aval`;
  const manifest = await signCorpusManifest({
    createdAt,
    snapshot: { url: name, sha256: id, bytes: bytes.length },
    etlRunId,
    tags,
    acceptLoss,
  }, signer);
  const variable = "AVAL_TAGPACKS";
  return await writePublication(folder.value, { name, bytes, id, manifest, variable }, tools);
}
