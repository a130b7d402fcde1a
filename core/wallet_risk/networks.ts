import type { AddressReading } from "../../standards/wallet_address/network.ts";
import { judgeTags } from "./judge_tags.ts";
import type { TagCorpus } from "./ports.ts";
import type { OtherNetwork } from "./schema.ts";
import type { RiskWeights } from "./weights.ts";

/**
 * The codes under which the corpus stores one of these networks: an older corpus may contain
 * aliases that the canonical code has replaced.
 *
 * @param codes canonical codes
 */
export function ownNetworks(
  { networks }: Pick<TagCorpus, "networks">,
  codes: readonly string[],
): readonly string[] {
  return [...networks].filter(([, canonical]) => codes.includes(canonical)).map(([code]) => code);
}

/**
 * Tags of the same address on the other networks of the corpus, in its order; networks without tags
 * are omitted. None of them counts.
 *
 * @param own the codes of the requested network
 * @see decisions-3.md part 20, networks
 */
export function otherNetworks(
  { corpus, weights }: { readonly corpus: TagCorpus; readonly weights: RiskWeights },
  own: readonly string[],
  reading: AddressReading,
): readonly Omit<OtherNetwork, "tagsTotal">[] {
  return [...corpus.networks].flatMap(([network, canonical]) => {
    if (own.includes(network)) return [];
    const { keys, isOfNetwork } = reading.on(canonical);
    if (isOfNetwork === false) return [];
    const found = keys.map((key) => corpus.find(network, key));
    const { matchedTags, excludedTags } = judgeTags(weights, ...found);
    const tags = [...matchedTags, ...excludedTags];
    return tags.length === 0 ? [] : [{ network, tags }];
  });
}
