import type { CorpusTag } from "../../core/wallet_risk/ports.ts";
import type { Finding } from "../lists/schema.ts";

/** Content of a pack that was dropped from the corpus, or accepted with a doubt. */
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

/** One kind of finding in packs, its count, and its first places. */
export type TagFinding = Finding<TagFindingReason>;

/** One tag, with the look-up key of its address. */
export interface KeyedTag {
  readonly key: string;
  readonly tag: CorpusTag;
}

/** One completely read pack. */
export interface PackRead {
  readonly packFile: string;
  readonly packTitle: string;
  /** Tags in the pack, including dropped ones. */
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

/** The data that packs refer to. */
export interface Taxonomy {
  /** Broader concept of each concept; null for the root. */
  readonly concepts: ReadonlyMap<string, string | null>;
  /** By id, including `unknown`. */
  readonly confidences: ReadonlyMap<string, Confidence>;
  /** Labels by id; null without an actor pack, in which case every id is accepted. */
  readonly actors: ReadonlyMap<string, string> | null;
}
