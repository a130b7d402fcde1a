import assert from "node:assert/strict";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { makeIdentity, succeeds } from "../support/backups.ts";
import { approve, BATCHES, preparedBatch } from "../support/credential_batches.ts";
import { employerPathOf, startEmployer } from "../support/employing.ts";
import { folderOf } from "../support/folder.ts";
import { proofOf } from "../support/issuance.ts";
import { good } from "../support/credential_journey.ts";
import { seededRandom } from "../support/random.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { openStudentWallet, type StudentWallet } from "../support/student_wallet.ts";
import { sendAnswer } from "../support/verifying.ts";

const baseUrl = "https://aval.example";
const env = {
  AVAL_MODE: "sandbox",
  AVAL_BASE_URL: baseUrl,
  AVAL_SECRET_KEY: seededRandom(5).bytes(32).toBase64(),
};
const grant_type = preAuthorizedCodeGrant;

/** The code of a link. */
async function codeOf(service: TestService, offerUri: string): Promise<string> {
  const address = new URL(new URL(offerUri).searchParams.get("credential_offer_uri")!);
  const offer = await (await service.fetch(address.pathname)).json();
  return offer.grants[grant_type]["pre-authorized_code"];
}

const exchange = (service: TestService, code: string) =>
  service.as("wallet").post("/v1/credentials/token", { grant_type, "pre-authorized_code": code });

/** Requests the credential of a token. @returns the status, and the error if there is one */
async function request(service: TestService, token: string, configuration: string, nonce: string) {
  const { status, body } = await service.as("wallet").post("/v1/credentials", {
    credential_configuration_id: configuration,
    proofs: { jwt: [await proofOf({ nonce })] },
  }, { authorization: `Bearer ${token}` });
  return [status, body.error];
}

/** Presents a credential to an employer. @returns the path of the session */
async function show(service: TestService, wallet: StudentWallet, credential: string) {
  const started = await startEmployer(service.as("acme"));
  const { authorizationRequest } = started;
  const presentation = await wallet.present(credential, ["award_title"], authorizationRequest);
  const vp_token = { academic_degree: [presentation] };
  good(await sendAnswer(service, authorizationRequest, { vp_token }));
  return employerPathOf(started);
}

/** The address of the status list that a credential names. */
function listOf(credential: string): string {
  const [, payload = ""] = credential.split(".");
  const bytes = Uint8Array.fromBase64(payload, { alphabet: "base64url" });
  return JSON.parse(new TextDecoder().decode(bytes)).status.status_list.uri;
}

/** Four students before the backup: one has a degree, one a token, two an offer. */
async function beforeTheBackup(service: TestService) {
  const batch = await preparedBatch(service, 4);
  good(await approve(service, batch, { baseUrl }));
  const path = `${BATCHES}/${batch.batchId}`;
  const { items } = good(await batch.registry.get(path)).body;
  const links: readonly string[] = items.map(({ offerUri }: { offerUri: string }) => offerUri);
  const codes = await Promise.all(links.map((link) => codeOf(service, link)));
  const wallet = await openStudentWallet(service);
  const credential = await wallet.redeem(links[0]!);
  const { access_token: token, c_nonce: nonce } = good(await exchange(service, codes[1]!)).body;
  const undelivered = await show(service, wallet, credential);
  return { ...batch, path, links, codes, wallet, credential, token, nonce, undelivered };
}

Deno.test("restored from a backup: what was offered, begun or not yet delivered is void, and new offers work", async () => {
  await using folder = await folderOf({});
  const at = (name: string) => ({ ...env, AVAL_KV: `${folder.path}/${name}.sqlite3` });
  const { identity, recipient } = await makeIdentity(folder.path);
  const backup = `${folder.path}/backup.age`;
  let before: Awaited<ReturnType<typeof beforeTheBackup>>;
  {
    await using service = await serviceInMemory({ kv: at("from").AVAL_KV, seed: 1, env });
    before = await beforeTheBackup(service);
    await succeeds(["store", "backup", "--out", backup, "--recipient", recipient], at("from"));
    // Redeemed after the backup, which knows nothing of it.
    await (await openStudentWallet(service)).redeem(before.links[2]!);
  }
  await succeeds(["store", "restore", backup, "--identity", identity], at("to"));
  await using service = await serviceInMemory({ kv: at("to").AVAL_KV, seed: 2, env });
  const { path, itemIds, templateId, codes, links, token, nonce, wallet, credential } = before;
  const registry = service.as("registry");
  const acme = service.as("acme");

  const isVoid = async () => {
    for (const code of codes) {
      const { status, body } = await exchange(service, code);
      assert.deepEqual([status, body.error], [400, "invalid_grant"]);
    }
    for (const link of links) await assert.rejects(codeOf(service, link));
    const fresh = (await service.as("wallet").post("/v1/credentials/nonce", undefined)).body;
    const refused = await request(service, token, templateId, fresh.c_nonce);
    assert.deepEqual(refused, [401, "invalid_token"]);
  };
  await isVoid();
  const { decision } = good(await acme.get(before.undelivered)).body;
  assert.deepEqual([decision.disclosedClaims, decision.revocationStatus], [null, "VALID"]);

  const renewed: string[] = [];
  for (const itemId of itemIds.slice(1)) {
    const { body } = good(await registry.post(`${path}/items/${itemId}/offer`, undefined));
    renewed.push(body.offerUri);
  }
  await isVoid();
  const { body: another } = await exchange(service, await codeOf(service, renewed[0]!));
  assert.deepEqual(await request(service, another.access_token, templateId, nonce), [
    400,
    "invalid_nonce",
  ]);
  const next = await (await openStudentWallet(service)).redeem(renewed[1]!);
  assert.notEqual(listOf(next), listOf(credential), "an entry may have been given out since");

  const shown = await show(service, wallet, credential);
  good(await registry.post(`${path}/items/${itemIds[0]}/revoke`, undefined));
  assert.equal(good(await acme.get(shown)).body.decision.revocationStatus, "REVOKED");
});
