import { z } from "zod";
import { RecordedAuditEvent } from "../core/audit/event.ts";
import type { Key } from "./key.ts";

/** An event that is recorded and has no position on the chain yet. */
export const Outgoing = z.object({
  id: z.string(),
  at: z.iso.datetime({ precision: 3 }),
  event: RecordedAuditEvent,
}).readonly();
/** See {@link Outgoing}. */
export type Outgoing = z.infer<typeof Outgoing>;

/** Says at which position an entry of a client stands. */
export const Position = z.object({ seq: z.int().positive() }).readonly();

/** Where the chain ends. */
export const headKey: Key = ["audit_head"];
/** All entries, by position. */
export const entryPrefix: Key = ["audit_entry"];
/** All events without a position, oldest first. */
export const outboxPrefix: Key = ["audit_outbox"];

/** Where an entry stands. */
export function entryKey(seq: number): Key {
  return ["audit_entry", seq];
}

/** Where the positions of a client's entries stand. */
export function clientPrefix(clientId: string): Key {
  return ["audit_of_client", clientId];
}
