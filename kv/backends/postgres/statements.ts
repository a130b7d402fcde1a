import { commitFunctionName } from "./commit_function.ts";
import type { Statement } from "./statement.ts";

/**
 * The SQL of this backend, documented alike by PostgreSQL, CockroachDB and YugabyteDB: few texts
 * with arrays for their rows, so that each is parsed once a connection.
 */

const columns = "key, value, count, version, expires_at";
const rows =
  "SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bigint[], $4::text[], $5::bigint[])";

/** A row to write, with either a value or a count. */
export interface WrittenRow {
  readonly key: Uint8Array;
  readonly value: Uint8Array | null;
  readonly count: bigint | null;
  readonly version: string;
  /** Milliseconds since 1970 after which housekeeping may remove the row; null: never. */
  readonly expiresAt: number | null;
}

/** An addition to a counter. */
export interface AddedCount {
  readonly key: Uint8Array;
  readonly amount: bigint;
  readonly version: string;
}

/** Begins a transaction. */
export const begin: Statement = { sql: "BEGIN", parameters: [] };
/** Commits a transaction; answers `ROLLBACK` when one of its statements was refused. */
export const commit: Statement = { sql: "COMMIT", parameters: [] };
/** Rolls a transaction back. */
export const rollback: Statement = { sql: "ROLLBACK", parameters: [] };

/** Locks rows for writing, in the order of their keys; answers `key` and `version`. */
export function lockToWrite(keys: readonly Uint8Array[]): Statement {
  return {
    sql: "SELECT key, version FROM aval_kv WHERE key = ANY($1::bytea[]) ORDER BY key FOR UPDATE",
    parameters: [byteaArray(keys)],
  };
}

/** Locks rows against writes by others; such locks are shared. */
export function lockToKeep(keys: readonly Uint8Array[]): Statement {
  return {
    sql: "SELECT key, version FROM aval_kv WHERE key = ANY($1::bytea[]) ORDER BY key FOR SHARE",
    parameters: [byteaArray(keys)],
  };
}

/** Writes new rows; refused with 23505 when one exists. */
export function insert(written: readonly WrittenRow[]): Statement {
  return { sql: `INSERT INTO aval_kv (${columns}) ${rows}`, parameters: rowArrays(written) };
}

/** Writes rows, whether they exist or not. */
export function upsert(written: readonly WrittenRow[]): Statement {
  return {
    sql: `INSERT INTO aval_kv (${columns}) ${rows}
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, count = excluded.count,
        version = excluded.version, expires_at = excluded.expires_at`,
    parameters: rowArrays(written),
  };
}

/** The arguments of a commit function: rows to lock, versions to compare, and the writes. */
export interface WholeBatch {
  readonly toWrite: readonly Uint8Array[];
  readonly toKeep: readonly Uint8Array[];
  readonly expected: readonly { readonly key: Uint8Array; readonly version: string | null }[];
  readonly inserts: readonly WrittenRow[];
  readonly upserts: readonly WrittenRow[];
  readonly adds: readonly AddedCount[];
  readonly removes: readonly Uint8Array[];
  readonly unsureRemoves: readonly Uint8Array[];
}

/**
 * Commits a batch at once by {@link commitFunction}. Answers nothing after writing; else the locked
 * rows, after one row of nulls.
 */
export function commitAtOnce(batch: WholeBatch): Statement {
  const { expected, adds } = batch;
  return {
    sql:
      `SELECT encode(found_key, 'hex') AS key, found_version AS version FROM ${commitFunctionName}($1::bytea[], $2::bytea[], $3::bytea[], $4::text[],
        $5::bytea[], $6::bytea[], $7::bigint[], $8::text[], $9::bigint[],
        $10::bytea[], $11::bytea[], $12::bigint[], $13::text[], $14::bigint[],
        $15::bytea[], $16::bytea[], $17::bytea[], $18::bigint[], $19::text[])`,
    parameters: [
      byteaArray(batch.toWrite),
      byteaArray(batch.toKeep),
      byteaArray(expected.map(({ key }) => key)),
      plainArray(expected.map(({ version }) => version)),
      ...rowArrays(batch.inserts),
      ...rowArrays(batch.upserts),
      byteaArray(batch.removes),
      byteaArray(batch.unsureRemoves),
      byteaArray(adds.map(({ key }) => key)),
      plainArray(adds.map(({ amount }) => amount)),
      plainArray(adds.map(({ version }) => version)),
    ],
  };
}

/** Adds to counters; refused with 23514 for a value, which would then also have a count. */
export function addUp(added: readonly AddedCount[]): Statement {
  return {
    sql: `INSERT INTO aval_kv (key, count, version)
      SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::text[])
      ON CONFLICT (key) DO UPDATE SET count = coalesce(aval_kv.count, 0) + excluded.count,
        version = excluded.version`,
    parameters: [
      byteaArray(added.map(({ key }) => key)),
      plainArray(added.map(({ amount }) => amount)),
      plainArray(added.map(({ version }) => version)),
    ],
  };
}

/** Removes rows. */
export function remove(keys: readonly Uint8Array[]): Statement {
  return {
    sql: "DELETE FROM aval_kv WHERE key = ANY($1::bytea[])",
    parameters: [byteaArray(keys)],
  };
}

/** Reads rows by their keys, unordered. */
export function readRows(keys: readonly Uint8Array[]): Statement {
  return {
    sql: "SELECT key, value, count, version FROM aval_kv WHERE key = ANY($1::bytea[])",
    parameters: [byteaArray(keys)],
  };
}

/** Reads the first or last rows of a range: its start inclusive, its end exclusive. */
export function readPage(
  { start, end, limit, reverse }: {
    readonly start: Uint8Array;
    readonly end: Uint8Array;
    readonly limit: number;
    readonly reverse: boolean;
  },
): Statement {
  return {
    sql: `SELECT key, value, count, version FROM aval_kv
      WHERE key >= $1::bytea AND key < $2::bytea
      ORDER BY key ${reverse ? "DESC" : "ASC"} LIMIT $3::bigint`,
    parameters: [start, end, `${limit}`],
  };
}

/**
 * Removes some of the expired rows. Waits for no lock: it skips rows that others write or remove.
 */
export function sweep(now: number, rows: number): Statement {
  return {
    sql: `DELETE FROM aval_kv WHERE key IN (SELECT key FROM aval_kv
      WHERE expires_at < $1::bigint LIMIT $2::bigint FOR UPDATE SKIP LOCKED)`,
    parameters: [`${now}`, `${rows}`],
  };
}

function rowArrays(written: readonly WrittenRow[]): readonly string[] {
  return [
    byteaArray(written.map(({ key }) => key)),
    byteaArray(written.map(({ value }) => value)),
    plainArray(written.map(({ count }) => count)),
    plainArray(written.map(({ version }) => version)),
    plainArray(written.map(({ expiresAt }) => expiresAt)),
  ];
}

/** PostgreSQL 15 §8.15.2; the backslash of a `bytea` is doubled within an array. */
function byteaArray(values: readonly (Uint8Array | null)[]): string {
  return `{${
    values.map((bytes) => bytes === null ? "NULL" : `"\\\\x${bytes.toHex()}"`).join(",")
  }}`;
}

/** An array of texts and numbers that need no quotes. */
function plainArray(values: readonly (string | number | bigint | null)[]): string {
  return `{${values.map((value) => value === null ? "NULL" : `${value}`).join(",")}}`;
}
