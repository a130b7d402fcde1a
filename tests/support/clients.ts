import type { z } from "zod";
import { ok } from "../../base/result.ts";
import { ClientId } from "../../core/access/schema.ts";
import { ClientRecord } from "../../core/access/client_schema.ts";
import { openClients } from "../../kv/access/clients.ts";
import { commitAct } from "../../kv/store/operator_act.ts";
import type { Store } from "../../kv/store/store.ts";

/**
 * Puts a client record as `admin client put` does, with defaults for all else.
 *
 * @returns the record that it replaced
 */
export async function putRecord(
  { store }: { readonly store: Store },
  client: string,
  record: z.input<typeof ClientRecord>,
): Promise<ClientRecord | null> {
  const clients = openClients(store);
  const put = await commitAct(store, async (unit) => {
    const standing = await clients.stand(ClientId.parse(client));
    standing.put(unit, ClientRecord.parse(record));
    return ok(standing.record);
  });
  if (!put.ok) throw new Error("A record is put or the store fails");
  return put.value;
}
