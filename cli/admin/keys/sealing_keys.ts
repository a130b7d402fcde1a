import type { Clock } from "../../../base/clock.ts";
import type { Random } from "../../../base/random.ts";
import { ok, type Result } from "../../../base/result.ts";
import type { SealKeys } from "../../../kv/audit/audit_sealing.ts";
import { openSealKeys } from "../../../kv/keys/data_keys.ts";
import { listSigningKeys } from "../../../kv/keys/signing_key_moves.ts";
import { readRings } from "../../../kv/keys/stored_ring.ts";
import type { Store } from "../../../kv/store/store.ts";
import type { CommandRefusal } from "../../command/command.ts";
import type { StoreUse } from "../command/admin_command.ts";
import { readSecrets, type Variables } from "../command/secrets.ts";

/** Dependencies of opening the keys. */
export interface OpenSealingKeys {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly variables: Variables;
}

/** No keys, for a command without an audit event, which also runs without the secret. */
const noKeys: SealKeys = {
  get "at-rest"(): never {
    throw new Error("A command that is recorded needs the keys that seal its audit entry");
  },
};

/**
 * Opens the keys that seal a command's audit events.
 *
 * @throws Error that names the variable, when no given secret unwraps the keys of the store
 */
export async function openSealingKeys(
  recorded: StoreUse["recorded"],
  { variables, ...opening }: OpenSealingKeys,
): Promise<Result<SealKeys, CommandRefusal>> {
  if (recorded === undefined) return ok(noKeys);
  if (recorded !== "always" && !await hasKeys(opening.store)) return ok(noKeys);
  const secrets = readSecrets(variables);
  return secrets.ok ? ok(await openSealKeys({ ...opening, secrets: secrets.value })) : secrets;
}

/** Whether a server has made keys. */
async function hasKeys(store: Store): Promise<boolean> {
  return (await listSigningKeys(store)).length > 0 || (await readRings(store)).length > 0;
}
