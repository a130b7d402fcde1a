import type { RawCommit } from "../../store/backend.ts";
import { measureCommit } from "../../store/budget.ts";
import type { Touched } from "../../store/waiting_commits.ts";
import { encodeKey } from "../key_bytes.ts";
import type { AddedCount, WrittenRow } from "./statements.ts";

/**
 * The facts that decide which commits share a transaction, by the hexadecimal of their encoded
 * keys.
 */
export interface Batched extends Touched {
  /** Written keys that are added to. */
  readonly added: ReadonlySet<string>;
  /** Bytes of its keys and values, as the budget counts them. */
  readonly bytes: number;
}

/** A commit with encoded keys. */
export interface Prepared extends Batched {
  readonly checks: readonly { readonly key: string; readonly versionstamp: string | null }[];
  readonly puts: readonly {
    readonly key: string;
    readonly bytes: Uint8Array;
    readonly expiresAt: number | null;
  }[];
  readonly removes: readonly string[];
  readonly adds: readonly { readonly key: string; readonly amount: bigint }[];
}

/**
 * The changes of a batch to the table, after its checks were judged. Each list is in order of its
 * keys.
 */
export interface Plan {
  /** For each commit its versionstamp, or null when one of its checks failed. */
  readonly outcomes: readonly (string | null)[];
  /** Rows at keys without a row. */
  readonly inserts: readonly WrittenRow[];
  /** Rows at keys that are locked, or may have a row. */
  readonly upserts: readonly WrittenRow[];
  readonly adds: readonly AddedCount[];
  readonly removes: readonly Uint8Array[];
  /** Removed keys that may have a row. */
  readonly unsureRemoves: readonly Uint8Array[];
}

/** Encodes the keys of a commit. `expiresAt` converts a lifetime in milliseconds to its end. */
export function prepare(
  commit: RawCommit,
  expiresAt: (milliseconds: number) => number,
): Prepared {
  const { checks, puts, removes, adds } = commit;
  const name = (key: RawCommit["removes"][number]) => encodeKey(key).toHex();
  const prepared = {
    checks: checks.map(({ key, versionstamp }) => ({ key: name(key), versionstamp })),
    puts: puts.map(({ key, bytes, expireIn }) => ({
      key: name(key),
      bytes,
      expiresAt: expireIn === null ? null : expiresAt(expireIn),
    })),
    removes: removes.map(name),
    adds: adds.map(({ key, amount }) => ({ key: name(key), amount })),
  };
  const added = new Set(prepared.adds.map(({ key }) => key));
  const written = new Set([...prepared.puts.map(({ key }) => key), ...prepared.removes, ...added]);
  const kept = new Set(prepared.checks.map(({ key }) => key).filter((key) => !written.has(key)));
  const { bytes } = measureCommit(commit);
  return { ...prepared, written, kept, added, bytes };
}

/**
 * The rows that a batch locks before its checks are judged, each list in order. Counters without a
 * check are locked when they are added to, which is later and shorter.
 */
export function locksOf(
  commits: readonly Prepared[],
): { readonly toWrite: readonly string[]; readonly toKeep: readonly string[] } {
  const toWrite = new Set<string>();
  const checked = new Set<string>();
  const added = new Set<string>();
  for (const commit of commits) {
    for (const key of [...commit.puts.map(({ key }) => key), ...commit.removes]) toWrite.add(key);
    for (const { key } of commit.checks) checked.add(key);
    for (const key of commit.added) added.add(key);
  }
  for (const key of checked) if (added.has(key)) toWrite.add(key);
  return { toWrite: [...toWrite].sort(), toKeep: [...checked.difference(toWrite)].sort() };
}

type Change =
  | { readonly kind: "put"; readonly row: WrittenRow }
  | { readonly kind: "add"; readonly row: AddedCount }
  | { readonly kind: "remove" };

/**
 * Judges the checks of a batch in order, each commit on the result of the previous ones: of two
 * commits that require an absent key, the second finds the first's row.
 *
 * A check for an absent key is proved by a write at the key: a row that another process has just
 * made is invisible, but conflicts. If there is no other write, a row is made and removed again;
 * the same is done for a removal of an absent row, which a snapshot older than another process's
 * write would leave in place.
 *
 * One statement makes all new rows, in order of their keys, so that two batches never wait for each
 * other.
 *
 * @param commits commits of which none adds to a key that another one puts or removes
 * @param found versions of the locked rows; all others are absent
 * @param unsure written keys that may or may not have a row
 * @param batchId part of every versionstamp of the batch, and of no other
 */
export function planBatch(
  commits: readonly Prepared[],
  { found, batchId, unsure = new Set() }: {
    readonly found: ReadonlyMap<string, string>;
    readonly unsure?: ReadonlySet<string>;
    readonly batchId: string;
  },
): Plan {
  const versions = new Map<string, string | null>(found);
  const changes = new Map<string, Change>();
  const provedAbsent = new Set<string>();
  const outcomes = commits.map((commit, index) => {
    const holds = commit.checks.every(({ key, versionstamp }) =>
      (versions.get(key) ?? null) === versionstamp
    );
    if (!holds) return null;
    for (const { key, versionstamp } of commit.checks) {
      if (versionstamp === null && !versions.has(key)) provedAbsent.add(key);
    }
    const version = `${batchId}${index.toString(16).padStart(4, "0")}`;
    apply(commit, { version, changes, versions });
    return version;
  });
  return { outcomes, ...rowsOf(changes, { provedAbsent, found, unsure, batchId }) };
}

function apply(
  { puts, removes, adds }: Prepared,
  { version, changes, versions }: {
    readonly version: string;
    readonly changes: Map<string, Change>;
    readonly versions: Map<string, string | null>;
  },
): void {
  for (const { key, bytes, expiresAt } of puts) {
    const row = { key: Uint8Array.fromHex(key), value: bytes, count: null, version, expiresAt };
    changes.set(key, { kind: "put", row });
    versions.set(key, version);
  }
  for (const key of removes) {
    changes.set(key, { kind: "remove" });
    versions.set(key, null);
  }
  for (const { key, amount } of adds) {
    const earlier = changes.get(key);
    const sum = amount + (earlier?.kind === "add" ? earlier.row.amount : 0n);
    changes.set(key, {
      kind: "add",
      row: { key: Uint8Array.fromHex(key), amount: sum, version },
    });
    versions.set(key, version);
  }
}

function rowsOf(
  changes: ReadonlyMap<string, Change>,
  { provedAbsent, found, unsure, batchId }: {
    readonly provedAbsent: ReadonlySet<string>;
    readonly found: ReadonlyMap<string, string>;
    readonly unsure: ReadonlySet<string>;
    readonly batchId: string;
  },
): Omit<Plan, "outcomes"> {
  const inserts: WrittenRow[] = [];
  const upserts: WrittenRow[] = [];
  const adds: AddedCount[] = [];
  const removes: Uint8Array[] = [];
  const unsureRemoves: Uint8Array[] = [];
  for (const key of [...new Set([...changes.keys(), ...provedAbsent])].sort()) {
    const change = changes.get(key) ?? null;
    const absent = provedAbsent.has(key);
    switch (change?.kind) {
      case "put":
        (found.has(key) || unsure.has(key) ? upserts : inserts).push(change.row);
        break;
      case "add":
        if (!absent) adds.push(change.row);
        else inserts.push(counterRow(change.row));
        break;
      case "remove":
      case undefined: {
        const bytes = Uint8Array.fromHex(key);
        if (unsure.has(key)) unsureRemoves.push(bytes);
        else if (!found.has(key)) inserts.push(placeholder(bytes, batchId));
        removes.push(bytes);
        break;
      }
      default:
        change satisfies never;
    }
  }
  return { inserts, upserts, adds, removes, unsureRemoves };
}

function counterRow({ key, amount, version }: AddedCount): WrittenRow {
  return { key, value: null, count: amount, version, expiresAt: null };
}

/** A row for an absent key, which exists for a moment and which other transactions never see. */
function placeholder(key: Uint8Array, version: string): WrittenRow {
  return { key, value: new Uint8Array(), count: null, version, expiresAt: null };
}
