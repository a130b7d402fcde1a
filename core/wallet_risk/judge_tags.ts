import type { CorpusTag } from "./ports.ts";
import type { ExcludedTag, MatchedTag } from "./schema.ts";
import { categoryWeight, type RiskWeights } from "./weights.ts";

/** The result of judging the tags of one address. */
export interface Judgement {
  /** Null if no tag counts. */
  readonly score: number | null;
  readonly classification: "LOW" | "HIGH" | "UNTAGGED";
  /** Highest contribution first, then in the order of the corpus. */
  readonly matchedTags: readonly MatchedTag[];
  readonly excludedTags: readonly ExcludedTag[];
}

/**
 * Judges the tags of one address (decisions.md part 7): the score is the highest contribution of
 * the tags that count, and 100 if one of them is a sanctions concept.
 *
 * @param tagsOfKeys the tags of each key of the address; tags of an account behind it belong to
 *   another address and supersede none of the address's own
 */
export function judgeTags(
  weights: RiskWeights,
  ...tagsOfKeys: readonly (readonly CorpusTag[])[]
): Judgement {
  const isUnderFloor = ({ confidenceLevel }: CorpusTag) =>
    confidenceLevel < weights.confidenceFloor;
  const matched: MatchedTag[] = [];
  const excludedTags: ExcludedTag[] = [];
  for (const tags of tagsOfKeys) {
    const newest = newestByPack(tags.filter((tag) => !isUnderFloor(tag)));
    for (const tag of tags) {
      const weighed = weigh(weights, tag);
      if (isUnderFloor(tag)) {
        excludedTags.push({ ...weighed, exclusionReason: "below_confidence_floor" });
      } else if (isNewer(newest.get(tag.packFile) ?? null, tag.lastmod)) {
        excludedTags.push({ ...weighed, exclusionReason: "superseded" });
      } else {
        matched.push(weighed);
      }
    }
  }
  const matchedTags = matched.toSorted((a, b) => b.contributionScore - a.contributionScore);
  const score = scoreOf(matchedTags);
  return { score, classification: classOf(weights, score), matchedTags, excludedTags };
}

function weigh(weights: RiskWeights, tag: CorpusTag): MatchedTag {
  const weight = categoryWeight(weights, tag);
  const { isSanctionsConcept, source, packFile, packTitle, lastmod, isClusterDefiner } = tag;
  const { network, address, label, category, abuse, concepts, actorId } = tag;
  // In the order of the schema, as a replay will have it.
  return {
    network,
    address,
    label,
    category,
    abuse,
    concepts,
    actorId,
    confidence: tag.confidence,
    confidenceLevel: tag.confidenceLevel,
    categoryWeight: weight,
    contributionScore: Math.round(weight * tag.confidenceLevel / 100),
    isSanctionsConcept,
    source,
    packFile,
    packTitle,
    lastmod,
    isClusterDefiner,
  };
}

function scoreOf(matched: readonly MatchedTag[]): number | null {
  const [highest] = matched;
  if (highest === undefined) return null;
  return matched.some((tag) => tag.isSanctionsConcept) ? 100 : highest.contributionScore;
}

function classOf({ highFrom }: RiskWeights, score: number | null): Judgement["classification"] {
  if (score === null) return "UNTAGGED";
  return score < highFrom ? "LOW" : "HIGH";
}

/** The newest `lastmod` of each pack, among tags with one. */
function newestByPack(tags: readonly CorpusTag[]): ReadonlyMap<string, string> {
  const newest = new Map<string, string>();
  for (const { packFile, lastmod } of tags) {
    if (lastmod !== null && (newest.get(packFile) ?? "") < lastmod) newest.set(packFile, lastmod);
  }
  return newest;
}

/**
 * Whether one date is certainly after another; undecided, and therefore false, for a day and an
 * instant of that day.
 */
function isNewer(newest: string | null, lastmod: string | null): boolean {
  if (newest === null || lastmod === null) return false;
  return newest > lastmod && !newest.startsWith(lastmod);
}
