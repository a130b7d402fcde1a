import { z } from "zod";
import { LinkedEntry } from "../../core/audit/entry.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { auditOfClient, clientPrefix, entryKey, entryPrefix, Position } from "./audit_records.ts";
import { exactJson } from "../store/codec.ts";
import { keysReadMax } from "../store/budget.ts";
import { DamagedValueError } from "../store/damaged_value.ts";
import type { Key } from "../store/key.ts";
import type { Store } from "../store/store.ts";

/** A position in a client's index that differs from what was written, or is missing. */
export interface BadIndex {
  readonly code:
    /** It has another form, or names another position than its key. */
    | "index_schema"
    /** It names an entry of another client, or a missing one. */
    | "index_foreign"
    /** An entry of a client is missing in the client's index. */
    | "index_missing";
  /** The entry that the position names. */
  readonly seq: number;
}

/** The part of the chain that the index is compared with. */
export interface IndexedChain {
  /** Entries that were verified. */
  readonly size: number;
  /** The number of entries that belong to a client. */
  readonly ofClients: number;
}

interface Indexed {
  readonly clientId: string;
  readonly seq: number;
}

/**
 * Compares the index of clients' entries with the chain, in both directions and in bounded memory.
 * Each position must name an entry of its client. Keys are unique, so that an entry has at most one
 * position, and equal numbers of positions and entries mean that none is missing.
 */
export async function verifyClientIndex(
  store: Store,
  { size, ofClients }: IndexedChain,
): Promise<Result<null, BadIndex>> {
  let counted = 0;
  let batch: Indexed[] = [];
  try {
    for await (const { key, value } of store.list(exactJson, { prefix: auditOfClient.key() })) {
      const indexed = readIndexed(key, value);
      if (indexed === null) return refuse({ code: "index_schema", seq: Number(key[2]) || 0 });
      if (indexed.seq <= size) counted++;
      batch.push(indexed);
      if (batch.length < keysReadMax) continue;
      const foreign = await findForeign(store, batch);
      if (foreign !== null) return refuse({ code: "index_foreign", seq: foreign.seq });
      batch = [];
    }
  } catch (cause) {
    if (!(cause instanceof DamagedValueError)) throw cause;
    return refuse({ code: "index_schema", seq: 0 });
  }
  const foreign = await findForeign(store, batch);
  if (foreign !== null) return refuse({ code: "index_foreign", seq: foreign.seq });
  if (counted === ofClients) return ok(null);
  return refuse({ code: "index_missing", seq: await findMissing(store) });
}

function readIndexed(key: Key, value: unknown): Indexed | null {
  const [, clientId, seq, ...more] = key;
  const position = z.strictObject(Position.unwrap().shape).safeParse(value);
  return typeof clientId === "string" && position.success && position.data.seq === seq &&
      more.length === 0
    ? { clientId, seq }
    : null;
}

async function findForeign(store: Store, batch: readonly Indexed[]): Promise<Indexed | null> {
  if (batch.length === 0) return null;
  const entries = await store.getMany(LinkedEntry, batch.map(({ seq }) => entryKey(seq)));
  const at = entries.findIndex((found, at) =>
    found?.value.entry.event.clientId !== batch[at]?.clientId
  );
  return batch[at] ?? null;
}

/** Finds the first entry of a client that is missing in the client's index. */
async function findMissing(store: Store): Promise<number> {
  for await (const { value: { entry } } of store.list(LinkedEntry, { prefix: entryPrefix })) {
    const { seq, event: { clientId } } = entry;
    if (clientId === undefined) continue;
    if (await store.get(Position, [...clientPrefix(clientId), seq]) === null) return seq;
  }
  throw new Error("The index of clients' entries was changed while it was verified");
}
