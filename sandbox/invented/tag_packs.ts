import { z } from "zod";
import type { TagCorpora } from "../../core/wallet_risk/ports.ts";
import { openCorpusBuilder } from "../../sources/tag_packs/build_corpus.ts";
import { openCorpus } from "../../sources/tag_packs/open_corpus.ts";
import { addressOnNetwork } from "../../standards/wallet_address/network.ts";
import fixture from "../../fixtures/wallet_risk/sandbox.json" with { type: "json" };

/** The invented tag packs of the sandbox. */
const SandboxPacks = z.strictObject({
  about: z.string(),
  packs: z.array(z.strictObject({
    file: z.string(),
    title: z.string(),
    tags: z.array(z.strictObject({
      network: z.string(),
      address: z.string(),
      label: z.string(),
      category: z.string().nullable(),
      abuse: z.string().nullable(),
      concepts: z.array(z.string()),
      actorId: z.string().nullable(),
      confidence: z.string(),
      confidenceLevel: z.int().min(0).max(100),
      isSanctionsConcept: z.boolean(),
      source: z.string().nullable(),
      lastmod: z.iso.date().nullable(),
      isClusterDefiner: z.boolean(),
    })),
  })),
});

/** The stated build time of the invented corpus. */
const builtAt = "2026-02-01T00:00:00Z";

/** Opens the sandbox's corpus, built in memory from its readable form. */
export function openSandboxCorpus(): TagCorpora {
  const builder = openCorpusBuilder();
  for (const { file: packFile, title: packTitle, tags } of SandboxPacks.parse(fixture).packs) {
    builder.add({
      packFile,
      packTitle,
      rows: tags.length,
      tags: tags.map((tag) => ({
        key: addressOnNetwork(tag.network, tag.address).key,
        tag: { ...tag, packFile, packTitle },
      })),
    });
  }
  const opened = openCorpus(builder.finish({ etlRunId: "sandbox", builtAt }));
  if (!opened.ok) throw new Error(`The sandbox's corpus: ${opened.refusal.message}`);
  const inForce = {
    corpus: opened.value,
    isInvented: true,
    staleAfterDays: null,
    manifestAt: null,
  };
  return { current: () => inForce, use: (run) => run(inForce), lastUpdate: () => null };
}
