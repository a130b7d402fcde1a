import {
  type CorpusColumns,
  type CorpusHeader,
  templateFields,
  templateFlags,
} from "./corpus_format.ts";

/**
 * Returns the fault in the columns of a corpus, or null. Without a fault no number in them points
 * outside, so that look-ups need no check.
 */
export function faultInColumns(columns: CorpusColumns, header: CorpusHeader): string | null {
  const { addresses, tags, written, strings } = header.counts;
  const starts = [
    ["buckets", columns.buckets, addresses],
    ["keyStarts", columns.keyStarts, columns.keys.length],
    ["tagStarts", columns.tagStarts, tags],
    ["writtenStarts", columns.writtenStarts, columns.written.length],
    ["stringStarts", columns.stringStarts, columns.strings.length],
    ["actorStarts", columns.actorStarts, columns.actorAddresses.length],
  ] as const;
  const torn = starts.find(([, column, end]) => !isAscending(column, end));
  if (torn !== undefined) return `${torn[0]} does not ascend to its end`;
  const ids = [
    ["tagTemplates", columns.tagTemplates, header.counts.templates],
    ["actorAddresses", columns.actorAddresses, addresses],
    ["networks", columns.networks, header.networks.length],
    ["writtenTags", columns.writtenTags, tags],
  ] as const;
  const outside = ids.find(([, column, end]) => !isBelow(column, end));
  if (outside !== undefined) return `${outside[0]} points outside`;
  for (let at = 1; at < written; at++) {
    if (columns.writtenTags[at - 1]! >= columns.writtenTags[at]!) return "writtenTags are unsorted";
  }
  return faultInTemplates(columns.templates, header, strings);
}

function faultInTemplates(
  templates: Uint32Array,
  { concepts, actors, confidences, packs }: CorpusHeader,
  strings: number,
): string | null {
  const ends: Readonly<Record<typeof templateFields[number], number>> = {
    label: strings,
    category: strings + 1,
    abuse: strings + 1,
    source: strings + 1,
    lastmod: strings + 1,
    concepts: concepts.length,
    actor: actors.length + 1,
    confidence: confidences.length,
    pack: packs.length,
    flags: (templateFlags.isSanctionsConcept | templateFlags.isClusterDefiner) + 1,
  };
  for (let at = 0; at < templates.length; at++) {
    const field = templateFields[at % templateFields.length]!;
    if (templates[at]! >= ends[field]) return `${field} of a template points outside`;
  }
  return null;
}

/** Whether these are starts of parts that fill everything up to the end. */
function isAscending(starts: Uint32Array, end: number): boolean {
  if (starts[0] !== 0 || starts.at(-1) !== end) return false;
  for (let at = 1; at < starts.length; at++) {
    if (starts[at]! < starts[at - 1]!) return false;
  }
  return true;
}

function isBelow(ids: Uint32Array | Uint16Array | Uint8Array, end: number): boolean {
  for (let at = 0; at < ids.length; at++) {
    if (ids[at]! >= end) return false;
  }
  return true;
}
