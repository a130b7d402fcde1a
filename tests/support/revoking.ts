import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { uuidV7 } from "../../base/uuid.ts";
import type { StatusEntry } from "../../core/credentials/batch_schema.ts";
import { openCredentialStatuses } from "../../kv/credentials/credential_statuses.ts";
import { readStatusList, statusAt } from "../../standards/status_list/status_list.ts";
import { BATCHES, students } from "./credential_batches.ts";
import { statusIn } from "./demo_credential.ts";
import { approveBy, approvedDegree, good, submittedBatch } from "./credential_journey.ts";
import { actingFor, liveInstitutions, stepUpProvider } from "./live_institutions.ts";
import { seededRandom } from "./random.ts";
import { type TestService } from "./service.ts";
import { providerKey } from "./step_up.ts";
import { openStudentWallet } from "./student_wallet.ts";

export const issuerRole = { roles: ["credentials-api-issuer"] };
export const pathIn = (batchId: string, itemId: string) =>
  `${BATCHES}/${batchId}/items/${itemId}/revoke`;

/** Two institutions in live; the first has offered `count` degrees to wallets. */
export async function revoking(count = 1, env: Readonly<Record<string, string>> = {}) {
  const key = await providerKey("provider-key");
  const provider = stepUpProvider(key);
  const live = await liveInstitutions({
    env: { ...provider.env, ...env },
    institutions: { university: { registrar: "sub-1", dean: "sub-2" }, other: {} },
  });
  const { service } = live;
  const { clock, store } = service;
  const institution = actingFor(live, "university", "registrar");
  const { registry } = institution;
  const templateId = await approvedDegree(institution);
  const path = `${BATCHES}/${await submittedBatch(institution, templateId, students(count))}`;
  const assertion = await provider.assertion(key, service, "sub-2");
  good(await approveBy(registry, path, assertion, { by: "dean" }));
  const { batchId, items } = good(await registry.get(path)).body;
  const wallet = await openStudentWallet({ clock, fetch: service.fetch });
  const random = seededRandom(16);
  let taken = 0;
  /** The next offered item. */
  const offered = (): { readonly itemId: string; readonly offerUri: string } => items[taken++];

  /** Makes an item whose credential is in a wallet. */
  async function redeemed() {
    const { itemId: id, offerUri } = offered();
    return { id, status: statusIn(await wallet.redeem(offerUri)) };
  }
  const revoked = async () =>
    (await service.auditEvents()).filter(({ kind }) => kind === "CREDENTIAL_REVOKED");
  const statuses = openCredentialStatuses({ store, clock, random, mode: "live" });
  return {
    service,
    batchId,
    wallet,
    offered,
    redeemed,
    revoked,
    uni: service.as("registry-university", issuerRole),
    other: service.as("registry-other", issuerRole),
    pathOf: (itemId: string, batch: string = batchId) => pathIn(batch, itemId),
    uuid: () => uuidV7({ clock, random }),
    /** How often the list was written. */
    changesOf: async ({ listId }: StatusEntry) => (await statuses.list(listId))?.changes,
    [Symbol.asyncDispose]: async () => {
      await live[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** Reads a status from the list again. */
export async function statusOf(service: TestService, { listId, idx }: StatusEntry) {
  const list = await service.fetch(`/v1/credentials/status-lists/${listId}`);
  const read = readStatusList(decodeJwt(await list.text())["status_list"]);
  assert(read !== null);
  return statusAt(read, idx);
}
