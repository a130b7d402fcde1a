import { createHash } from "node:crypto";
import { ok, refuse, type Result } from "../../base/result.ts";
import { registerKey } from "../../standards/company_number/register_key.ts";
import type { RegisterDescription, RegisteredEntity } from "./schema.ts";
import {
  aligned,
  decodeEntity,
  digestBytes,
  hashOfKey,
  leiBytes,
  magic,
} from "./snapshot_format.ts";

/** A loaded register snapshot. Its bytes are the index. */
export interface RegisterSnapshot {
  /** Content address: SHA-256 of the snapshot's bytes, hex. */
  readonly id: string;
  readonly description: RegisterDescription;
  /** The entity of an LEI; null when unknown. */
  readonly findLei: (lei: string) => RegisteredEntity | null;
  /**
   * The entities with this register number in any spelling. Several if a country has several
   * registers (Germany's courts) or an entity has several LEIs.
   */
  readonly findNumber: (country: string, number: string) => readonly RegisteredEntity[];
}

/** The reason why bytes are not a snapshot. */
export interface OpenRegistersRefusal {
  readonly code: "not_a_snapshot";
  /** A message for the operator, without a full stop. */
  readonly message: string;
}

/**
 * Maximum entities for one number, so that a hostile or broken register cannot enlarge an answer.
 */
const foundMax = 64;

/** Opens a snapshot over its bytes, which are kept without a copy. */
export function openRegisters(
  given: Uint8Array<ArrayBuffer>,
): Result<RegisterSnapshot, OpenRegistersRefusal> {
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice();
  const end = bytes.length - digestBytes;
  if (end < 24 || new TextDecoder().decode(bytes.subarray(0, magic.length)) !== magic) {
    return no("does not begin as a register snapshot does");
  }
  const digest = createHash("sha256").update(bytes.subarray(0, end)).digest();
  if (!digest.every((byte, at) => byte === bytes[end + at])) {
    return no("its digest does not match: it is cut or changed");
  }
  const sections = readSections(bytes, end);
  if (sections === null) return no("its sections do not fit its length");
  const id = createHash("sha256").update(bytes).digest("hex");
  return ok(lookUps(id, sections));
}

/** The parts of a snapshot, each a view of its bytes. */
interface Sections {
  readonly description: RegisterDescription;
  readonly starts: Uint32Array;
  readonly hashes: Uint32Array;
  readonly owners: Uint32Array;
  readonly leis: Uint8Array;
  readonly texts: Uint8Array;
}

function readSections(bytes: Uint8Array<ArrayBuffer>, end: number): Sections | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const describedBytes = view.getUint32(8, true);
  const counts = 12 + aligned(describedBytes);
  if (counts + 12 > end) return null;
  const described = new TextDecoder().decode(bytes.subarray(12, 12 + describedBytes));
  const [records, keys, textBytes] = [0, 4, 8].map((at) => view.getUint32(counts + at, true)) as [
    number,
    number,
    number,
  ];
  const starts = counts + 12;
  const hashes = starts + 4 * (records + 1);
  const owners = hashes + 4 * keys;
  const leis = owners + 4 * keys;
  const texts = leis + leiBytes * records;
  if (texts + textBytes !== end) return null;
  const words = (from: number, length: number) =>
    new Uint32Array(bytes.buffer, bytes.byteOffset + from, length);
  return {
    description: JSON.parse(described) as RegisterDescription,
    starts: words(starts, records + 1),
    hashes: words(hashes, keys),
    owners: words(owners, keys),
    leis: bytes.subarray(leis, texts),
    texts: bytes.subarray(texts, end),
  };
}

function lookUps(
  id: string,
  { description, starts, hashes, owners, leis, texts }: Sections,
): RegisterSnapshot {
  const decoder = new TextDecoder();
  const records = starts.length - 1;
  const leiAt = (at: number) => decoder.decode(leis.subarray(leiBytes * at, leiBytes * (at + 1)));
  const entityAt = (at: number) =>
    decodeEntity(leiAt(at), texts.subarray(starts[at] ?? 0, starts[at + 1] ?? 0));
  return {
    id,
    description,
    findLei: (lei) => {
      const asked = lei.trim().toUpperCase();
      const at = firstAt(records, (one) => leiAt(one) >= asked);
      return at < records && leiAt(at) === asked ? entityAt(at) : null;
    },
    findNumber: (country, number) => {
      const key = registerKey(country, number);
      const hash = hashOfKey(key);
      const found: RegisteredEntity[] = [];
      for (
        let at = firstAt(hashes.length, (one) => (hashes[one] ?? 0) >= hash);
        hashes[at] === hash && found.length < foundMax;
        at++
      ) {
        const entity = entityAt(owners[at] ?? 0);
        if (keyOf(entity) === key) found.push(entity);
      }
      return found;
    },
  };
}

function keyOf({ jurisdiction, registerNumber }: RegisteredEntity): string | null {
  return registerNumber === null ? null : registerKey(jurisdiction.slice(0, 2), registerNumber);
}

/** The first index from which a monotonic condition is true; `length` if never. */
function firstAt(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function no(message: string): Result<never, OpenRegistersRefusal> {
  return refuse({ code: "not_a_snapshot", message });
}
