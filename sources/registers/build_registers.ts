import { createHash } from "node:crypto";
import { registerKey } from "../../standards/company_number/register_key.ts";
import type {
  RegisterDescription,
  RegisteredEntity,
  RegisterFinding,
  RegisterFindingReason,
} from "./schema.ts";
import {
  aligned,
  decodeEntity,
  digestBytes,
  encodeEntity,
  hashOfKey,
  leiBytes,
  magic,
} from "./snapshot_format.ts";

/** Collects entities and makes one snapshot of them. */
export interface RegisterBuilder {
  readonly take: (entity: RegisteredEntity) => void;
  readonly note: (reason: RegisterFindingReason, example: string) => void;
  /** Closes the builder. @returns the snapshot; its SHA-256 is its id */
  readonly finish: () => {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly description: RegisterDescription;
  };
}

/** Maximum bytes of texts, 4 GiB: an offset is a `u32`. */
const textBytesMax = 0xffff_ffff;
const examplesMax = 3;

/**
 * Opens an empty builder. Equal records in any order give equal bytes; of a repeated LEI the last
 * updated record is kept.
 *
 * @throws Error when there is too much text for a snapshot
 */
export function openRegisterBuilder(): RegisterBuilder {
  // Columns rather than records: millions of small objects take more memory than what they hold.
  const leis: string[] = [];
  const updates: number[] = [];
  const texts = openTexts();
  const findings = openFindings();
  return {
    note: findings.note,
    take: (entity) => {
      leis.push(entity.lei);
      updates.push(Date.parse(entity.lastUpdate) || 0);
      texts.append(encodeEntity(entity));
    },
    finish: () => {
      const order = Uint32Array.from(leis, (_, at) => at).sort((a, b) => {
        const [one = "", other = ""] = [leis[a], leis[b]];
        if (one !== other) return one < other ? -1 : 1;
        return (updates[b] ?? 0) - (updates[a] ?? 0) || compareBytes(texts.at(b), texts.at(a));
      });
      const kept = order.filter((record, at) => {
        const lei = leis[record] ?? "";
        const isFirst = at === 0 || leis[order[at - 1] ?? 0] !== lei;
        if (!isFirst) findings.note("superseded", lei);
        return isFirst;
      });
      const built: BuiltRecords = {
        count: kept.length,
        leiAt: (at) => leis[kept[at] ?? 0] ?? "",
        textAt: (at) => texts.at(kept[at] ?? 0),
      };
      const keys = keysOf(built, findings.note);
      const newest = kept.reduce((latest, record) => Math.max(latest, updates[record] ?? 0), 0);
      const description: RegisterDescription = {
        source: "gleif",
        records: kept.length,
        registerNumbers: keys.length,
        newestUpdate: newest === 0 ? null : new Date(newest).toISOString(),
        findings: findings.all(),
      };
      return { bytes: write(description, built, keys), description };
    },
  };
}

/** Records in the order of their LEIs. */
interface BuiltRecords {
  readonly count: number;
  readonly leiAt: (at: number) => string;
  readonly textAt: (at: number) => Uint8Array;
}

const chunkBytes = 16 * 1_024 * 1_024;

/** Opens concatenated texts, in chunks that are never copied. */
function openTexts() {
  const chunks: Uint8Array[] = [];
  const starts: number[] = [];
  const lengths: number[] = [];
  let used = chunkBytes;
  return {
    append: (text: Uint8Array) => {
      if (text.length > chunkBytes) throw new Error("A record has more text than a chunk holds");
      if (used + text.length > chunkBytes) {
        chunks.push(new Uint8Array(chunkBytes));
        used = 0;
      }
      chunks.at(-1)?.set(text, used);
      starts.push((chunks.length - 1) * chunkBytes + used);
      lengths.push(text.length);
      used += text.length;
    },
    at: (record: number): Uint8Array => {
      const start = starts[record] ?? 0;
      const from = start % chunkBytes;
      const chunk = chunks[(start - from) / chunkBytes] ?? new Uint8Array();
      return chunk.subarray(from, from + (lengths[record] ?? 0));
    },
  };
}

/** Hashes of registers' numbers, each with its record in the lower 32 bits; ascending. */
function keysOf(
  { count, leiAt, textAt }: BuiltRecords,
  note: RegisterBuilder["note"],
): BigUint64Array {
  const keys = new BigUint64Array(count);
  let length = 0;
  for (let owner = 0; owner < count; owner++) {
    const { lei, jurisdiction, registerNumber } = decodeEntity(leiAt(owner), textAt(owner));
    if (registerNumber === null) {
      note("without_register_number", lei);
      continue;
    }
    const hash = hashOfKey(registerKey(jurisdiction.slice(0, 2), registerNumber));
    keys[length++] = (BigInt(hash) << 32n) | BigInt(owner);
  }
  return keys.subarray(0, length).sort();
}

function write(
  description: RegisterDescription,
  { count, leiAt, textAt }: BuiltRecords,
  keys: BigUint64Array,
): Uint8Array<ArrayBuffer> {
  const described = new TextEncoder().encode(JSON.stringify(description));
  let textBytes = 0;
  for (let at = 0; at < count; at++) textBytes += textAt(at).length;
  if (textBytes > textBytesMax) throw new Error("The records have more text than a snapshot holds");
  const head = 12 + aligned(described.length) + 12;
  const hashes = head + 4 * (count + 1);
  const owners = hashes + 4 * keys.length;
  const leis = owners + 4 * keys.length;
  const texts = leis + leiBytes * count;
  const end = texts + textBytes;
  const bytes = new Uint8Array(end + digestBytes);
  const view = new DataView(bytes.buffer);
  const encoder = new TextEncoder();
  encoder.encodeInto(magic, bytes);
  view.setUint32(8, described.length, true);
  bytes.set(described, 12);
  [count, keys.length, textBytes].forEach((one, at) =>
    view.setUint32(head - 12 + 4 * at, one, true)
  );
  let start = 0;
  for (let at = 0; at < count; at++) {
    view.setUint32(head + 4 * at, start, true);
    encoder.encodeInto(leiAt(at), bytes.subarray(leis + leiBytes * at));
    const text = textAt(at);
    bytes.set(text, texts + start);
    start += text.length;
  }
  view.setUint32(head + 4 * count, start, true);
  keys.forEach((key, at) => {
    view.setUint32(hashes + 4 * at, Number(key >> 32n), true);
    view.setUint32(owners + 4 * at, Number(key & 0xffff_ffffn), true);
  });
  bytes.set(createHash("sha256").update(bytes.subarray(0, end)).digest(), end);
  return bytes;
}

function openFindings() {
  const found = new Map<RegisterFindingReason, { count: number; examples: string[] }>();
  return {
    note: (reason: RegisterFindingReason, example: string) => {
      const one = found.get(reason) ?? { count: 0, examples: [] };
      one.count += 1;
      if (one.examples.length < examplesMax) one.examples.push(example);
      found.set(reason, one);
    },
    all: (): readonly RegisterFinding[] =>
      [...found].map(([reason, one]) => ({ reason, ...one }))
        .sort((a, b) => a.reason < b.reason ? -1 : 1),
  };
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
