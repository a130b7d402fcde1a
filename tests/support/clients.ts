import type { z } from "zod";
import { ClientId } from "../../core/access/schema.ts";
import { ClientRecord } from "../../core/access/client_schema.ts";
import { openClients } from "../../kv/clients.ts";
import type { Store } from "../../kv/store/store.ts";

/** Puts a record, as the operator's command does; what it does not say is the default. */
export async function putRecord(
  { store }: { readonly store: Store },
  client: string,
  record: z.input<typeof ClientRecord>,
): Promise<void> {
  await openClients(store).put(ClientId.parse(client), ClientRecord.parse(record));
}
