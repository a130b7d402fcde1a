import type { ExcludedTag, MatchedTag, OtherNetwork } from "./schema.ts";

/** The tags in an answer, with their total numbers. */
export interface ListedTags {
  readonly matchedTags: readonly MatchedTag[];
  readonly matchedTagsTotal: number;
  readonly excludedTags: readonly ExcludedTag[];
  readonly excludedTagsTotal: number;
  /** In the given order, grouped by network. */
  readonly otherNetworks: readonly OtherNetwork[];
}

/**
 * Lists as many tags as an answer may contain, tags that count first, each list in its order. The
 * score is computed from all tags.
 *
 * @param otherNetworks other networks with all of their tags, which are listed last
 * @param bytesMax maximum bytes of JSON for all lists
 */
export function listTags(
  { matchedTags, excludedTags }: Pick<ListedTags, "matchedTags" | "excludedTags">,
  otherNetworks: readonly Omit<OtherNetwork, "tagsTotal">[],
  bytesMax: number,
): ListedTags {
  let left = bytesMax;
  const fitting = <Tag>(tags: readonly Tag[]): readonly Tag[] => {
    for (const [at, tag] of tags.entries()) {
      left -= encoder.encode(JSON.stringify(tag)).length;
      if (left < 0) return tags.slice(0, at);
    }
    return tags;
  };
  return {
    matchedTags: fitting(matchedTags),
    matchedTagsTotal: matchedTags.length,
    excludedTags: fitting(excludedTags),
    excludedTagsTotal: excludedTags.length,
    otherNetworks: otherNetworks.map(({ network, tags }) => ({
      network,
      tags: fitting(tags),
      tagsTotal: tags.length,
    })),
  };
}

const encoder = new TextEncoder();
