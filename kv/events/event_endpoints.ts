import { z } from "zod";
import { ClientId } from "../../core/access/schema.ts";
import { KeptEndpoint } from "../../core/events/endpoint_schema.ts";
import type { EventEndpoints, StandingEndpoints } from "../../core/events/ports.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { defineKey } from "../store/define_key.ts";
import { encrypted } from "../store/encrypted.ts";
import { absent, type Entry, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import { type OwnerParts, ownerParts } from "./event_feed.ts";

/** Key of a client's endpoints. */
export const eventEndpoints = defineKey({
  name: "event_endpoints",
  parts: ["hash of clientId", "mode"],
  value: "the client's endpoints with their secrets, encrypted",
  lifetime: "until the client removes them, or offboarding",
  personal: "no: URLs of the client",
  protected: "encrypted; client by its hash",
});

/** Value of {@link eventEndpoints}. */
const StoredEndpoints = z.object({
  clientId: ClientId,
  endpoints: z.array(KeptEndpoint).readonly(),
}).readonly();
type StoredEndpoints = z.infer<typeof StoredEndpoints>;

/** The endpoints as other modules of events read them. */
export interface OpenedEndpoints extends EventEndpoints {
  /** @returns null if the client has none */
  at(owner: OwnerParts): Promise<StoredEndpoints | null>;
}

/** Opens the endpoints of clients: one value for each, so that a bound on their number holds. */
export function openEventEndpoints(
  { store, atRest }: { readonly store: Store; readonly atRest: KeyRing },
): OpenedEndpoints {
  const Sealed = encrypted(StoredEndpoints, atRest);
  const read = (owner: OwnerParts): Promise<Entry<StoredEndpoints> | null> =>
    store.get(Sealed, eventEndpoints.key(...owner));
  return {
    of: async (owner): Promise<StandingEndpoints> => {
      const key = eventEndpoints.key(...ownerParts(owner));
      const entry = await read(ownerParts(owner));
      return {
        endpoints: entry?.value.endpoints ?? [],
        put: (unit, endpoints) => {
          const value = { clientId: owner.clientId, endpoints };
          addTo(unit, [
            entry?.check ?? absent(key),
            ...(endpoints.length > 0
              ? [entry?.set(value) ?? put(Sealed, key, value)]
              : entry === null
              ? []
              : [entry.delete]),
          ]);
        },
      };
    },
    at: async (owner) => (await read(owner))?.value ?? null,
  };
}
