import type { RawRecord } from "../store/backend.ts";
import { valueBytesMax } from "../store/budget.ts";
import type { Key } from "../store/key.ts";
import {
  BackupHeader,
  type BackupTrailer,
  recordHeadBytes,
  tags,
  trailerBytes,
} from "./backup_format.ts";
import { changed, foreign } from "./bad_backup.ts";
import { type ByteInput, openByteInput, viewOf } from "./byte_input.ts";

/** Longest header that is read. */
const headerBytesMax = 4_096;

/** A backup that is being read. */
export interface OpenBackup {
  readonly header: BackupHeader;
  /**
   * Yields every record and returns the trailer, which was verified against them.
   *
   * @throws BadBackupError when the backup is cut, has trailing bytes or was changed
   */
  readonly records: AsyncGenerator<RawRecord, BackupTrailer>;
}

/**
 * Reads the output of `encodeBackup`. The records are proven only after the last one.
 *
 * @throws BadBackupError when the bytes do not start like a backup of a known version
 */
export async function openBackup(chunks: AsyncIterable<Uint8Array>): Promise<OpenBackup> {
  const input = openByteInput(chunks);
  try {
    const header = await decodeHeader(input);
    return { header, records: decodeRecords(input) };
  } catch (fault) {
    await input.close();
    throw fault;
  }
}

async function decodeHeader(input: ByteInput): Promise<BackupHeader> {
  await input.need(5);
  const head = input.peek(5);
  const length = viewOf(head).getUint32(1);
  if (head[0] !== tags.header || length > headerBytesMax) throw foreign();
  await input.need(5 + length);
  const json = parseJson(input.take(5 + length).subarray(5));
  const header = BackupHeader.safeParse(json);
  if (!header.success) throw foreign();
  return header.data;
}

async function* decodeRecords(input: ByteInput): AsyncGenerator<RawRecord, BackupTrailer> {
  let records = 0;
  try {
    for (;;) {
      if (input.left() < recordHeadBytes) await input.need(recordHeadBytes);
      const head = input.peek(recordHeadBytes);
      if (head[0] === tags.trailer) return await decodeTrailer(input, records);
      const length = lengthOf(head);
      if (input.left() < length) await input.need(length);
      yield decodeRecord(input.take(length));
      records++;
    }
  } finally {
    await input.close();
  }
}

async function decodeTrailer(input: ByteInput, records: number): Promise<BackupTrailer> {
  const sha256 = input.digest();
  await input.need(trailerBytes);
  const trailer = input.take(trailerBytes);
  const isWhole = viewOf(trailer).getBigUint64(1) === BigInt(records) &&
    trailer.subarray(9).toHex() === sha256 && await input.isAtEnd();
  if (!isWhole) throw changed();
  return { records, sha256 };
}

/** Bytes of the record that begins so. */
function lengthOf(head: Uint8Array): number {
  const view = viewOf(head);
  const [tag, key, bytes] = [head[0], view.getUint16(1), view.getUint32(3)];
  const isRecord = tag === tags.counter ? bytes === 8 : tag === tags.value;
  if (!isRecord || bytes > valueBytesMax) throw changed();
  return recordHeadBytes + key + bytes;
}

function decodeRecord(frame: Uint8Array): RawRecord {
  const view = viewOf(frame);
  const end = recordHeadBytes + view.getUint16(1);
  const expiry = Number(view.getBigUint64(7));
  return {
    key: decodeKey(frame.subarray(recordHeadBytes, end)),
    bytes: new Uint8Array(frame.subarray(end)),
    isCounter: frame[0] === tags.counter,
    expiresAt: expiry === 0 ? null : expiry,
  };
}

function decodeKey(bytes: Uint8Array): Key {
  const parts = parseJson(bytes);
  const isKey = Array.isArray(parts) && typeof parts[0] === "string" &&
    parts.every((part) => typeof part === "string" || Number.isFinite(part));
  if (!isKey) throw changed();
  return parts as unknown as Key;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw changed();
  }
}
