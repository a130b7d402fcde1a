import { z } from "zod";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type NoteSigner, signNote } from "../../standards/tlog/note.ts";
import type { ListRules } from "../policy/lists.ts";
import type { PublicationKind } from "../publications/judge_manifest.ts";
import { manifestHead, openSigned } from "../publications/manifest.ts";
import type { Publication, UpdateRefusal } from "../publications/ports.ts";
import type { CorpusInForce, TagCorpus } from "./ports.ts";

/**
 * The first member of every manifest, so that a manifest of lists is never taken for one of a
 * corpus.
 */
const format = "aval-tagpacks@1";

/** An operator's statement of the tag corpus to use for scores. */
export const CorpusManifest = z.strictObject({
  format: z.literal(format),
  ...manifestHead,
  /** The run that built the corpus. */
  etlRunId: z.string().min(1).max(120),
  tags: z.int().nonnegative(),
  /** Whether it may have lost more tags than the policy accepts. */
  acceptLoss: z.boolean(),
}).readonly();
export type CorpusManifest = z.infer<typeof CorpusManifest>;

/** Signs a manifest: a C2SP signed note whose text is JSON. */
export async function signCorpusManifest(
  manifest: Omit<CorpusManifest, "format">,
  signer: NoteSigner,
): Promise<string> {
  const checked = CorpusManifest.parse({ format, ...manifest });
  return await signNote(`${JSON.stringify(checked, null, 2)}\n`, signer);
}

/** Verifies the signature of a corpus's manifest by any of the keys, and parses it. */
export const openCorpusManifest: PublicationKind<CorpusManifest, CorpusInForce>["open"] = (
  note,
  verifierKeys,
) => openSigned(CorpusManifest, note, verifierKeys);

/** Opens the bytes of a corpus; a refusal states the reason. */
export type OpenCorpus = (
  bytes: Uint8Array,
) => Result<TagCorpus, { readonly code: string; readonly message: string }>;

/** Manifests of tag corpora. */
export function corpusManifests(
  { publication, openCorpus, rules }: {
    readonly publication: Publication;
    readonly openCorpus: OpenCorpus;
    readonly rules: ListRules;
  },
): PublicationKind<CorpusManifest, CorpusInForce> {
  return {
    variable: "AVAL_TAGPACKS",
    open: openCorpusManifest,
    isInForce: ({ snapshot }, { corpus }) => corpus.meta.id === snapshot.sha256,
    renew: (manifest, inForce) => ({ ...inForce, manifestAt: signedAt(manifest) }),
    lossOf: (manifest, { corpus }) => corpusLoss(rules, manifest, corpus.meta.tags),
    load: async (manifest) => {
      const read = await publication.snapshot(manifest.snapshot);
      if (!read.ok) return read;
      const opened = openCorpus(read.value);
      if (!opened.ok) {
        return refuse({
          code: "unusable",
          message: `this version cannot read the corpus (${opened.refusal.message})`,
        });
      }
      const { etlRunId, tags } = opened.value.meta;
      if (etlRunId !== manifest.etlRunId || tags !== manifest.tags) {
        return refuse({
          code: "snapshot_differs",
          message: "run and tags of the corpus differ from those in the manifest",
        });
      }
      const manifestAt = signedAt(manifest);
      const staleAfterDays = rules.tagPacksStaleDays;
      return ok({ corpus: opened.value, isInvented: false, staleAfterDays, manifestAt });
    },
  };
}

/**
 * Compares a corpus with the number of tags of another.
 *
 * @returns the reason why it may not replace the other; null if it may
 */
export function corpusLoss(
  { shrinkPercentMax }: Pick<ListRules, "shrinkPercentMax">,
  { tags, acceptLoss }: Pick<CorpusManifest, "tags" | "acceptLoss">,
  before: number,
): UpdateRefusal | null {
  if (acceptLoss || tags >= before * (1 - shrinkPercentMax / 100)) return null;
  const message = `the corpus lost more than the policy permits: ${before} tags to ${tags}`;
  return { code: "shrunken", message };
}

/** Whether two values belong to the same corpus. */
export function sameCorpus(a: CorpusInForce, b: CorpusInForce): boolean {
  return a.corpus === b.corpus;
}

function signedAt({ createdAt }: Pick<CorpusManifest, "createdAt">): Temporal.Instant {
  return Temporal.Instant.from(createdAt);
}
