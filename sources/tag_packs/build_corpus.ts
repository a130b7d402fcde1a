import { openTables } from "./corpus_tables.ts";
import type { PackRead } from "./schema.ts";
import { type CorpusRun, type Taken, writeCorpus } from "./write_corpus.ts";

/** Collects packs and makes one corpus of them. */
export interface CorpusBuilder {
  /** Adds a pack. Order matters: equal packs in equal order give equal bytes. */
  add(pack: PackRead): void;
  /** Closes the builder. */
  finish(run: CorpusRun): Uint8Array<ArrayBuffer>;
}

/** Opens an empty builder. */
export function openCorpusBuilder(): CorpusBuilder {
  const tables = openTables();
  const taken: Taken = {
    addresses: [],
    tagAddresses: [],
    tagTemplates: [],
    written: new Map(),
    members: [],
    asOf: null,
  };
  const numbersOf = new Map<string, Map<string, number>>();

  function addressNumber(network: string, key: string): number {
    const numbers = numbersOf.get(network) ?? new Map<string, number>();
    numbersOf.set(network, numbers);
    const present = numbers.get(key);
    if (present !== undefined) return present;
    numbers.set(key, taken.addresses.length);
    return taken.addresses.push({ network, address: key }) - 1;
  }

  return {
    add({ packFile, packTitle, tags }) {
      const pack = tables.packs.push({ file: packFile, title: packTitle }) - 1;
      for (const { key, tag } of tags) {
        const address = addressNumber(tag.network, key);
        const number = taken.tagAddresses.push(address) - 1;
        taken.tagTemplates.push(tables.templateOf(tag, pack));
        if (tag.address !== key) taken.written.set(number, tag.address);
        if (tag.actorId !== null) {
          (taken.members[tables.actors.of(tag.actorId)] ??= new Set()).add(address);
        }
        const day = tag.lastmod?.slice(0, 10) ?? null;
        if (day !== null && (taken.asOf === null || day > taken.asOf)) taken.asOf = day;
      }
    },
    finish: (run) => writeCorpus(taken, tables, run),
  };
}
