import { z } from "zod";
import { ClientId } from "../../core/access/schema.ts";
import { queueOwner } from "../screening/review_queue.ts";
import { defineKey } from "../store/define_key.ts";
import { ExpiresAt, timestamp } from "../store/lifetime.ts";
import { put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";
import type { Unit } from "../../base/unit.ts";

/** Key of a sandbox client that sees the next version of the invented lists. */
export const advancedClients = defineKey({
  name: "sandbox_lists_advanced",
  parts: ["hash of clientId"],
  value: "`{ clientId, expiresAt }`, in a sandbox alone",
  lifetime: "an hour",
  personal: "no",
  protected: null,
});

const Advanced = z.object({ clientId: ClientId, expiresAt: ExpiresAt }).readonly();

/** Notes that a client sees the next version until a moment. */
export function noteAdvanced(unit: Unit, clientId: ClientId, until: Temporal.Instant): void {
  const value = { clientId, expiresAt: timestamp(until) };
  addTo(unit, [put(Advanced, advancedClients.key(queueOwner(clientId)), value)]);
}

/** Clients that see the next version, each until a moment, which may be over. */
export async function readAdvanced(
  store: Store,
): Promise<ReadonlyMap<ClientId, Temporal.Instant>> {
  const found = new Map<ClientId, Temporal.Instant>();
  for await (const { value } of store.list(Advanced, { prefix: advancedClients.key() })) {
    found.set(value.clientId, Temporal.Instant.from(value.expiresAt));
  }
  return found;
}
