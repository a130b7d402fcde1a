import { concatBytes, growingBytes } from "../../base/bytes.ts";
import type { TaggedAddress } from "../../core/wallet_risk/ports.ts";
import {
  bucketOf,
  type CorpusColumns,
  corpusColumns,
  type CorpusHeader,
  corpusMagic,
  keyBytesMax,
  viewOf,
} from "./corpus_format.ts";
import type { Tables } from "./corpus_tables.ts";
import { byNetworkAndAddress } from "./look_up.ts";
import { packKey } from "./pack_key.ts";

const encoder = new TextEncoder();
const packing = new Uint8Array(keyBytesMax);

/** The run that builds a corpus. */
export interface CorpusRun {
  readonly etlRunId: string;
  /** ISO 8601 instant. */
  readonly builtAt: string;
}

/** The data collected by a builder. */
export interface Taken {
  readonly addresses: TaggedAddress[];
  /** Numbers of each tag's address and template, in the order of the packs. */
  readonly tagAddresses: number[];
  readonly tagTemplates: number[];
  /** Addresses as written, by tag, if they differ from the key. */
  readonly written: Map<number, string>;
  /** Distinct addresses by actor. */
  readonly members: Set<number>[];
  /** ISO 8601 calendar date of the newest change. */
  asOf: string | null;
}

/** Writes the bytes of a corpus. */
export function writeCorpus(taken: Taken, tables: Tables, run: CorpusRun): Uint8Array<ArrayBuffer> {
  const { addresses } = taken;
  const networks = [...new Set(addresses.map(({ network }) => network))].sort();
  // About four addresses a bucket.
  const bucketBits = Math.max(1, Math.ceil(Math.log2(addresses.length / 4 + 1)));
  const { order, buckets, networkNumbers } = placeAddresses(addresses, networks, bucketBits);
  const rank = new Uint32Array(addresses.length);
  for (const [at, number] of order.entries()) rank[number] = at;
  const tags = tagColumns(taken, rank);
  const strings = textColumns(tables.strings.values());
  const keys = joinParts(order.length, (at) => packed(addresses[order[at]!]!.address));
  const members = taken.members.map((one) =>
    [...one].sort((a, b) => byNetworkAndAddress(addresses[a]!, addresses[b]!))
  );
  const columns: CorpusColumns = {
    ...tags,
    ...strings,
    buckets: startsOf(buckets, 2 ** bucketBits),
    keyStarts: keys.starts,
    keys: keys.bytes,
    templates: Uint32Array.from(
      tables.templates.values().flatMap((fields) => fields.split(" ").map(Number)),
    ),
    actorStarts: lengthsToStarts(members.map(({ length }) => length)),
    actorAddresses: Uint32Array.from(members.flat(), (number) => rank[number]!),
    networks: Uint16Array.from(order, (number) => networkNumbers[number]!),
  };
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
      tags: columns.tagTemplates.length,
      templates: tables.templates.values().length,
      strings: columns.stringStarts.length - 1,
      written: columns.writtenTags.length,
      actorAddresses: columns.actorAddresses.length,
      bucketBits,
      keyBytes: columns.keys.length,
      writtenBytes: columns.written.length,
      stringBytes: columns.strings.length,
    },
  }, columns);
}

/**
 * The columns of tags, in the order of their addresses, and for one address in the order of the
 * packs.
 */
function tagColumns({ tagAddresses, tagTemplates, written }: Taken, rank: Uint32Array) {
  const tags = Uint32Array.from(tagAddresses.keys()).sort((a, b) =>
    rank[tagAddresses[a]!]! - rank[tagAddresses[b]!]! || a - b
  );
  const writtenTags = Uint32Array.from(tags.keys()).filter((at) => written.has(tags[at]!));
  const others = joinParts(
    writtenTags.length,
    (at) => encoder.encode(written.get(tags[writtenTags[at]!]!)),
  );
  return {
    tagStarts: startsOf(tags.map((tag) => rank[tagAddresses[tag]!]!), rank.length),
    tagTemplates: tags.map((tag) => tagTemplates[tag]!),
    writtenTags,
    writtenStarts: others.starts,
    written: others.bytes,
  };
}

function textColumns(texts: readonly string[]) {
  const { starts, bytes } = joinParts(texts.length, (at) => encoder.encode(texts[at]));
  return { stringStarts: starts, strings: bytes };
}

/**
 * Orders the addresses of the corpus by bucket, and within one by network and key, in flat columns.
 */
function placeAddresses(
  addresses: readonly TaggedAddress[],
  networks: readonly string[],
  bits: number,
) {
  const numbers = new Map(networks.map((code, number) => [code, number]));
  const networkNumbers = Uint16Array.from(addresses, ({ network }) => numbers.get(network)!);
  const buckets = Uint32Array.from(addresses, ({ address }, number) => {
    const key = packed(address);
    return bucketOf(networkNumbers[number]!, key, key.length, bits);
  });
  const order = Uint32Array.from(addresses.keys()).sort((a, b) =>
    buckets[a]! - buckets[b]! || byNetworkAndAddress(addresses[a]!, addresses[b]!)
  );
  return { order, buckets, networkNumbers };
}

/** The start of each group when their members are in order, and the end. */
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

/** A packed key in a buffer that the next one overwrites. */
function packed(key: string): Uint8Array {
  const length = packKey(key, packing);
  if (length === null) throw new Error(`Corpus builder: key ${key} is too long`);
  return packing.subarray(0, length);
}

/** Joins parts, with the start of each. */
function joinParts(count: number, partAt: (at: number) => Uint8Array) {
  const bytes = growingBytes();
  const lengths = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    const part = partAt(at);
    lengths[at] = part.length;
    bytes.append(part);
  }
  return { bytes: bytes.bytes(), starts: lengthsToStarts(lengths) };
}

function assemble(header: CorpusHeader, columns: CorpusColumns): Uint8Array<ArrayBuffer> {
  const json = encoder.encode(JSON.stringify(header));
  const padded = new Uint8Array(
    Math.ceil((corpusMagic.length + 4 + json.length) / 4) * 4 -
      corpusMagic.length - 4,
  ).fill(0x20);
  padded.set(json);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, padded.length, true);
  const bodies = corpusColumns(header).map(([name, width, count]) => {
    const column = columns[name];
    if (column.length !== count) throw new Error(`Corpus builder: ${name} is not ${count} long`);
    const { buffer, byteOffset, byteLength } = viewOf(width).from(column);
    return new Uint8Array(buffer, byteOffset, byteLength);
  });
  return concatBytes([corpusMagic, length, padded, ...bodies]);
}
