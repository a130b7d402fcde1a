import { z } from "zod";

/** The first bytes of every corpus; the digit is the version of the format. */
export const corpusMagic = new TextEncoder().encode("AVALTAG1");

/** Bytes of one address's packed key at most. */
export const keyBytesMax = 1_024;

/** Bytes of the header at most: several times that of the packs of 2026. */
export const headerBytesMax = 16 * 1024 * 1024;

const Text = z.string();
const Count = z.int().min(0).max(0x7fff_ffff);

/**
 * The header of a corpus, JSON: what is small. After the magic comes its length (32 bits, as all
 * numbers little-endian), then the header, filled with blanks to a multiple of four bytes, then the
 * columns of {@link corpusColumns}, and nothing else.
 */
export const CorpusHeader = z.strictObject({
  /** As audit entries and manifests have it. */
  etlRunId: z.string().regex(/^[\x21-\x7e]{1,120}$/),
  builtAt: z.iso.datetime(),
  asOf: z.iso.date().nullable(),
  /** Canonical codes. */
  networks: z.array(Text).max(0xffff),
  packs: z.array(z.strictObject({ file: Text, title: Text })),
  confidences: z.array(z.strictObject({ id: Text, level: z.int().min(0).max(100) })),
  /** Every list of concepts that a tag has. */
  concepts: z.array(z.array(Text)),
  /** Their ids. */
  actors: z.array(Text),
  counts: z.strictObject({
    addresses: Count,
    tags: Count,
    /** Tags without their address, each once. */
    templates: Count,
    strings: Count,
    /** Tags whose pack writes the address in another way than its key. */
    written: Count,
    /** Pairs of actor and address. */
    actorAddresses: Count,
    /** Power of two of the buckets that addresses are found by. */
    bucketBits: z.int().min(1).max(24),
    keyBytes: Count,
    writtenBytes: Count,
    stringBytes: Count,
  }),
});
export type CorpusHeader = z.infer<typeof CorpusHeader>;

/** Numbers of one template, in this order. Where 0 means none, the others are one higher. */
export const templateFields = [
  "label",
  "category",
  "abuse",
  "source",
  "lastmod",
  "concepts",
  "actor",
  "confidence",
  "pack",
  "flags",
] as const;

/** Bits of a template's `flags`. */
export const templateFlags = { isSanctionsConcept: 1, isClusterDefiner: 2 } as const;

/** The columns of a corpus: views on its bytes, nothing is copied. */
export interface CorpusColumns {
  /** First address of each bucket of hashes, and the end. */
  readonly buckets: Uint32Array;
  /** First byte of each address's key, and the end. */
  readonly keyStarts: Uint32Array;
  /** First tag of each address, and the end. */
  readonly tagStarts: Uint32Array;
  /** The template of each tag. */
  readonly tagTemplates: Uint16Array | Uint32Array;
  /** Tags whose address is written in another way, ascending. */
  readonly writtenTags: Uint32Array;
  readonly writtenStarts: Uint32Array;
  readonly stringStarts: Uint32Array;
  readonly templates: Uint32Array;
  readonly actorStarts: Uint32Array;
  /** Addresses of each actor, by network and key. */
  readonly actorAddresses: Uint32Array;
  /** The network of each address. */
  readonly networks: Uint8Array | Uint16Array;
  /** As `packKey()` packs them. */
  readonly keys: Uint8Array;
  readonly written: Uint8Array;
  readonly strings: Uint8Array;
}

/**
 * Name, bytes of one number, and how many numbers each column has, in the order of the file: the
 * wider ones first, so that all are aligned.
 */
export function corpusColumns(
  { counts, actors, networks }: Pick<CorpusHeader, "counts" | "actors" | "networks">,
): readonly (readonly [name: keyof CorpusColumns, width: 1 | 2 | 4, length: number])[] {
  return [
    ["buckets", 4, 2 ** counts.bucketBits + 1],
    ["keyStarts", 4, counts.addresses + 1],
    ["tagStarts", 4, counts.addresses + 1],
    ["writtenTags", 4, counts.written],
    ["writtenStarts", 4, counts.written + 1],
    ["stringStarts", 4, counts.strings + 1],
    ["templates", 4, counts.templates * templateFields.length],
    ["actorStarts", 4, actors.length + 1],
    ["actorAddresses", 4, counts.actorAddresses],
    ["tagTemplates", counts.templates <= 0x1_0000 ? 2 : 4, counts.tags],
    ["networks", networks.length <= 0x100 ? 1 : 2, counts.addresses],
    ["keys", 1, counts.keyBytes],
    ["written", 1, counts.writtenBytes],
    ["strings", 1, counts.stringBytes],
  ];
}

/** The view on numbers of so many bytes. */
export function viewOf(width: 1 | 2 | 4) {
  return width === 4 ? Uint32Array : width === 2 ? Uint16Array : Uint8Array;
}

/**
 * The bucket of an address: FNV-1a over its network's number and its key, mixed so that the high bits
 * depend on all of them.
 */
export function bucketOf(network: number, key: Uint8Array, length: number, bits: number): number {
  let hash = 0x811c9dc5;
  hash = Math.imul(hash ^ (network & 0xff), 0x01000193);
  hash = Math.imul(hash ^ (network >> 8), 0x01000193);
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ key[at]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> (32 - bits);
}
