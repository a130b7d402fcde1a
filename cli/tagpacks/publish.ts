import { ok } from "../../base/result.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import {
  corpusLoss,
  type CorpusManifest,
  openCorpusManifest,
  signCorpusManifest,
} from "../../core/wallet_risk/corpus_manifest.ts";
import type { TagCorpusMeta } from "../../core/wallet_risk/ports.ts";
import { openCorpus } from "../../sources/tag_packs/open_corpus.ts";
import { type Done, failed } from "../command.ts";
import { openSignerKey } from "../lists/signer_key.ts";
import { writeForAll } from "../lists/write_file.ts";
import type { TagPacksCommand } from "./arguments.ts";
import type { TagPacksTools } from "./build.ts";

/** The name of the manifest in a published folder. */
const manifestName = "tagpacks.note";

/**
 * Puts a corpus into a folder that servers follow, under a name of its own, and then the signed
 * manifest that names it. Whoever follows sees the one before or this one, each of them whole.
 */
export async function publishTagPacks(
  { file, key, to, acceptLoss }: Extract<TagPacksCommand, { kind: "publish" }>,
  tools: TagPacksTools,
): Promise<Done> {
  const signer = await openSignerKey(await Deno.readTextFile(key).catch(() => ""));
  if (signer === null) return failed(`${key}: no key that lists keygen made, or no access`);
  const bytes = await Deno.readFile(file).catch(() => null);
  if (bytes === null) return failed(`${file}: no such file, or no access`);
  const corpus = openCorpus(bytes);
  if (!corpus.ok) {
    return failed(`${file}: no tag corpus of this version (${corpus.refusal.message})`);
  }
  const { meta } = corpus.value;
  const note = `${to}/${manifestName}`;
  const before = await readManifest(note, signer.verifierKey);
  if (before === "unreadable") {
    return failed(`${note} is not signed by ${key}; move it away if its key is given up`);
  }
  const createdAt = tools.now().toISOString();
  const problem = problemOf(meta, before, { createdAt, acceptLoss });
  if (problem !== null) return failed(problem);
  const name = `tagpacks-${meta.id.slice(0, 16)}.aval`;
  const manifest = await signCorpusManifest({
    createdAt,
    snapshot: { url: name, sha256: meta.id, bytes: bytes.length },
    etlRunId: meta.etlRunId,
    tags: meta.tags,
    acceptLoss,
  }, signer);
  try {
    await Deno.mkdir(to, { recursive: true });
    await writeForAll(`${to}/${name}`, bytes);
    await writeForAll(note, new TextEncoder().encode(manifest));
  } catch (thrown) {
    return failed(`${to}: ${thrown instanceof Error ? thrown.message : "cannot be written"}`);
  }
  tools.err(
    `Servers follow it with AVAL_TAGPACKS=PLACE/${manifestName}#key=${signer.verifierKey}\n`,
  );
  tools.out(`${meta.id}  ${note}\n`);
  return ok(null);
}

function problemOf(
  { tags }: TagCorpusMeta,
  before: CorpusManifest | null,
  { createdAt, acceptLoss }: { readonly createdAt: string; readonly acceptLoss: boolean },
): string | null {
  if (before === null) return null;
  if (createdAt <= before.createdAt) {
    return `the manifest there is of ${before.createdAt}: is this machine's clock right?`;
  }
  const loss = corpusLoss(defaultPolicy.lists, { tags, acceptLoss }, before.tags);
  return loss === null ? null : `${loss.message}; if that is right, add --accept-loss`;
}

async function readManifest(
  path: string,
  verifierKey: string,
): Promise<CorpusManifest | "unreadable" | null> {
  const text = await Deno.readTextFile(path).catch((thrown) =>
    thrown instanceof Deno.errors.NotFound ? null : ""
  );
  if (text === null) return null;
  const opened = await openCorpusManifest(text, [verifierKey]);
  return opened.ok ? opened.value : "unreadable";
}
