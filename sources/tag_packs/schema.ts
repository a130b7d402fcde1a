import type { CorpusTag } from "../../core/wallet_risk/ports.ts";
import type { Finding } from "../lists/schema.ts";

/** Content of a pack that did not go into the corpus, or went in with a doubt. */
export type TagFindingReason =
  | "pack_demonstration"
  | "tag_without_address"
  | "address_too_long"
  | "tag_without_label"
  | "tag_repeated"
  | "blank_around"
  | "network_unusable"
  | "network_unknown"
  | "network_of_token"
  | "address_form_unknown"
  | "address_zero"
  | "category_unknown"
  | "abuse_unknown"
  | "concept_unknown"
  | "confidence_missing"
  | "confidence_unknown"
  | "actor_unknown"
  | "lastmod_unreadable"
  | "definer_unreadable"
  | "sanctions_label_unknown"
  | "member_unknown";

/** One kind of thing met in packs, how often, and where for the first few. */
export type TagFinding = Finding<TagFindingReason>;

/** One tag, and the key under which its address is looked up. */
export interface KeyedTag {
  readonly key: string;
  readonly tag: CorpusTag;
}

/** One pack that was read whole. */
export interface PackRead {
  readonly packFile: string;
  readonly packTitle: string;
  /** Tags that stand in it, with those that were left out. */
  readonly rows: number;
  /** In the order of the pack. */
  readonly tags: readonly KeyedTag[];
}

/** One confidence of the packs' table. */
export interface Confidence {
  readonly id: string;
  /** 0 to 100. */
  readonly level: number;
}

/** What packs refer to. */
export interface Taxonomy {
  /** Broader concept of each concept, or null for the root. */
  readonly concepts: ReadonlyMap<string, string | null>;
  /** By id; `unknown` is one of them. */
  readonly confidences: ReadonlyMap<string, Confidence>;
  /** Labels by id; null where no actor pack is at hand, and every id is taken. */
  readonly actors: ReadonlyMap<string, string> | null;
}
