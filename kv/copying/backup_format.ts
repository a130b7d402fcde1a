import { createHash } from "node:crypto";
import { Timestamp } from "../../core/nouns.ts";
import { z } from "zod";
import { concatBytes } from "../../base/bytes.ts";
import type { RawRecord } from "../store/backend.ts";
import { viewOf } from "./byte_input.ts";

/** The start of a backup. */
export const BackupHeader = z.strictObject({
  format: z.literal("aval-backup"),
  /** Version of the form below; newer ones are refused. */
  v: z.literal(1),
  /** Kind of the backend that was read. */
  backend: z.string(),
  /** When reading began. */
  at: Timestamp,
  /** Name of the audit log in its checkpoints (C2SP tlog-checkpoint); null: it had none yet. */
  origin: z.string().nullable(),
}).readonly();
export type BackupHeader = z.infer<typeof BackupHeader>;

/** The end of a backup. */
export interface BackupTrailer {
  readonly records: number;
  /** Hex SHA-256 over everything before the trailer. */
  readonly sha256: string;
}

/** Minimum bytes of a chunk. */
const chunkBytes = 65_536;
/** The kinds of frames. */
export const tags = { header: 0x48, value: 0x56, counter: 0x43, trailer: 0x45 } as const;
/** Bytes before key and value: tag, length of the key, length of the value, expiry. */
export const recordHeadBytes = 1 + 2 + 4 + 8;
/** Bytes of the trailer: tag, count, SHA-256. */
export const trailerBytes = 1 + 8 + 32;
const utf8 = new TextEncoder();

/**
 * Encodes a backup as bytes, independent of the backend. Numbers are big-endian.
 *
 * | Frame   | Bytes                                                                                  |
 * | ------- | -------------------------------------------------------------------------------------- |
 * | header  | `H`, length (4), JSON                                                                  |
 * | value   | `V`, length of key (2), of bytes (4), expiry (8: ms since 1970; 0: never), key, bytes  |
 * | counter | `C`, likewise; its bytes are eight                                                     |
 * | trailer | `E`, number of records (8), SHA-256 of everything before (32)                          |
 *
 * Keys are JSON arrays. The records stand in the order in which they were read.
 *
 * @param onRecord called for every encoded record
 */
export async function* encodeBackup(
  header: BackupHeader,
  records: AsyncIterable<RawRecord>,
  onRecord: () => void = () => {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, BackupTrailer> {
  const hash = createHash("sha256");
  let count = 0;
  let frames = [encodeHeader(header)];
  let bytes = frames[0]!.length;
  const take = () => {
    const chunk = concatBytes(frames);
    [frames, bytes] = [[], 0];
    hash.update(chunk);
    return chunk;
  };
  for await (const record of records) {
    const frame = encodeRecord(record);
    frames.push(frame);
    bytes += frame.length;
    count++;
    onRecord();
    if (bytes >= chunkBytes) yield take();
  }
  yield take();
  const digest = hash.digest();
  const trailer = new Uint8Array(trailerBytes);
  trailer[0] = tags.trailer;
  viewOf(trailer).setBigUint64(1, BigInt(count));
  trailer.set(digest, 9);
  yield trailer;
  return { records: count, sha256: digest.toString("hex") };
}

function encodeHeader(header: BackupHeader): Uint8Array<ArrayBuffer> {
  const json = utf8.encode(JSON.stringify(header));
  const frame = new Uint8Array(5 + json.length);
  frame[0] = tags.header;
  viewOf(frame).setUint32(1, json.length);
  frame.set(json, 5);
  return frame;
}

function encodeRecord({ key, bytes, isCounter, expiresAt }: RawRecord): Uint8Array<ArrayBuffer> {
  const name = utf8.encode(JSON.stringify(key));
  const frame = new Uint8Array(recordHeadBytes + name.length + bytes.length);
  frame[0] = isCounter ? tags.counter : tags.value;
  const view = viewOf(frame);
  view.setUint16(1, name.length);
  view.setUint32(3, bytes.length);
  view.setBigUint64(7, BigInt(expiresAt === null ? 0 : Math.ceil(expiresAt)));
  frame.set(name, recordHeadBytes);
  frame.set(bytes, recordHeadBytes + name.length);
  return frame;
}
