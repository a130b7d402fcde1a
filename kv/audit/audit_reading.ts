import { type AuditEntry, LinkedEntry } from "../../core/audit/entry.ts";
import { clientPrefix, entryKey, outboxPrefix, Outgoing, Position } from "./audit_records.ts";
import { keysReadMax } from "../store/budget.ts";
import type { Store } from "../store/store.ts";

/** A recorded event: an entry of the chain, or an event without a position. */
export type Recording =
  | { readonly kind: "linked"; readonly linked: LinkedEntry }
  | { readonly kind: "pending"; readonly outgoing: Outgoing };

/**
 * Yields every recorded event of a client once: in the order of the chain, those without a position
 * last.
 */
export async function* recordingsOf(store: Store, clientId: string): AsyncIterable<Recording> {
  // The outbox first: what is moved meanwhile is then seen twice, and never missed.
  const pending = new Map<string, Outgoing>();
  for await (const { value } of store.list(Outgoing, { prefix: outboxPrefix })) {
    if (value.event.clientId === clientId) pending.set(value.id, value);
  }
  for await (const linked of linkedOf(store, clientId)) {
    pending.delete(linked.entry.id);
    yield { kind: "linked", linked };
  }
  for (const outgoing of pending.values()) yield { kind: "pending", outgoing };
}

async function* linkedOf(store: Store, clientId: string): AsyncIterable<LinkedEntry> {
  const prefix = clientPrefix(clientId);
  let seqs: number[] = [];
  async function* read(): AsyncIterable<LinkedEntry> {
    for (const found of await store.getImmutable(LinkedEntry, seqs.map(entryKey))) {
      if (found === null) throw new Error("An audit entry of a client is not on file");
      // The index is no part of the chain: an entry of another client is never given out by it.
      if (found.value.entry.event.clientId !== clientId) {
        throw new Error("An audit entry stands under a client that it is not of");
      }
      yield found.value;
    }
    seqs = [];
  }
  for await (const { value: { seq } } of store.list(Position, { prefix })) {
    seqs.push(seq);
    if (seqs.length === keysReadMax) yield* read();
  }
  if (seqs.length > 0) yield* read();
}

/** The latest entries of a client on the chain, newest first. @param limit up to ten */
export async function latestEntriesOf(
  store: Store,
  clientId: string,
  limit: number,
): Promise<readonly AuditEntry[]> {
  const seqs: number[] = [];
  const range = { prefix: clientPrefix(clientId) };
  for await (const { value } of store.list(Position, range, { limit, reverse: true })) {
    seqs.push(value.seq);
  }
  const found = await store.getImmutable(LinkedEntry, seqs.map(entryKey));
  const entries = found.flatMap((each) => each === null ? [] : [each.value.entry]);
  return entries.filter(({ event }) => event.clientId === clientId)
    .toSorted((a, b) => b.seq - a.seq);
}
