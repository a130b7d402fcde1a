import { createHash } from "node:crypto";
import type { WalkedAddress } from "../../core/wallet_risk/ports.ts";
import type { CorpusColumns, CorpusHeader } from "./corpus_format.ts";

/**
 * Exponent of the number of parts in which addresses are sorted, by the first bits of their place.
 */
const partBits = 8;
/** Addresses processed before other work may run. */
const addressesAtOnce = 5_000;
/** Bytes of a template's hash in the content of an address. */
const templateBytes = 16;

/** The look-ups that a walk needs. */
interface LookUps {
  /** A tag without its address, as a text. */
  readonly templateText: (number: number) => string;
  /** The address as written in the tag's pack, if it differs from its key. */
  readonly writtenOf: (tag: number) => string | null;
}

/**
 * Yields every address of a corpus, in an order that depends only on network and key: corpora of
 * different runs have the same one. Addresses are sorted in parts, so that no step is long; null
 * means that none is found yet, and that other work may run.
 */
export function* walkAddresses(
  { networks: codes, counts }: CorpusHeader,
  columns: CorpusColumns,
  { templateText, writtenOf }: LookUps,
): Generator<WalkedAddress | null> {
  const { keyStarts, keys, networks, tagStarts, tagTemplates } = columns;
  const seeds = codes.map((code) => hashOf(new TextEncoder().encode(code), 0x811c9dc5));
  const keyOf = (address: number) => keys.subarray(keyStarts[address]!, keyStarts[address + 1]!);
  const placeOf = (address: number) => hashOf(keyOf(address), seeds[networks[address]!]!);

  const ends = new Uint32Array(2 ** partBits + 1);
  const places = new Uint32Array(counts.addresses);
  for (let address = 0; address < counts.addresses; address++) {
    if (address % addressesAtOnce === 0) yield null;
    const place = places[address] = placeOf(address);
    ends[(place >>> (32 - partBits)) + 1]!++;
  }
  for (let part = 0; part < 2 ** partBits; part++) ends[part + 1]! += ends[part]!;
  const order = new Uint32Array(counts.addresses);
  const next = ends.slice();
  for (let address = 0; address < counts.addresses; address++) {
    if (address % addressesAtOnce === 0) yield null;
    order[next[places[address]! >>> (32 - partBits)]!++] = address;
  }

  const templates = new Map<number, string>();
  function templateOf(number: number): string {
    const known = templates.get(number);
    if (known !== undefined) return known;
    const hash = createHash("sha256").update(templateText(number)).digest();
    const hex = hash.subarray(0, templateBytes).toString("hex");
    templates.set(number, hex);
    return hex;
  }

  /** The content of an address's tags, independent of their order. */
  function statedOf(address: number): string {
    const stated: string[] = [];
    for (let tag = tagStarts[address]!; tag < tagStarts[address + 1]!; tag++) {
      stated.push(`${templateOf(tagTemplates[tag]!)} ${writtenOf(tag) ?? ""}`);
    }
    return stated.sort().join("\n");
  }

  for (let part = 0; part < 2 ** partBits; part++) {
    const sorted = Array.from(
      order.subarray(ends[part]!, ends[part + 1]!),
      (address) => ({ address, place: places[address]! }),
    ).sort((one, other) => one.place - other.place);
    yield null;
    for (let at = 0; at < sorted.length;) {
      const { place } = sorted[at]!;
      const here: WalkedAddress[] = [];
      for (; sorted[at]?.place === place; at++) {
        const { address } = sorted[at]!;
        const network = codes[networks[address]!]!;
        here.push({
          place,
          ref: `${network} ${keyOf(address).toBase64()}`,
          stated: () => statedOf(address),
        });
      }
      yield* here.length === 1 ? here : here.sort(byRef);
    }
  }
}

function byRef({ ref: one }: WalkedAddress, { ref: other }: WalkedAddress): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** FNV-1a, 32 bits, mixed so that its high bits, which select the part, depend on the whole key. */
function hashOf(bytes: Uint8Array, seed: number): number {
  let hash = seed;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
