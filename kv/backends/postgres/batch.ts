import type { RawCommit } from "../../store/backend.ts";
import { measureCommit } from "../../store/budget.ts";
import type { Touched } from "../../store/waiting_commits.ts";
import { encodeKey } from "../key_bytes.ts";
import type { AddedCount, WrittenRow } from "./statements.ts";

/** What decides which commits share a transaction, by the hexadecimal of their encoded keys. */
export interface Batched extends Touched {
  /** Of the keys written, those added to. */
  readonly added: ReadonlySet<string>;
  /** Bytes of its keys and values, as the budget counts them. */
  readonly bytes: number;
}

/** A commit with its keys encoded once. */
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

/** What a batch does to the table once its checks were judged. Each list is in order of its keys. */
export interface Plan {
  /** Of each commit its versionstamp, or null: a check of it did not hold. */
  readonly outcomes: readonly (string | null)[];
  /** Rows where none stood. */
  readonly inserts: readonly WrittenRow[];
  /** Rows that are locked, or may stand or not. */
  readonly upserts: readonly WrittenRow[];
  readonly adds: readonly AddedCount[];
  readonly removes: readonly Uint8Array[];
  /** Of those, the ones that may stand or not. */
  readonly unsureRemoves: readonly Uint8Array[];
}

/** Encodes what a commit names. `expiresAt` gives a lifetime in milliseconds its end. */
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
 * check are locked as they are added to, which is later and shorter.
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
 * Judges the checks of a batch in order, each commit on what those before it leave behind: of two
 * that want nothing at a key, the second finds the first.
 *
 * A check that held because nothing stands there is proved by writing there: a row that another
 * process has just made is not seen, but in the way. Where nothing remains to be written a row is
 * made and removed again; so it is where one is removed that does not stand there, which a snapshot
 * from before another process made it would leave standing.
 *
 * Whatever stands nowhere is made by one statement, in order of its keys: two batches that made some
 * of their rows before others would wait for each other.
 *
 * @param commits none of which adds to a key that another one puts or removes
 * @param found versions of the rows that were locked; all others are not there
 * @param unsure keys that are written and of which it is not known what stands there
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

/** Stands for a moment where nothing does, unseen by other transactions. */
function placeholder(key: Uint8Array, version: string): WrittenRow {
  return { key, value: new Uint8Array(), count: null, version, expiresAt: null };
}
