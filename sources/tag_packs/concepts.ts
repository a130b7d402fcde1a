import type { TagFindingReason, Taxonomy } from "./schema.ts";

/** A tag's statements about its subject. */
export interface NamedConcepts {
  readonly named: readonly string[];
  readonly category: string | null;
  readonly abuse: string | null;
}

/** The concepts of a tag, and the stated ones that the taxonomy lacks. */
export interface ReadConcepts {
  readonly concepts: readonly string[];
  readonly unknown: readonly (readonly [reason: TagFindingReason, text: string])[];
}

/** Returns the concepts of a tag with their broader ones. */
export type ConceptsOf = (named: NamedConcepts) => ReadConcepts;

/**
 * Opens the reading of concepts: those that a tag names, even if the taxonomy lacks them, then its
 * category and abuse if the taxonomy has them. Each is followed by its broader ones, without the
 * root, which carries no information.
 */
export function openConcepts(broader: Taxonomy["concepts"]): ConceptsOf {
  const read = new Map<string, ReadConcepts>();

  function chainOf(concept: string): readonly string[] {
    const chain: string[] = [];
    let at: string | null = concept;
    while (at !== null) {
      const above: string | null = broader.get(at) ?? null;
      if (above !== null) chain.push(at);
      at = above;
    }
    return chain;
  }

  return (says) => {
    const key = JSON.stringify(says);
    const present = read.get(key);
    if (present !== undefined) return present;
    const { named, category, abuse } = says;
    const unknown: (readonly [TagFindingReason, string])[] = [];
    const concepts = named.flatMap((concept) => {
      if (broader.has(concept)) return chainOf(concept);
      unknown.push(["concept_unknown", concept]);
      return [concept];
    });
    for (
      const [reason, concept] of [["category_unknown", category], ["abuse_unknown", abuse]] as const
    ) {
      if (concept === null) continue;
      if (broader.has(concept)) concepts.push(...chainOf(concept));
      else unknown.push([reason, concept]);
    }
    const made = { concepts: [...new Set(concepts)], unknown };
    read.set(key, made);
    return made;
  };
}
