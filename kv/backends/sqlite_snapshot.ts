import { DatabaseSync } from "node:sqlite";
import type { RawRecord } from "../store/backend.ts";
import { encodeCounter } from "../store/counter.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import { decodeKey } from "./key_bytes.ts";

/** Rows that are read at a time. */
const pageRows = 1_000;
/** Deno KV's marks of a value: its own V8 form, a counter (little-endian), or bytes. */
const encodings = { counter: 2, bytes: 3 } as const;
/** Milliseconds to wait for another process's lock. */
const busyMilliseconds = 5_000;

interface Row {
  readonly k: Uint8Array;
  readonly v: Uint8Array;
  readonly v_encoding: number;
  readonly expiration_ms: number;
}

/**
 * Reads a whole file of Deno KV, embedded or denokv's own, as of one moment: in a read transaction
 * of SQLite, during which writers continue (the file is in WAL mode). The write-ahead log next to
 * the file grows until the read ends. No copy is made that could remain.
 *
 * Deno KV itself reports no expiry; its table has it (`denokv_sqlite`, `kv.expiration_ms`).
 *
 * @throws DamagedValueError at a value that the service did not write
 */
export async function* snapshotOfFile(path: string): AsyncIterable<RawRecord> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec(`PRAGMA busy_timeout = ${busyMilliseconds}`);
    database.exec("BEGIN");
    const next = database.prepare(
      "SELECT k, v, v_encoding, expiration_ms FROM kv WHERE k > ? ORDER BY k LIMIT ?",
    );
    let last: Uint8Array = new Uint8Array(0);
    for (;;) {
      const rows = next.all(last, pageRows) as unknown as readonly Row[];
      for (const row of rows) yield recordOf(row);
      if (rows.length < pageRows) return;
      last = rows.at(-1)!.k;
    }
  } finally {
    database.close();
  }
}

function recordOf({ k, v, v_encoding: encoding, expiration_ms: expiration }: Row): RawRecord {
  const key = decodeKey(k);
  const expiresAt = expiration < 0 ? null : expiration;
  switch (encoding) {
    case encodings.bytes:
      return { key, bytes: new Uint8Array(v), isCounter: false, expiresAt };
    case encodings.counter: {
      const count = new DataView(v.buffer, v.byteOffset).getBigUint64(0, true);
      return { key, bytes: encodeCounter(count), isCounter: true, expiresAt };
    }
    default:
      throw new DamagedValueError(key, "it was not written by this service");
  }
}
