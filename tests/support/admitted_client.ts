import { ClientId } from "../../core/access/schema.ts";
import { ClientRecord } from "../../core/access/client_schema.ts";
import { ApplicationId } from "../../core/kyb/application_schema.ts";
import { openClients } from "../../kv/access/clients.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openKybApplications } from "../../kv/kyb/kyb_applications.ts";
import { commitAct } from "../../kv/store/operator_act.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import { ok } from "../../base/result.ts";
import { withInvented } from "../../sandbox/invented/kyb_applications.ts";
import { locationOf } from "./store_location.ts";

const APPROVED = ApplicationId.parse("0199a000-0004-7000-8000-000000000000");
/** An owner that the application of an admitted client declares. */
export const DECLARED_OWNER = "0199a000-0004-7000-8000-000000000001";

/**
 * Puts a client that KYB has admitted, with its own seal, into a live store that no server uses
 * yet.
 */
export async function putAdmittedClient(
  kv: string,
  { clientId, credentialId, secretKey }: {
    readonly clientId: string;
    readonly credentialId: string;
    /** `AVAL_SECRET_KEY` of the store. */
    readonly secretKey: string;
  },
): Promise<void> {
  const tools = {
    clock: { now: () => Temporal.Now.instant() },
    random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: () => Promise.resolve(),
  };
  const store = await openStore({ ...tools, location: locationOf(kv) });
  try {
    const secrets = { current: Uint8Array.fromBase64(secretKey) };
    const keys = await openDataKeys({ ...tools, store, secrets });
    const applications = openKybApplications({ ...tools, store, atRest: keys["at-rest"] });
    const invented = await withInvented(applications, { ...tools, ruleSetHash: "0".repeat(64) })
      .find(APPROVED);
    if (invented === null) throw new Error("The sandbox has no approved application");
    const id = ClientId.parse(clientId);
    await commitAct(store, async (unit) => {
      const application = { ...invented.application, clientId: id, mode: "live" as const };
      applications.add(unit, application, []);
      const record = { kybApplicationId: APPROVED, sealCredential: { credentialId } };
      (await openClients(store).stand(id)).put(unit, ClientRecord.parse(record));
      return ok(null);
    });
  } finally {
    store.close();
  }
}
