import { concatBytes, growingBytes } from "../../base/bytes.ts";
import type { TaggedAddress } from "../../core/wallet_risk/ports.ts";
import {
  bucketOf,
  type CorpusColumns,
  corpusColumns,
  type CorpusHeader,
  corpusMagic,
  keyBytesMax,
} from "./corpus_format.ts";
import type { Tables } from "./corpus_tables.ts";
import { byNetworkAndAddress } from "./look_up.ts";

/** Which run builds a corpus. */
export interface CorpusRun {
  readonly etlRunId: string;
  /** ISO 8601 instant. */
  readonly builtAt: string;
}

/** What a builder has taken. */
export interface Taken {
  readonly addresses: TaggedAddress[];
  /** Numbers of each tag's address and template, in the order of the packs. */
  readonly tagAddresses: number[];
  readonly tagTemplates: number[];
  /** Addresses as written, by tag, where that is not the key. */
  readonly written: Map<number, string>;
  /** Addresses by actor, each once. */
  readonly members: Set<number>[];
  /** ISO 8601 calendar date of the newest change. */
  asOf: string | null;
}

/** The bytes of a corpus of what was taken. */
export function writeCorpus(taken: Taken, tables: Tables, run: CorpusRun): Uint8Array<ArrayBuffer> {
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
