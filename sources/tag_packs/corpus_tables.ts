import type { CorpusTag } from "../../core/wallet_risk/ports.ts";
import { templateFields, templateFlags } from "./corpus_format.ts";
import { openNumbers } from "./numbers.ts";
import type { Confidence } from "./schema.ts";

/** Opens the tables of shared texts and records of tags, by number. */
export function openTables() {
  const strings = openNumbers<string>();
  const actors = openNumbers<string>();
  const conceptLists = openNumbers<string>();
  const confidences = openNumbers<string>();
  const templates = openNumbers<string>();
  const concepts: (readonly string[])[] = [];
  const levels: Confidence[] = [];
  const stringOrNone = (text: string | null) => text === null ? 0 : strings.of(text) + 1;
  return {
    strings,
    actors,
    concepts,
    levels,
    templates,
    packs: [] as { readonly file: string; readonly title: string }[],
    templateOf(tag: CorpusTag, pack: number): number {
      const conceptList = conceptLists.of(JSON.stringify(tag.concepts));
      concepts[conceptList] ??= tag.concepts;
      const confidence = confidences.of(`${tag.confidenceLevel} ${tag.confidence}`);
      levels[confidence] ??= { id: tag.confidence, level: tag.confidenceLevel };
      const fields: Readonly<Record<typeof templateFields[number], number>> = {
        label: strings.of(tag.label),
        category: stringOrNone(tag.category),
        abuse: stringOrNone(tag.abuse),
        source: stringOrNone(tag.source),
        lastmod: stringOrNone(tag.lastmod),
        concepts: conceptList,
        actor: tag.actorId === null ? 0 : actors.of(tag.actorId) + 1,
        confidence,
        pack,
        flags: (tag.isSanctionsConcept ? templateFlags.isSanctionsConcept : 0) |
          (tag.isClusterDefiner ? templateFlags.isClusterDefiner : 0),
      };
      return templates.of(templateFields.map((name) => fields[name]).join(" "));
    },
  };
}

/** Shared texts and records of tags, by number. */
export type Tables = ReturnType<typeof openTables>;
