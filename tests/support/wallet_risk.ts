import { createHash } from "node:crypto";
import { addressOnNetwork } from "../../standards/wallet_address/network.ts";
import type { NoteSigner } from "../../standards/tlog/note.ts";
import { signCorpusManifest } from "../../core/wallet_risk/corpus_manifest.ts";
import type { CorpusTag } from "../../core/wallet_risk/ports.ts";
import { openCorpusBuilder } from "../../sources/tag_packs/build_corpus.ts";

/** The route of wallet risk. */
export const walletRiskPath = "/v1/wallet-risk/score";

/** A test tag; by default an exchange of medium confidence. */
export function corpusTag(tag: Partial<CorpusTag> = {}): CorpusTag {
  return {
    network: "ETH",
    address: "0x00000000000000000000000000000000000000aa",
    label: "Somebody",
    category: "exchange",
    abuse: null,
    concepts: ["exchange", "service", "entity"],
    actorId: null,
    confidence: "service_data",
    confidenceLevel: 50,
    isSanctionsConcept: false,
    source: null,
    packFile: "pack.yaml",
    packTitle: "A pack",
    lastmod: null,
    isClusterDefiner: false,
    ...tag,
  };
}

/** A corpus that is not in a file. */
export interface SmallCorpus {
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etlRunId: string;
  readonly tags: number;
}

/** Builds a corpus of these tags. */
export function smallCorpus(
  etlRunId: string,
  tags: readonly CorpusTag[],
  builtAt = "2026-03-01T00:00:00Z",
): SmallCorpus {
  const builder = openCorpusBuilder();
  for (const [packFile, own] of Map.groupBy(tags, (tag) => tag.packFile)) {
    builder.add({
      packFile,
      packTitle: own[0]!.packTitle,
      rows: own.length,
      tags: own.map((tag) => ({ key: addressOnNetwork(tag.network, tag.address).key, tag })),
    });
  }
  const bytes = builder.finish({ etlRunId, builtAt });
  const id = createHash("sha256").update(bytes).digest("hex");
  return { id, bytes, etlRunId, tags: tags.length };
}

/** Makes a signed manifest of a corpus. */
export async function corpusManifestOf(
  { id, bytes, etlRunId, tags }: SmallCorpus,
  signer: NoteSigner,
  { createdAt, acceptLoss = false }: {
    readonly createdAt: string;
    readonly acceptLoss?: boolean;
  },
): Promise<string> {
  return await signCorpusManifest({
    createdAt,
    snapshot: { url: `${id.slice(0, 16)}.aval`, sha256: id, bytes: bytes.length },
    etlRunId,
    tags,
    acceptLoss,
  }, signer);
}

/** Writes a corpus and then its manifest into a folder, as `tagpacks publish` does. */
export async function publishCorpus(
  folder: string,
  corpus: SmallCorpus,
  manifest: string,
): Promise<void> {
  await Deno.writeFile(`${folder}/${corpus.id.slice(0, 16)}.aval`, corpus.bytes);
  await Deno.writeTextFile(`${folder}/tagpacks.note.new`, manifest);
  await Deno.rename(`${folder}/tagpacks.note.new`, `${folder}/tagpacks.note`);
}
