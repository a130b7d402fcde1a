import type { AuditEvent } from "./event.ts";
import { type ClientRecord, defaultClientRecord } from "../access/client_schema.ts";
import type { ClientId } from "../access/schema.ts";

/** A client, with its record before and after a change. */
export interface ChangedClient {
  readonly clientId: ClientId;
  readonly before: ClientRecord | null;
  readonly after: ClientRecord | null;
}

/** Returns the audit event of a changed record; null without a change. */
export function clientChangedEvent(
  { clientId, before, after }: ChangedClient,
): Extract<AuditEvent, { kind: "CLIENT_CHANGED" }> | null {
  const members = membersChanged(before ?? defaultClientRecord, after ?? defaultClientRecord);
  if (before !== null && after !== null && members.length === 0) return null;
  const change = before === null ? "registered" : after === null ? "removed" : "changed";
  return { kind: "CLIENT_CHANGED", clientId, change, status: after?.status ?? null, members };
}

function membersChanged(before: ClientRecord, after: ClientRecord): readonly string[] {
  const names = Object.keys(defaultClientRecord) as (keyof ClientRecord)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
