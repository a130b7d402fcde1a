import { concatBytes, growingBytes } from "../../base/bytes.ts";
import type { CorpusTag, TaggedAddress } from "../../core/wallet_risk/ports.ts";
import {
  bucketOf,
  type CorpusColumns,
  corpusColumns,
  type CorpusHeader,
  corpusMagic,
  keyBytesMax,
  templateFields,
  templateFlags,
} from "./corpus_format.ts";
import { byNetworkAndAddress } from "./look_up.ts";
import { openNumbers } from "./numbers.ts";
import type { Confidence, PackRead } from "./schema.ts";

/** Which run builds a corpus. */
export interface CorpusRun {
  readonly etlRunId: string;
  /** ISO 8601 instant. */
  readonly builtAt: string;
}

/** Collects packs and turns them into one corpus. */
export interface CorpusBuilder {
  /** Takes a pack over. Order counts: the same packs in the same order make the same bytes. */
  add(pack: PackRead): void;
  /** Closes the builder. */
  finish(run: CorpusRun): Uint8Array<ArrayBuffer>;
}

/** What a builder has taken. */
interface Taken {
  readonly addresses: TaggedAddress[];
  /** Numbers of each tag's address and template, in the order of the packs. */
  readonly tagAddresses: number[];
  readonly tagTemplates: number[];
  /** Addresses as written, by tag, where that is not the key. */
  readonly written: Map<number, string>;
  /** Addresses by actor, each once. */
  readonly members: Set<number>[];
  asOf: string | null;
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
  const addressNumbers = new Map<string, number>();

  function addressNumber(network: string, key: string): number {
    const text = `${network} ${key}`;
    const present = addressNumbers.get(text);
    if (present !== undefined) return present;
    addressNumbers.set(text, taken.addresses.length);
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

/** Texts and records that many tags share, by number. */
function openTables() {
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
      const confidence = confidences.of(tag.confidence);
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

type Tables = ReturnType<typeof openTables>;

function writeCorpus(taken: Taken, tables: Tables, run: CorpusRun): Uint8Array<ArrayBuffer> {
  const { addresses, tagAddresses } = taken;
  const networks = [...new Set(addresses.map(({ network }) => network))].sort();
  // About four addresses a bucket.
  const bucketBits = Math.max(1, Math.ceil(Math.log2(addresses.length / 4 + 1)));
  const { order, buckets, networkNumbers } = placeAddresses(addresses, networks, bucketBits);
  const rank = new Uint32Array(addresses.length);
  for (const [at, number] of order.entries()) rank[number] = at;
  const tags = Uint32Array.from(tagAddresses.keys()).sort((a, b) =>
    rank[tagAddresses[a]!]! - rank[tagAddresses[b]!]! || a - b
  );
  const writtenTags = Uint32Array.from(tags.keys()).filter((at) => taken.written.has(tags[at]!));
  const keys = joinTexts(order.length, (at) => addresses[order[at]!]!.address);
  const others = joinTexts(writtenTags.length, (at) => taken.written.get(tags[writtenTags[at]!]!)!);
  const allStrings = tables.strings.values();
  const strings = joinTexts(allStrings.length, (at) => allStrings[at]!);
  const members = taken.members.map((one) =>
    [...one].sort((a, b) => byNetworkAndAddress(addresses[a]!, addresses[b]!))
  );
  return assemble({
    ...run,
    asOf: taken.asOf,
    networks,
    packs: tables.packs,
    confidences: tables.levels,
    concepts: tables.concepts.map((list) => [...list]),
    actors: [...tables.actors.values()],
    counts: {
      addresses: addresses.length,
      tags: tags.length,
      templates: tables.templates.values().length,
      strings: allStrings.length,
      written: writtenTags.length,
      actorAddresses: members.reduce((sum, { length }) => sum + length, 0),
      bucketBits,
      keyBytes: keys.bytes.length,
      writtenBytes: others.bytes.length,
      stringBytes: strings.bytes.length,
    },
  }, {
    buckets: startsOf(buckets, 2 ** bucketBits),
    keyStarts: keys.starts,
    tagStarts: startsOf(tags.map((tag) => rank[tagAddresses[tag]!]!), addresses.length),
    tagTemplates: tags.map((tag) => taken.tagTemplates[tag]!),
    writtenTags,
    writtenStarts: others.starts,
    stringStarts: strings.starts,
    templates: Uint32Array.from(
      tables.templates.values().flatMap((fields) => fields.split(" ").map(Number)),
    ),
    actorStarts: lengthsToStarts(members.map(({ length }) => length)),
    actorAddresses: Uint32Array.from(members.flat(), (number) => rank[number]!),
    networks: Uint16Array.from(order, (number) => networkNumbers[number]!),
    keys: keys.bytes,
    written: others.bytes,
    strings: strings.bytes,
  });
}

/** Addresses in the order of the corpus, by bucket and in one by network and key, in flat columns. */
function placeAddresses(
  addresses: readonly TaggedAddress[],
  networks: readonly string[],
  bits: number,
) {
  const numbers = new Map(networks.map((code, number) => [code, number]));
  const networkNumbers = Uint16Array.from(addresses, ({ network }) => numbers.get(network)!);
  const encoder = new TextEncoder();
  const key = new Uint8Array(keyBytesMax);
  const buckets = Uint32Array.from(addresses, ({ address }, number) => {
    const { read, written } = encoder.encodeInto(address, key);
    if (read !== address.length) throw new Error(`Corpus builder: key ${address} is too long`);
    return bucketOf(networkNumbers[number]!, key, written, bits);
  });
  const order = Uint32Array.from(addresses.keys()).sort((a, b) =>
    buckets[a]! - buckets[b]! || byNetworkAndAddress(addresses[a]!, addresses[b]!)
  );
  return { order, buckets, networkNumbers };
}

/** Where each of so many groups begins when their members are in order, and the end. */
function startsOf(groups: Uint32Array, count: number): Uint32Array {
  const lengths = new Uint32Array(count);
  for (const group of groups) lengths[group]! += 1;
  return lengthsToStarts(lengths);
}

function lengthsToStarts(lengths: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (let at = 0; at < lengths.length; at++) starts[at + 1] = starts[at]! + lengths[at]!;
  return starts;
}

/** So many texts one after another, and where each begins. */
function joinTexts(count: number, textAt: (at: number) => string) {
  const encoder = new TextEncoder();
  const bytes = growingBytes();
  const lengths = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    const text = encoder.encode(textAt(at));
    lengths[at] = text.length;
    bytes.append(text);
  }
  return { bytes: bytes.bytes(), starts: lengthsToStarts(lengths) };
}

function assemble(header: CorpusHeader, columns: CorpusColumns): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const padded = new Uint8Array(
    Math.ceil((corpusMagic.length + 4 + json.length) / 4) * 4 -
      corpusMagic.length - 4,
  ).fill(0x20);
  padded.set(json);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, padded.length, true);
  const bodies = corpusColumns(header).map(([name, width, count]) => {
    const { buffer, byteOffset, byteLength } = columns[name];
    if (byteLength !== width * count) {
      throw new Error(`Corpus builder: ${name} is not ${count} long`);
    }
    return new Uint8Array(buffer, byteOffset, byteLength);
  });
  return concatBytes([corpusMagic, length, padded, ...bodies]);
}
