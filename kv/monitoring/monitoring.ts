import { z } from "zod";
import type { Random } from "../../base/random.ts";
import { ClientId } from "../../core/access/schema.ts";
import type { Monitoring } from "../../core/monitoring/ports.ts";
import { MonitoringRun, MonitoringState } from "../../core/monitoring/schema.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { queueOwner } from "../screening/review_queue.ts";
import { encrypted } from "../store/encrypted.ts";
import type { Key, KeyRange } from "../store/key.ts";
import { removeAll } from "../store/remove_all.ts";
import { absent, create, type Operation, put, type Remove, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import { isGone, newBook, openBook, StoredBook, StoredSubject, Turn } from "./monitored_book.ts";
import {
  monitoredBooks,
  monitoredCounts,
  monitoredLeft,
  monitoredSubjects,
  monitoredTurns,
  monitoringRuns,
  monitoringStates,
} from "./monitoring_keys.ts";

/** A removed book whose data may still be stored. */
const Left = z.object({ clientId: ClientId }).readonly();

/** Maximum customers that one commit removes, and that one read returns. */
const [removedAtOnce, readAtOnce] = [200, 500];

/** Dependencies of books. */
export interface OpenMonitoring {
  readonly store: Store;
  readonly random: Random;
  /** The `at-rest` data keys: they encrypt the keys of books. */
  readonly atRest: KeyRing;
}

/**
 * Opens the books of monitored customers, and their runs.
 *
 * A change of one customer checks the customer and the book, and writes the book's turn if it adds
 * or removes the customer. A change of several checks that turn, because a commit permits few
 * checks. Customers that an import leaves out disappear with the commit that finishes it, by the
 * record of the book; a book disappears with its key. Their data are deleted afterwards.
 */
export function openMonitoring({ store, random, atRest }: OpenMonitoring): Monitoring {
  const SealedBook = encrypted(StoredBook, atRest);
  const SealedState = encrypted(MonitoringState, atRest);
  const bookOf = (client: ClientId) =>
    store.get(SealedBook, monitoredBooks.key(queueOwner(client)));
  const stateKey = (client: ClientId) => monitoringStates.key(queueOwner(client));

  /** Removes the book of a client. Its customers then have no key. */
  async function removing(client: ClientId, bookId: string): Promise<readonly Operation[]> {
    const owner = queueOwner(client);
    const [book, state] = await Promise.all([
      bookOf(client),
      store.get(SealedState, stateKey(client)),
    ]);
    return [
      ...(book === null ? [] : [book.check, book.delete]),
      ...(state === null ? [] : [state.check, state.delete]),
      put(Left, monitoredLeft.key(owner, bookId), { clientId: client }),
    ];
  }

  /** Deletes customers that finished imports have left out. */
  async function removeGone(client: ClientId): Promise<void> {
    const entry = await bookOf(client);
    if (entry === null || entry.value.finished.length === 0) return;
    const book = entry.value;
    const owner = queueOwner(client);
    const turnKey = monitoredTurns.key(owner, book.bookId);
    const prefix = monitoredSubjects.key(owner, book.bookId);
    let from: Key | null = null;
    for (let isWhole = false; !isWhole;) {
      const turn = await store.get(Turn, turnKey);
      let gone: Remove[] = [];
      // A customer who has come back meanwhile has taken the turn: then it is looked at again.
      const flush = async (next: Key | null) => {
        const check = turn?.check ?? absent(turnKey);
        if (gone.length > 0 && !await store.commit([check, ...gone])) return false;
        gone = [];
        from = next;
        return true;
      };
      isWhole = true;
      const range: KeyRange = { prefix, ...(from === null ? {} : { start: from }) };
      // A customer that cannot be read stays, and each run reports it.
      const options = { pageEntries: readAtOnce, damaged: () => {} };
      for await (const one of store.list(StoredSubject, range, options)) {
        if (isGone(book, one.value)) gone.push(one.delete);
        if (gone.length < removedAtOnce || await flush(one.key)) continue;
        isWhole = false;
        break;
      }
      if (isWhole) isWhole = await flush(null);
    }
    for (let before = 1; before <= book.imports; before++) {
      await removeAll(
        store,
        store.removalsIn({ prefix: monitoredCounts.key(owner, book.bookId, before) }),
      );
    }
    await store.commit([entry.check, entry.set({ ...book, finished: [] })]);
  }

  async function removeBooks(client: ClientId): Promise<void> {
    const owner = queueOwner(client);
    const prefix = monitoredLeft.key(owner);
    for await (const left of store.list(Left, { prefix })) {
      const bookId = String(left.key.at(-1));
      await removeAll(store, leavingsOf(store, owner, bookId));
      await store.commit([left.delete]);
    }
  }

  return {
    find: async (client) => {
      const entry = await bookOf(client);
      if (entry === null) return null;
      const { value: book } = entry;
      return await openBook({
        ...{ store, random, book, owner: queueOwner(client) },
        standing: (next) => [entry.check, ...(next === undefined ? [] : [entry.set(next)])],
        removing: () => removing(client, book.bookId),
      });
    },
    make: async (client, first) => {
      const book = newBook(random);
      const state: MonitoringState = {
        ...{ clientId: client, ...first, comparedEpoch: 0, isImported: false },
        ...{ active: null, lease: null },
      };
      return await openBook({
        ...{ store, random, book, owner: queueOwner(client) },
        standing: (next = book) => [
          ...create(SealedBook, monitoredBooks.key(queueOwner(client)), next),
          ...create(SealedState, stateKey(client), state),
        ],
        removing: () => removing(client, book.bookId),
      });
    },
    clients: async function* (damaged) {
      const seen = new Set<ClientId>();
      const range = { prefix: monitoringStates.key() };
      for await (const { value } of store.list(SealedState, range, { damaged })) {
        seen.add(value.clientId);
        yield value.clientId;
      }
      for await (const { value } of store.list(Left, { prefix: monitoredLeft.key() })) {
        if (!seen.has(value.clientId)) yield value.clientId;
      }
    },
    state: async (client) => {
      const entry = await store.get(SealedState, stateKey(client));
      if (entry === null) return null;
      return {
        state: entry.value,
        change: (unit, next) => addTo(unit, [entry.check, entry.set(next)]),
      };
    },
    record: (unit, client, run) => {
      addTo(unit, [put(MonitoringRun, monitoringRuns.key(queueOwner(client), run.runId), run)]);
    },
    runs: async function* (client, after) {
      const prefix = monitoringRuns.key(queueOwner(client));
      const end = after === null ? {} : { end: [...prefix, after] as Key };
      for await (
        const { value } of store.list(MonitoringRun, { prefix, ...end }, { reverse: true })
      ) {
        yield value;
      }
    },
    removeLeft: async (client) => {
      await removeBooks(client);
      await removeGone(client);
    },
  };
}

/** Everything that remains of a removed book. */
async function* leavingsOf(store: Store, owner: string, bookId: string): AsyncGenerator<Remove> {
  for (const kind of [monitoredSubjects, monitoredCounts]) {
    yield* store.removalsIn({ prefix: kind.key(owner, bookId) });
  }
  yield* await store.removals([monitoredTurns.key(owner, bookId)]);
}
