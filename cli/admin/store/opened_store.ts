import { openStore } from "../../../kv/opening/open_store.ts";
import type { Store } from "../../../kv/store/store.ts";
import { type Done, failed } from "../../command/command.ts";
import type { AdminTools, OpenedTools, StoreUse } from "../command/admin_command.ts";
import { openSealingKeys } from "../keys/sealing_keys.ts";
import { isThere, readNamedStore } from "./store_location.ts";

/** Opens the store of `AVAL_KV` for one command; a missing one is made, or refused. */
export async function withStore(
  { store: mode, recorded }: StoreUse,
  tools: AdminTools,
  run: (opened: OpenedTools) => Promise<Done>,
): Promise<Done> {
  const named = readNamedStore(tools.location, { ...tools, from: "AVAL_KV" });
  if (!named.ok) return named;
  const { name, location } = named.value;
  if (mode === "existing" && !await isThere(named.value)) return failed(`No store at ${name}`);
  let store: Store | null = null;
  try {
    store = await openStore({ ...tools, location });
    const dataKeys = await openSealingKeys(recorded, { ...tools, store });
    return dataKeys.ok ? await run({ ...tools, name, store, dataKeys: dataKeys.value }) : dataKeys;
  } catch (thrown) {
    return failed(thrown instanceof Error ? thrown.message : "The store cannot be used");
  } finally {
    store?.close();
  }
}
