import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { NextTurn } from "../../base/turns.ts";
import type { ClientId } from "../../core/access/schema.ts";
import { Timestamp } from "../../core/nouns.ts";
import type {
  BatchStep,
  FoundBatch,
  OpenBatches,
  ScreeningBatches,
} from "../../core/screening/batch_ports.ts";
import { BatchResult, BatchRow, ScreeningBatch } from "../../core/screening/batch_schema.ts";
import { ScreeningBatchId } from "../../core/screening/decision_schema.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { keysReadMax } from "../store/budget.ts";
import { defineKey } from "../store/define_key.ts";
import { type Encrypted, encrypted } from "../store/encrypted.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { removeAll } from "../store/remove_all.ts";
import { importSecretKey } from "../store/secret_key.ts";
import { absent, create, type Entry, type Operation, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import { queueOwner } from "./review_queue.ts";

/** Key of a batch of screenings. */
export const screeningBatches = defineKey({
  name: "screening_batch",
  parts: ["batchId"],
  value: "how far the batch has come, until its end the key of its rows, encrypted",
  lifetime: "31 d (`batchResultDays`, `screeningBatchHours`)",
  personal: "no",
  protected: "encrypted",
});

/** Keys of a batch's rows that are not screened yet. */
export const screeningBatchRows = defineKey({
  name: "screening_batch_rows",
  parts: ["batchId", "first item"],
  value: "rows of the batch, encrypted",
  lifetime: "until screened; 24 h (`screeningBatchHours`)",
  personal: "yes: names, dates, nationalities, as sent",
  protected: "encrypted under a key of the batch",
});

/** Keys of a batch's results. */
export const screeningBatchResults = defineKey({
  name: "screening_batch_results",
  parts: ["batchId", "first item"],
  value: "decisions of some items, with class and best candidate, encrypted",
  lifetime: "as their batch",
  personal: "yes: as decisions",
  protected: "encrypted",
});

/** The unfinished batches of a client. */
export const openScreeningBatchIds = defineKey({
  name: "screening_batches_open",
  parts: ["hash of clientId"],
  value: "`{ ids }`, in the order of their acceptance",
  lifetime: "until the last of them ends",
  personal: "no",
  protected: "client by its hash",
});

/** The batches of a client. */
export const clientScreeningBatches = defineKey({
  name: "client_screening_batch",
  parts: ["hash of clientId", "batchId"],
  value: "`{ expiresAt }`",
  lifetime: "as its batch",
  personal: "no",
  protected: "client by its hash",
});

/** Ids of batches under {@link openScreeningBatchIds}. */
export const OpenIds = z.object({ ids: z.array(ScreeningBatchId).readonly() }).readonly();
export type OpenIds = z.infer<typeof OpenIds>;

/** A batch, as stored. */
const StoredBatch = z.object({
  batch: ScreeningBatch,
  /** The encryption key of its rows, stored only here; absent after its end. */
  secret: z.base64url().optional(),
  lease: z.object({ holder: z.string(), until: Timestamp }).readonly().nullable(),
  expiresAt: ExpiresAt,
}).readonly();
type StoredBatch = z.infer<typeof StoredBatch>;

const OfClient = z.object({ expiresAt: ExpiresAt }).readonly();
const StoredRows = z.object({ rows: z.array(BatchRow).readonly(), expiresAt: ExpiresAt })
  .readonly();
type StoredRows = z.infer<typeof StoredRows>;
const StoredResults = z.object({ results: z.array(BatchResult).readonly(), expiresAt: ExpiresAt })
  .readonly();

/** Maximum rows of one value, and their maximum bytes, which are encrypted in one step. */
const [rowsMax, rowBytesMax] = [50, 200_000];
const secretBytes = 32;

/** Dependencies of batches of screenings. */
export interface OpenScreeningBatches {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
  readonly nextTurn: NextTurn;
  /** Hours within which a batch ends, and days for which its results are kept afterwards. */
  readonly batchHours: number;
  readonly resultDays: number;
}

/**
 * Opens the batches of screenings. Rows are encrypted under a key that only their batch's record
 * contains: before that is written, and after the batch's end, they are unreadable. They expire by
 * themselves, so that remains of a crash need no cleanup. Every change of a batch checks its
 * record, so that of several servers one decides an item.
 */
export function openScreeningBatches(
  { store, clock, random, atRest, nextTurn, batchHours, resultDays }: OpenScreeningBatches,
): ScreeningBatches {
  const SealedBatch = encrypted(StoredBatch, atRest);
  const SealedResults = encrypted(StoredResults, atRest);
  const openRead = new WeakMap<OpenBatches, Entry<OpenIds> | null>();
  const isAlive = ({ expiresAt }: StoredBatch) => !hasPassed(expiresAt, clock.now());

  /** The operation that permits the client of an ending batch to send another. */
  async function closing({ id, clientId }: ScreeningBatch): Promise<readonly Operation[]> {
    const entry = await store.get(OpenIds, openKey(clientId));
    if (entry === null) return [];
    const ids = entry.value.ids.filter((one) => one !== id);
    return [entry.check, ids.length === 0 ? entry.delete : entry.set({ ids })];
  }

  function found(entry: Entry<StoredBatch>): FoundBatch {
    const { batch, secret, lease, expiresAt } = entry.value;
    const pieces: Entry<StoredRows>[] = [];
    /** Removes decided rows, in the commit that decides them. */
    const doneRows = ({ counts: { done } }: ScreeningBatch): readonly Operation[] =>
      pieces.filter(({ value: { rows } }) => (rows.at(-1)?.item ?? 0) < done)
        .map((piece) => piece.delete);
    const written = (results: BatchStep["results"]): readonly Operation[] =>
      results.length === 0 ? [] : [
        put(SealedResults, resultsKey(batch.id, batch.counts.done), { results, expiresAt }),
      ];
    return {
      batch,
      lease: lease === null
        ? null
        : { holder: lease.holder, until: Temporal.Instant.from(lease.until) },
      rowsFrom: async (item) => {
        if (secret === undefined) return [];
        // Rows stand under the first of them.
        const start = rowsKey(batch.id, Math.max(0, item - rowsMax + 1));
        const range = { prefix: rowsKey(batch.id), start };
        for await (const piece of store.list(await rowsUnder(secret), range)) {
          const rows = piece.value.rows.filter((row) => row.item >= item);
          if (rows.length === 0) continue;
          pieces.push(piece);
          return rows;
        }
        return [];
      },
      advance: (unit, next, { results, lease }) => {
        const stored: StoredBatch = {
          ...{ ...entry.value, batch: next },
          lease: lease === null ? null : { ...lease, until: timestamp(lease.until) },
        };
        addTo(unit, [entry.check, entry.set(stored), ...written(results), ...doneRows(next)]);
      },
      end: async (unit, next, results) => {
        const stored: StoredBatch = { batch: next, lease: null, expiresAt };
        addTo(unit, [entry.check, entry.set(stored), ...written(results), ...doneRows(next)]);
        addTo(unit, await closing(batch));
      },
      removeRows: async () => {
        await removeAll(store, store.removalsIn({ prefix: rowsKey(batch.id) }));
      },
      results: async function* (from) {
        const prefix = resultsKey(batch.id);
        // Results of some items stand under the first of them, and so may be those asked for.
        const first = Math.max(0, from - resultsTogetherMax + 1);
        const range = { prefix, start: resultsKey(batch.id, first) };
        for await (const { value } of store.list(SealedResults, range)) {
          for (const result of value.results) if (result.item >= from) yield result;
        }
      },
    };
  }

  return {
    prepare: async (batch, rows) => {
      const secret = random.bytes(secretBytes).toBase64({
        alphabet: "base64url",
        omitPadding: true,
      });
      const kind = await rowsUnder(secret);
      const accepted = Temporal.Instant.from(batch.acceptedAt);
      const rowsUntil = timestamp(accepted.add({ hours: batchHours }));
      const expiresAt = timestamp(accepted.add({ hours: batchHours + 24 * resultDays }));
      for (const piece of piecesOf(rows)) {
        const key = rowsKey(batch.id, piece[0]?.item ?? 0);
        await store.commit([put(kind, key, { rows: piece, expiresAt: rowsUntil })]);
        await nextTurn();
      }
      return {
        accept: (unit, open) => {
          const entry = openRead.get(open) ?? null;
          const ids = [...open.ids, batch.id];
          const key = openKey(batch.clientId);
          addTo(
            unit,
            create(SealedBatch, batchKey(batch.id), { batch, secret, lease: null, expiresAt }),
          );
          const own = clientScreeningBatches.key(queueOwner(batch.clientId), batch.id);
          addTo(unit, [put(OfClient, own, { expiresAt })]);
          addTo(
            unit,
            entry === null
              ? [absent(key), put(OpenIds, key, { ids })]
              : [entry.check, entry.set({ ids })],
          );
        },
        discard: async () => {
          await removeAll(store, store.removalsIn({ prefix: rowsKey(batch.id) }));
        },
      };
    },
    openOf: async (owner) => {
      const entry = await store.get(OpenIds, openKey(owner));
      const open: OpenBatches = { ids: entry?.value.ids ?? [] };
      openRead.set(open, entry);
      return open;
    },
    ofClient: async (owner, batchesMax) => {
      const range = { prefix: clientScreeningBatches.key(queueOwner(owner)) };
      const ids: ScreeningBatchId[] = [];
      for await (
        const { key } of store.list(OfClient, range, { reverse: true, limit: batchesMax })
      ) {
        ids.push(ScreeningBatchId.parse(key.at(-1)));
      }
      const pieces: Promise<readonly (Entry<StoredBatch> | null)[]>[] = [];
      for (let at = 0; at < ids.length; at += keysReadMax) {
        pieces.push(store.getMany(SealedBatch, ids.slice(at, at + keysReadMax).map(batchKey)));
      }
      return (await Promise.all(pieces)).flat()
        .flatMap((entry) => entry !== null && isAlive(entry.value) ? entry.value.batch : []);
    },
    find: async (id) => {
      const entry = await store.get(SealedBatch, batchKey(id));
      return entry === null || !isAlive(entry.value) ? null : found(entry);
    },
    unfinished: async function* () {
      const prefix = openScreeningBatchIds.key();
      for await (const { value } of store.list(OpenIds, { prefix })) yield value.ids;
    },
  };
}

/** Maximum results of one value, as many as rows. */
const resultsTogetherMax = rowsMax;

const encoder = new TextEncoder();

/** Yields rows in pieces that are encrypted in one step. */
function* piecesOf(rows: readonly BatchRow[]): Generator<readonly BatchRow[], void> {
  let piece: BatchRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = encoder.encode(JSON.stringify(row)).length;
    if (piece.length === rowsMax || (piece.length > 0 && bytes + size > rowBytesMax)) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    piece.push(row);
    bytes += size;
  }
  if (piece.length > 0) yield piece;
}

/** The encryption of a batch's rows. */
async function rowsUnder(secret: string): Promise<Encrypted<StoredRows>> {
  const key = {
    id: "batch",
    cryptoKey: await importSecretKey(Uint8Array.fromBase64(secret, { alphabet: "base64url" }), {
      algorithm: { name: "AES-GCM", length: 8 * secretBytes },
      usages: ["encrypt", "decrypt"],
    }),
  };
  return encrypted(StoredRows, {
    active: key,
    byId: new Map([[key.id, key]]),
    reload: () => Promise.resolve(),
  });
}

function batchKey(id: ScreeningBatchId): Key {
  return screeningBatches.key(id);
}

function rowsKey(id: ScreeningBatchId, first?: number): Key {
  return screeningBatchRows.key(id, ...(first === undefined ? [] : [first]));
}

function resultsKey(id: ScreeningBatchId, first?: number): Key {
  return screeningBatchResults.key(id, ...(first === undefined ? [] : [first]));
}

function openKey(owner: ClientId): Key {
  return openScreeningBatchIds.key(queueOwner(owner));
}
