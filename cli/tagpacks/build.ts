import { buildTagCorpus, type BuiltCorpus } from "../../sources/tag_packs/build_tag_corpus.ts";
import { openCorpus } from "../../sources/tag_packs/open_corpus.ts";
import type { TagCorpusMeta } from "../../core/wallet_risk/ports.ts";
import { listFileBounds } from "../../core/policy/list_files.ts";
import { ok, type Result } from "../../base/result.ts";
import { type CommandRefusal, type Done, usage } from "../command/command.ts";
import { isOneOf } from "../command/file_faults.ts";
import { readPublishedFiles, writeNamedFile } from "../command/named_files.ts";
import { openProgress } from "../command/progress.ts";
import type { Terminal } from "../command/terminal.ts";
import { findPacks, type FoundPacks, type PackPlaces } from "./pack_files.ts";
import { renderReport } from "./report.ts";

/** The dependencies of the commands. */
export interface TagPacksTools extends Terminal {
  readonly now: () => Date;
  /** Columns of the terminal behind `err`; null if there is none. */
  readonly columns: number | null;
}

/** Reads every pack, and writes the corpus after opening it completely. */
export async function buildTagPacks(
  asked: PackPlaces & { readonly out: string },
  tools: TagPacksTools,
): Promise<Done> {
  const found = await findPacks(asked);
  if (!found.ok) return found;
  if (await isOneOf(asked.out, found.value.paths)) {
    return usage(`--out ${asked.out} is one of the files to read`);
  }
  for (const path of found.value.ignored) tools.err(`not read: ${path}\n`);
  const began = performance.now();
  const show = openProgress(tools, found.value.paths.length + 2);
  const built = await buildFile(asked, found.value, { ...tools, show });
  show(null);
  if (!built.ok) return built;
  const { meta, report } = built.value;
  const seconds = (performance.now() - began) / 1_000;
  tools.err(`${renderReport(meta, report)}\nBuilt in ${seconds.toFixed(1)} s\n`);
  tools.out(`${meta.id}  ${asked.out}\n`);
  return ok(null);
}

async function buildFile(
  { out }: { readonly out: string },
  { files }: FoundPacks,
  { show, now }: TagPacksTools & { readonly show: (label: string) => void },
): Promise<
  Result<{ readonly meta: TagCorpusMeta; readonly report: BuiltCorpus["report"] }, CommandRefusal>
> {
  const built = readPublishedFiles(() =>
    buildTagCorpus(files, {
      bounds: listFileBounds,
      builtAt: `${now().toISOString().slice(0, 19)}Z`,
      onFile: (name) => show(`reading ${name}`),
    })
  );
  if (!built.ok) return built;
  const { bytes, report } = built.value;
  show("opening the corpus");
  const opened = openCorpus(bytes);
  // The builder's fault, whatever the packs say.
  if (!opened.ok) throw new Error(`The corpus just built is unusable: ${opened.refusal.message}`);
  show(`writing ${out}`);
  const written = await writeNamedFile(out, bytes);
  if (!written.ok) return written;
  return ok({ meta: opened.value.meta, report });
}
