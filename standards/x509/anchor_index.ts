import type { Certificate } from "./certificate.ts";

/** Finds certificates of a set by index, instead of comparing thousands. */
export interface AnchorIndex<Anchor extends Certificate = Certificate> {
  /** Whether a certificate of the set has this fingerprint. */
  has(fingerprint: string): boolean;
  /** The certificates with this subject, in their order. */
  ofSubject(subject: string): readonly Anchor[];
}

/** Indexes by set: built once, and collected with the set. */
const indexes = new WeakMap<readonly Certificate[], AnchorIndex>();

/** Returns the index of a set, which must not change any more. */
export function anchorIndex<Anchor extends Certificate>(
  anchors: readonly Anchor[],
): AnchorIndex<Anchor> {
  const known = indexes.get(anchors);
  // Of this very array: what it holds is of its type.
  if (known !== undefined) return known as AnchorIndex<Anchor>;
  const fingerprints = new Set(anchors.map(({ fingerprint }) => fingerprint));
  const subjects = Map.groupBy(anchors, ({ subject }) => subject);
  const index: AnchorIndex<Anchor> = {
    has: (fingerprint) => fingerprints.has(fingerprint),
    ofSubject: (subject) => subjects.get(subject) ?? [],
  };
  indexes.set(anchors, index);
  return index;
}
