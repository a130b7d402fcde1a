import { ClientId } from "../core/access/schema.ts";
import {
  ClientRecord,
  defaultClientRecord,
  StoredClientRecord,
} from "../core/access/client_schema.ts";
import type { Clients } from "../core/access/ports.ts";
import type { Unit } from "../base/unit.ts";
import { defineKey } from "./store/define_key.ts";
import type { Key } from "./store/key.ts";
import { create, type Store } from "./store/store.ts";
import { addTo, openUnits } from "./store/unit.ts";

/** Where the record of a client stands. */
export const clientRecords = defineKey({
  name: "client",
  parts: ["clientId"],
  value: "status, restrictions, limits, keys",
  lifetime: "until the client is offboarded",
  personal: "no",
  protected: null,
});

/** A record with the client it is for. */
export interface FiledClient {
  readonly clientId: ClientId;
  readonly record: ClientRecord;
}

/** The records, as operators reach them. */
export interface ClientRecords extends Clients {
  /** @returns the record, or null when the client has none */
  find(clientId: ClientId): Promise<ClientRecord | null>;
  /** Every client that has a record, in the order of the ids. */
  list(): AsyncIterable<FiledClient>;
  /**
   * Puts a record in the place of the one that stands there.
   *
   * @param recordIn adds to the same commit what is to be recorded of it, such as an audit event
   * @returns the one that it has replaced, or null
   */
  put(
    clientId: ClientId,
    record: ClientRecord,
    recordIn?: (unit: Unit, replaced: ClientRecord | null) => void,
  ): Promise<ClientRecord | null>;
  /** Deletes a record. @returns false when there is none, or it was changed meanwhile */
  remove(clientId: ClientId): Promise<boolean>;
}

/** How often a record is put again when another operator is quicker. */
const attemptsMax = 20;

/**
 * Opens what operators have set for the clients. Read for every request and kept in no cache, so that who
 * is suspended is suspended at once, everywhere.
 */
export function openClients(store: Store): ClientRecords {
  const units = openUnits(store);
  const find = async (clientId: ClientId) =>
    (await store.get(StoredClientRecord, keyOf(clientId)))?.value ?? null;
  return {
    get: async (clientId) => await find(clientId) ?? defaultClientRecord,
    find,
    list: () => listed(store),
    put: async (clientId, record, recordIn) => {
      const valid = ClientRecord.parse(record);
      for (let attempt = 1; attempt <= attemptsMax; attempt++) {
        const key = keyOf(clientId);
        const found = await store.get(StoredClientRecord, key);
        const replaced = found?.value ?? null;
        const unit = units.begin();
        addTo(
          unit,
          found === null ? create(StoredClientRecord, key, valid) : [found.check, found.set(valid)],
        );
        recordIn?.(unit, replaced);
        if ((await units.commit(unit)).kind === "committed") return replaced;
      }
      throw new Error("The client's record is being changed all the time");
    },
    remove: async (clientId) => {
      const found = await store.get(StoredClientRecord, keyOf(clientId));
      return found !== null && await store.commit([found.check, found.delete]);
    },
  };
}

async function* listed(store: Store): AsyncIterable<FiledClient> {
  for await (
    const { key: [, id], value } of store.list(StoredClientRecord, { prefix: clientRecords.key() })
  ) {
    yield { clientId: ClientId.parse(id), record: value };
  }
}

function keyOf(clientId: ClientId): Key {
  return clientRecords.key(clientId);
}
