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

/** Collects entities and turns them into one snapshot. */
export interface RegisterBuilder {
  readonly take: (entity: RegisteredEntity) => void;
  readonly note: (reason: RegisterFindingReason, example: string) => void;
  /** Closes the builder. @returns the snapshot; its SHA-256 is its id */
  readonly finish: () => {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly description: RegisterDescription;
  };
}

/** Bytes of texts, 4 GiB: an offset is a `u32`. */
const textBytesMax = 0xffff_ffff;
const examplesMax = 3;

/**
 * Opens an empty builder. The same records in any order make the same bytes: of an LEI that comes
 * twice the record that was updated last is kept.
 *
 * @throws Error when there is more text than a snapshot can hold
 */
export function openRegisterBuilder(): RegisterBuilder {
  const records: { readonly lei: string; readonly text: Uint8Array; readonly updated: number }[] =
    [];
  const findings = openFindings();
  return {
    note: findings.note,
    take: (entity) => {
      const updated = Date.parse(entity.lastUpdate) || 0;
      records.push({ lei: entity.lei, text: encodeEntity(entity), updated });
    },
    finish: () => {
      records.sort((a, b) =>
        a.lei < b.lei ? -1 : a.lei > b.lei ? 1 : b.updated - a.updated || compare(b.text, a.text)
      );
      const kept = records.filter(({ lei }, at) => {
        const isFirst = at === 0 || records[at - 1]?.lei !== lei;
        if (!isFirst) findings.note("superseded", lei);
        return isFirst;
      });
      const keys = keysOf(kept, findings.note);
      const newest = kept.reduce((latest, { updated }) => Math.max(latest, updated), 0);
      const description: RegisterDescription = {
        source: "gleif",
        records: kept.length,
        registerNumbers: keys.length,
        newestUpdate: newest === 0 ? null : new Date(newest).toISOString(),
        findings: findings.all(),
      };
      return { bytes: write(description, kept, keys), description };
    },
  };
}

/** A register's number, by its hash, and the record that has it. */
interface Key {
  readonly hash: number;
  readonly owner: number;
}

type BuiltRecord = { readonly lei: string; readonly text: Uint8Array };

function keysOf(
  records: readonly BuiltRecord[],
  note: RegisterBuilder["note"],
): readonly Key[] {
  return records.flatMap(({ lei, text }, owner) => {
    const { jurisdiction, registerNumber } = decodeEntity(lei, text);
    if (registerNumber === null) {
      note("without_register_number", lei);
      return [];
    }
    return [{ hash: hashOfKey(registerKey(jurisdiction.slice(0, 2), registerNumber)), owner }];
  }).sort((a, b) => a.hash - b.hash || a.owner - b.owner);
}

function write(
  description: RegisterDescription,
  records: readonly BuiltRecord[],
  keys: readonly Key[],
): Uint8Array<ArrayBuffer> {
  const described = new TextEncoder().encode(JSON.stringify(description));
  const textBytes = records.reduce((bytes, { text }) => bytes + text.length, 0);
  if (textBytes > textBytesMax) throw new Error("The records have more text than a snapshot holds");
  const head = 12 + aligned(described.length) + 12;
  const indices = 4 * (records.length + 1 + 2 * keys.length);
  const leis = head + indices;
  const texts = leis + leiBytes * records.length;
  const bytes = new Uint8Array(texts + textBytes + digestBytes);
  const view = new DataView(bytes.buffer);
  const encoder = new TextEncoder();
  encoder.encodeInto(magic, bytes);
  view.setUint32(8, described.length, true);
  bytes.set(described, 12);
  [records.length, keys.length, textBytes].forEach((count, at) =>
    view.setUint32(head - 12 + 4 * at, count, true)
  );
  let start = 0;
  records.forEach(({ lei, text }, at) => {
    view.setUint32(head + 4 * at, start, true);
    encoder.encodeInto(lei, bytes.subarray(leis + leiBytes * at));
    bytes.set(text, texts + start);
    start += text.length;
  });
  view.setUint32(head + 4 * records.length, start, true);
  const hashes = head + 4 * (records.length + 1);
  keys.forEach(({ hash, owner }, at) => {
    view.setUint32(hashes + 4 * at, hash, true);
    view.setUint32(hashes + 4 * (keys.length + at), owner, true);
  });
  const end = bytes.length - digestBytes;
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

function compare(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
