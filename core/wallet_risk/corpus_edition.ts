import type { EditionEntry } from "../publications/edition_ports.ts";
import type { NewEdition } from "../publications/record_edition.ts";
import type { CorpusInForce, WalkedAddress } from "./ports.ts";

/** The only source of an edition of the corpus, which does not distinguish packs. */
export const corpusSource = "tagpacks";

/**
 * Returns the tag corpus in force as an edition. An entry is an address with its tags, stored only
 * as a hash: the number of changes is recorded, not which addresses changed.
 */
export function corpusEdition({ corpus, manifestAt }: CorpusInForce): NewEdition {
  const { id, etlRunId } = corpus.meta;
  return {
    ...{ id, manifestAt },
    sources: [{ source: corpusSource, version: etlRunId }],
    entries: entriesOf(corpus.walk()),
    differing: () => ["tags"],
  };
}

function* entriesOf(walked: Iterable<WalkedAddress | null>): Generator<EditionEntry | null> {
  let last: number | null = null;
  let here: EditionEntry[] = [];
  const encoder = new TextEncoder();
  for (const address of walked) {
    if (address === null) {
      yield null;
      continue;
    }
    const { place, ref, stated } = address;
    // Those of one place are sorted anew, by what stands for their refs here.
    if (place !== last) yield* here.sort(byRef);
    if (place !== last) here = [];
    last = place;
    here.push({
      ...{ place, source: corpusSource, ref: hashed(ref) },
      bytes: encoder.encode(`${ref}\n${stated()}\n`),
      keep: () => ({ entityId: null, listedOn: null, groups: new Uint8Array() }),
    });
  }
  yield* here.sort(byRef);
}

/**
 * FNV-1a, 32 bits, over UTF-16 code units: together with the place, one pair of addresses in 2^64
 * collides.
 */
function hashed(ref: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < ref.length; at++) {
    hash = Math.imul(hash ^ ref.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

function byRef({ ref: one }: EditionEntry, { ref: other }: EditionEntry): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
