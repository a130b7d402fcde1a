import { z } from "zod";

/** The first bytes of every corpus; its digit is the version of the format. */
export const corpusMagic = new TextEncoder().encode("AVALTAG1");

/** Maximum bytes of one address's packed key. */
export const keyBytesMax = 1_024;

/** Maximum bytes of the header, several times its size for the packs of 2026. */
export const headerBytesMax = 16 * 1024 * 1024;

const Text = z.string();
const Count = z.int().min(0).max(0x7fff_ffff);

/**
 * The header of a corpus, JSON with the small data. After the magic comes its length (32 bits,
 * little-endian like all numbers), then the header, padded with spaces to a multiple of four bytes,
 * then the columns of {@link corpusColumns}, and nothing else.
 */
export const CorpusHeader = z.strictObject({
  /** Id of the run, as in audit entries and manifests. */
  etlRunId: z.string().regex(/^[\x21-\x7e]{1,120}$/),
  builtAt: z.iso.datetime(),
  asOf: z.iso.date().nullable(),
  /** Canonical codes of the networks. */
  networks: z.array(Text).max(0xffff),
  packs: z.array(z.strictObject({ file: Text, title: Text })),
  confidences: z.array(z.strictObject({ id: Text, level: z.int().min(0).max(100) })),
  /** Every distinct list of concepts of a tag. */
  concepts: z.array(z.array(Text)),
  /** Ids of the actors. */
  actors: z.array(Text),
  counts: z.strictObject({
    addresses: Count,
    tags: Count,
    /** Distinct tags without their address. */
    templates: Count,
    strings: Count,
    /** Tags whose pack writes the address differently from its key. */
    written: Count,
    /** Pairs of actor and address. */
    actorAddresses: Count,
    /** Exponent (base two) of the number of buckets by which addresses are found. */
    bucketBits: z.int().min(1).max(24),
    keyBytes: Count,
    writtenBytes: Count,
    stringBytes: Count,
  }),
});
export type CorpusHeader = z.infer<typeof CorpusHeader>;

/** Numbers of one template, in this order. If 0 means none, other values are one higher. */
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

/** The columns of a corpus: views of its bytes, without copies. */
export interface CorpusColumns {
  /** First address of each bucket of hashes, and the end. */
  readonly buckets: Uint32Array;
  /** First byte of each address's key, and the end. */
  readonly keyStarts: Uint32Array;
  /** First tag of each address, and the end. */
  readonly tagStarts: Uint32Array;
  /** The template of each tag. */
  readonly tagTemplates: Uint16Array | Uint32Array;
  /** Tags whose address is written differently from its key, ascending. */
  readonly writtenTags: Uint32Array;
  readonly writtenStarts: Uint32Array;
  readonly stringStarts: Uint32Array;
  readonly templates: Uint32Array;
  readonly actorStarts: Uint32Array;
  /** Addresses of each actor, by network and key. */
  readonly actorAddresses: Uint32Array;
  /** The network of each address. */
  readonly networks: Uint8Array | Uint16Array;
  /** In the form of `packKey()`. */
  readonly keys: Uint8Array;
  readonly written: Uint8Array;
  readonly strings: Uint8Array;
}

/**
 * Name, bytes of one number, and count of numbers of each column, in the order of the file: the
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

/** Returns the view for numbers of this width. */
export function viewOf(width: 1 | 2 | 4) {
  return width === 4 ? Uint32Array : width === 2 ? Uint16Array : Uint8Array;
}

/**
 * The bucket of an address: FNV-1a over its network's number and its key, mixed so that the high
 * bits depend on all of them.
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
