import { createHash } from "node:crypto";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import { ok, type Result } from "../../base/result.ts";
import { unreadable } from "../lists/refusal.ts";
import type { ListRefusal, SourceFile } from "../lists/schema.ts";
import { openTally } from "../lists/tally.ts";
import { openCorpusBuilder } from "./build_corpus.ts";
import { readPack } from "./read_pack.ts";
import { readTaxonomy, type TaxonomyFiles } from "./read_taxonomy.ts";
import type { TagFinding, TagFindingReason } from "./schema.ts";
import { unpack } from "./unpack.ts";

/** One pack to read. */
export interface PackFile {
  readonly file: SourceFile;
  /** Its path below `packs/`. */
  readonly packFile: string;
}

/** The input of a corpus. */
export interface TagPackFiles {
  readonly packs: readonly PackFile[];
  readonly taxonomy: TaxonomyFiles;
}

/** The report on reading packs. */
export interface TagPackReport {
  readonly packs: readonly {
    readonly packFile: string;
    /** Tags in the pack. */
    readonly rows: number;
    /** Tags of the pack in the corpus. */
    readonly tags: number;
  }[];
  /** Tags by canonical code of their network. */
  readonly networks: ReadonlyMap<string, number>;
  readonly sanctionsTags: number;
  readonly findings: readonly TagFinding[];
}

/** Options for reading packs. */
export interface BuildContext {
  readonly bounds: ListFileBounds;
  /** ISO 8601 instant of this run, to the second. */
  readonly builtAt: string;
  /** Is called before each file. */
  readonly onFile: (name: string) => void;
}

/** A corpus, with the report on its build. */
export interface BuiltCorpus {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etlRunId: string;
  readonly report: TagPackReport;
}

/**
 * Builds one corpus of all packs, or refuses it for the first unreadable file. One pack is in
 * memory at a time. Equal files, in any order, and an equal instant give equal bytes.
 */
export function buildTagCorpus(
  { packs, taxonomy: taxonomyFiles }: TagPackFiles,
  { bounds, builtAt, onFile }: BuildContext,
): Result<BuiltCorpus, ListRefusal> {
  if (packs.length === 0) return unreadable("file_missing", null, { message: "No pack is there" });
  const digests: string[] = [];
  const read = (file: SourceFile) => {
    onFile(file.name);
    const unpacked = unpack(file, bounds);
    if (unpacked.ok) digests.push(createHash("sha256").update(unpacked.value.bytes).digest("hex"));
    return unpacked;
  };
  const opened = unpackTaxonomy(taxonomyFiles, read);
  if (!opened.ok) return opened;
  const taxonomy = readTaxonomy(opened.value, bounds);
  if (!taxonomy.ok) return taxonomy;
  const tally = openTally<TagFindingReason>(bounds);
  const builder = openCorpusBuilder();
  const counted: TagPackReport["packs"][number][] = [];
  const networks = new Map<string, number>();
  let sanctionsTags = 0;
  const sorted = [...packs].sort((a, b) => a.packFile < b.packFile ? -1 : 1);
  for (const { file, packFile } of sorted) {
    const unpacked = read(file);
    if (!unpacked.ok) return unpacked;
    const pack = readPack(unpacked.value, packFile, {
      taxonomy: taxonomy.value,
      bounds,
      note: tally.note,
    });
    if (!pack.ok) return pack;
    const { rows, tags } = pack.value;
    counted.push({ packFile, rows, tags: tags.length });
    for (const { tag: { network, isSanctionsConcept } } of tags) {
      networks.set(network, (networks.get(network) ?? 0) + 1);
      sanctionsTags += Number(isSanctionsConcept);
    }
    if (tags.length > 0) builder.add(pack.value);
  }
  const etlRunId = runIdOf(builtAt, digests);
  return ok({
    bytes: builder.finish({ etlRunId, builtAt }),
    etlRunId,
    report: { packs: counted, networks, sanctionsTags, findings: tally.findings() },
  });
}

/** Makes the id of a run from its second and its input: `20260512T083000Z-` and 16 hex digits. */
function runIdOf(builtAt: string, digests: readonly string[]): string {
  const read = createHash("sha256").update(digests.join("\n")).digest("hex").slice(0, 16);
  return `${builtAt.replace(/[-:]|\.\d+/g, "")}-${read}`;
}

function unpackTaxonomy(
  files: TaxonomyFiles,
  read: (file: SourceFile) => Result<SourceFile, ListRefusal>,
): Result<TaxonomyFiles, ListRefusal> {
  const concepts = read(files.concepts);
  if (!concepts.ok) return concepts;
  const confidences = read(files.confidences);
  if (!confidences.ok) return confidences;
  const actors: SourceFile[] = [];
  for (const file of files.actors) {
    const unpacked = read(file);
    if (!unpacked.ok) return unpacked;
    actors.push(unpacked.value);
  }
  return ok({ concepts: concepts.value, confidences: confidences.value, actors });
}
