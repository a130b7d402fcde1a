import { z } from "zod";
import type { Offboardings } from "../../core/operators/ports.ts";
import { Timestamp } from "../../core/nouns.ts";
import { openClients } from "../access/clients.ts";
import { findSecrets } from "../login/login_client_secrets.ts";
import { defineKey } from "../store/define_key.ts";
import { leasable } from "../store/lease.ts";
import { create, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a client whose deletion has begun. */
export const clientOffboardings = defineKey({
  name: "client_offboarding",
  parts: ["clientId"],
  value: "`{ begunAt, operator, leasedUntil }`: an offboarding that the console has begun",
  lifetime: "until all of the client is deleted",
  personal: "yes: the id of an operator",
  protected: null,
});

/** The value of an offboarding. */
export const ClientOffboarding = z.strictObject({
  begunAt: Timestamp,
  operator: z.string(),
  ...leasable,
});

/** Opens the relations that end. */
export function openOffboardings(store: Store): Offboardings {
  return {
    clients: openClients(store),
    removeLoginSecrets: async (unit, clientId) => {
      const secrets = await findSecrets(store, clientId);
      if (secrets === null) return false;
      addTo(unit, [secrets.check, secrets.delete]);
      return true;
    },
    begin: (unit, { clientId, begunAt, operator }) => {
      const value = { begunAt, operator, leasedUntil: null };
      addTo(unit, create(ClientOffboarding, clientOffboardings.key(clientId), value));
    },
    find: async (clientId) =>
      (await store.get(ClientOffboarding, clientOffboardings.key(clientId)))?.value ?? null,
  };
}
