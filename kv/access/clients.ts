import { ClientId } from "../../core/access/schema.ts";
import {
  ClientRecord,
  defaultClientRecord,
  StoredClientRecord,
} from "../../core/access/client_schema.ts";
import type { ChangingClients, Clients } from "../../core/access/ports.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { absent, create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a client's record. */
export const clientRecords = defineKey({
  name: "client",
  parts: ["clientId"],
  value: "status, restrictions, limits, keys",
  lifetime: "until `client delete`; offboarded: for ever",
  personal: "no",
  protected: null,
});

/** A record with its client. */
export interface FiledClient {
  readonly clientId: ClientId;
  readonly record: ClientRecord;
}

/** The records, for operators. */
export interface ClientRecords extends Clients, ChangingClients {
  /** @returns the record, or null when the client has none */
  find(clientId: ClientId): Promise<ClientRecord | null>;
  /** At most `limit` clients after one (null: from the first), in the order of the ids. */
  page(after: ClientId | null, limit: number): Promise<readonly FiledClient[]>;
  /** Every client with a record, in the order of the ids. */
  list(): AsyncIterable<FiledClient>;
}

/**
 * Opens operators' settings for clients, without a cache. The guards of a request cache them for
 * seconds: `remembered.ts`.
 */
export function openClients(store: Store): ClientRecords {
  const find = async (clientId: ClientId) =>
    (await store.get(StoredClientRecord, keyOf(clientId)))?.value ?? null;
  return {
    get: async (clientId) => await find(clientId) ?? defaultClientRecord,
    find,
    page: async (after, limit) => {
      const prefix = clientRecords.key();
      // What follows an id in the order of keys: no id holds the character.
      const range = after === null
        ? { prefix }
        : { prefix, start: clientRecords.key(`${after}\0`) };
      return await Array.fromAsync(store.list(StoredClientRecord, range, { limit }), filed);
    },
    list: () => listed(store),
    stand: async (clientId) => {
      const key = keyOf(clientId);
      const found = await store.get(StoredClientRecord, key);
      return {
        record: found?.value ?? null,
        put: (unit, next) => {
          const valid = validated(next, found?.value ?? null);
          addTo(
            unit,
            found === null
              ? create(StoredClientRecord, key, valid)
              : [found.check, found.set(valid)],
          );
        },
        hold: (unit) => addTo(unit, [found === null ? absent(key) : found.check]),
        remove: (unit) => {
          if (found === null) throw new Error("There is no record to remove");
          addTo(unit, [found.check, found.delete]);
        },
      };
    },
  };
}

/**
 * Validates a record before it is stored. A registration that is already stored is kept unchanged:
 * an earlier version may have permitted more, and its client must still be suspendable.
 */
function validated(next: ClientRecord, before: ClientRecord | null): ClientRecord {
  const { loginClient } = next;
  return before !== null && loginClient === before.loginClient
    ? { ...ClientRecord.parse({ ...next, loginClient: null }), loginClient }
    : ClientRecord.parse(next);
}

async function* listed(store: Store): AsyncIterable<FiledClient> {
  const range = { prefix: clientRecords.key() };
  for await (const entry of store.list(StoredClientRecord, range)) yield filed(entry);
}

function filed(
  { key: [, id], value }: { readonly key: Key; readonly value: ClientRecord },
): FiledClient {
  return { clientId: ClientId.parse(id), record: value };
}

function keyOf(clientId: ClientId): Key {
  return clientRecords.key(clientId);
}
