import type { Certificate } from "./certificate.ts";

/** Finds certificates of a set, without looking at each of thousands. */
export interface AnchorIndex<Anchor extends Certificate = Certificate> {
  /** Whether one of the set has this fingerprint. */
  has(fingerprint: string): boolean;
  /** Those with this subject, in their order. */
  ofSubject(subject: string): readonly Anchor[];
}

/** Built once a set, and gone with it. */
const indexes = new WeakMap<readonly Certificate[], AnchorIndex>();

/** The index of a set that does not change any more. */
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
