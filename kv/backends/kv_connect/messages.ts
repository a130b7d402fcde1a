import type { Page, PageOptions, RawCommit, Versioned } from "../../store/backend.ts";
import { encodeCounter } from "../../store/counter.ts";
import { DamagedValueError } from "../../store/damaged_value.ts";
import type { Key, KeyRange } from "../../store/key.ts";
import { decodeKey, encodeKey, encodeRange, following } from "../key_bytes.ts";
import { bytesField, bytesOf, message, numberField, numberOf, repeated } from "./protobuf.ts";

/**
 * The messages of KV Connect's data path: `denokv_proto/schema/datapath.proto` of
 * github.com/denoland/denokv, protocol version 3.
 */

type Bytes = Uint8Array<ArrayBuffer>;

const snapshotSucceeded = 1;
const [setMutation, deleteMutation, sumMutation] = [1, 2, 3];
const [littleEndian64, literalBytes] = [2, 3];

/** A range of bytes, from `start` (inclusive) to `end` (exclusive). */
interface ReadRange {
  readonly start: Bytes;
  readonly end: Bytes;
  readonly limit: number;
  readonly reverse: boolean;
}

/** `SnapshotRead` of single keys. */
export function readKeys(keys: readonly Key[]): Bytes {
  return snapshotRead(keys.map((key) => {
    const start = encodeKey(key);
    return { start, end: following(start), limit: 1, reverse: false };
  }));
}

/**
 * Encodes `SnapshotRead` of a page; the cursor is the last key of the previous page in hexadecimal.
 */
export function readRange(
  wanted: KeyRange,
  { limit, reverse, cursor }: PageOptions,
): Bytes {
  const range = { ...encodeRange(wanted), limit, reverse };
  if (cursor === null) return snapshotRead([range]);
  const last = Uint8Array.fromHex(cursor);
  return snapshotRead([reverse ? { ...range, end: last } : { ...range, start: following(last) }]);
}

function snapshotRead(ranges: readonly ReadRange[]): Bytes {
  return message(...ranges.map(({ start, end, limit, reverse }) =>
    bytesField(
      1,
      bytesField(1, [start]),
      bytesField(2, [end]),
      numberField(3, limit),
      numberField(4, reverse ? 1 : 0),
    )
  ));
}

/** The result of a server's read: the entries of each range, or that it may not answer now. */
export type Snapshot =
  | { readonly kind: "read"; readonly ranges: readonly Bytes[] }
  | { readonly kind: "disabled" };

/**
 * Decodes a `SnapshotReadOutput`. An answer without strong consistency is accepted only from a
 * replica.
 *
 * @throws RangeError for other bytes
 */
export function decodeSnapshot(
  answer: Bytes,
  { eventual }: { readonly eventual: boolean },
): Snapshot {
  const isConsistent = eventual || numberOf(answer, 4) === 1;
  return isConsistent && numberOf(answer, 8) === snapshotSucceeded
    ? { kind: "read", ranges: repeated(answer, 1) }
    : { kind: "disabled" };
}

/** The entries of a range, in its order. */
export function entriesOf(range: Bytes): readonly Versioned[] {
  return repeated(range, 1).map(decodeEntry);
}

/** The page of a range. */
export function pageOf(range: Bytes, limit: number): Page {
  const found = repeated(range, 1);
  const last = found.at(-1);
  return {
    entries: found.map(decodeEntry),
    cursor: last === undefined || found.length < limit ? null : bytesOf(last, 1).toHex(),
  };
}

function decodeEntry(entry: Bytes): Versioned {
  const key = decodeKey(bytesOf(entry, 1));
  return {
    key,
    bytes: decodeValue(key, { value: bytesOf(entry, 2), encoding: numberOf(entry, 3) }),
    versionstamp: bytesOf(entry, 4).toHex(),
  };
}

function decodeValue(
  key: Key,
  { value, encoding }: { readonly value: Bytes; readonly encoding: number },
): Bytes {
  switch (encoding) {
    case literalBytes:
      return value.slice();
    case littleEndian64:
      return encodeCounter(new DataView(value.buffer, value.byteOffset).getBigUint64(0, true));
    default:
      throw new DamagedValueError(key, "it was not written by this service");
  }
}

/**
 * `AtomicWrite`. Additions come first: the server refuses one to a value, but keeps the mutations
 * before a refused one (`denokv_sqlite` 0.14).
 *
 * @param now milliseconds since the epoch by the clock of the server, which removes expired values
 *   by it
 */
export function atomicWrite({ checks, puts, removes, adds }: RawCommit, now: number): Bytes {
  return message(
    ...checks.map(({ key, versionstamp }) =>
      bytesField(
        1,
        bytesField(1, [encodeKey(key)]),
        bytesField(2, versionstamp === null ? [] : [Uint8Array.fromHex(versionstamp)]),
      )
    ),
    ...adds.map(({ key, amount }) => {
      const value = new Uint8Array(8);
      new DataView(value.buffer).setBigUint64(0, amount, true);
      return mutation(key, { type: sumMutation, value, encoding: littleEndian64 });
    }),
    ...removes.map((key) =>
      mutation(key, { type: deleteMutation, value: new Uint8Array(), encoding: literalBytes })
    ),
    ...puts.map(({ key, bytes, expireIn }) =>
      mutation(key, {
        type: setMutation,
        value: bytes,
        encoding: literalBytes,
        ...(expireIn === null ? {} : { expireAt: Math.ceil(now + expireIn) }),
      })
    ),
  );
}

interface Mutation {
  readonly type: number;
  readonly value: Bytes;
  readonly encoding: number;
  /** Milliseconds since the epoch; 0: never. */
  readonly expireAt?: number;
}

function mutation(key: Key, { type, value, encoding, expireAt = 0 }: Mutation) {
  return bytesField(
    2,
    bytesField(1, [encodeKey(key)]),
    bytesField(2, bytesField(1, [value]), numberField(2, encoding)),
    numberField(3, type),
    numberField(4, expireAt),
  );
}

/** The outcome of an atomic write. */
export type Written =
  | { readonly kind: "committed"; readonly versionstamp: string }
  | { readonly kind: "check lost" }
  /** Nothing was written; another endpoint may accept it. */
  | { readonly kind: "disabled" }
  /** The server itself reports an unknown outcome. */
  | { readonly kind: "unknown" };

/**
 * Reads an `AtomicWriteOutput`.
 *
 * @throws RangeError for other bytes
 */
export function decodeWritten(answer: Bytes): Written {
  switch (numberOf(answer, 1)) {
    case 1:
      return { kind: "committed", versionstamp: bytesOf(answer, 2).toHex() };
    case 2:
      return { kind: "check lost" };
    case 5:
      return { kind: "disabled" };
    default:
      return { kind: "unknown" };
  }
}
