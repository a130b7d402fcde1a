import { assertionOf, batchBody, BATCHES, DEAN, students } from "../support/credential_batches.ts";
import {
  approvedDegree,
  clientOf,
  good,
  type Institution,
  itemsOf,
} from "../support/credential_journey.ts";
import { type CostedService, costedService } from "../support/costed_service.ts";
import { employerPathOf, startEmployer } from "../support/employing.ts";
import { proofOf, requestOf } from "../support/issuance.ts";
import { heldInMemory, runWallet } from "../support/wallet.ts";
import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import type { RouteCost } from "./route_costs.ts";

/** Rows of the measured batch. */
const rows = 100;
const issuer = "http://localhost:8000/v1/credentials";

/** Sends a request and records the store's cost up to the answer. */
type Measure = <Value>(what: string, work: () => Promise<Value>) => Promise<Value>;

/**
 * Costs of academic credentials up to the answer, by route, in a sandbox, which needs no tokens.
 */
export async function credentialCosts(): Promise<readonly RouteCost[]> {
  await using sandbox = await costedService({ mode: "sandbox" });
  const costs: RouteCost[] = [];
  const measure: Measure = async (what, work) => {
    let value: Awaited<ReturnType<typeof work>> | null = null;
    const cost = await sandbox.count(async () => {
      value = await work();
    });
    costs.push({ what, cost });
    return value!;
  };
  const institution = institutionIn(sandbox);
  const batchId = await issuing(institution, measure);
  const statusList = await redeeming(sandbox, { institution, batchId, measure });
  await revoking(sandbox, { institution, batchId, measure, statusList });
  await employing(sandbox, { institution, measure });
  return costs;
}

function institutionIn(sandbox: CostedService): Institution {
  const client = (id: string) => clientOf(sandbox, id, { "x-aval-sandbox-client": id });
  return {
    registry: client("registry"),
    reviewer: client("reviewer"),
    employer: client("employer"),
    assertion: () => assertionOf(sandbox, DEAN),
  };
}

async function issuing(institution: Institution, measure: Measure): Promise<string> {
  const { registry } = institution;
  const templateId = await approvedDegree(institution);
  const body = batchBody(templateId, students(rows));
  const keyed = { "idempotency-key": "batch-1" };
  const created = good(
    await measure(
      `batch of ${rows} rows, idempotency key`,
      () => registry.post(BATCHES, body, keyed),
    ),
  );
  await measure("the same batch, replayed", () => registry.post(BATCHES, body, keyed));
  const { batchId } = created.body;
  const [item] = await itemsOf(institution, batchId);
  const claimValues = students(1)[0]!.claimValues;
  const recheck = { recheckingSignatoryId: "sandbox-registry-clerk", claimValues };
  good(
    await measure("recheck of an item", () => registry.post(`${item!.path}/recheck`, recheck)),
  );
  const headers = { "x-credentials-step-up-assertion": await institution.assertion() };
  const approval = { approvedBySignatoryId: DEAN };
  good(
    await measure(
      `approval of ${rows} items`,
      () => registry.post(`${BATCHES}/${batchId}/approve`, approval, headers),
    ),
  );
  good(
    await measure(
      `read of a batch of ${rows} items`,
      () => registry.get(`${BATCHES}/${batchId}`),
    ),
  );
  good(await measure("offer made anew", () => registry.post(`${item!.path}/offer`, undefined)));
  return batchId;
}

interface Redeeming {
  readonly institution: Institution;
  readonly batchId: string;
  readonly measure: Measure;
}

/** Redeems an offer. @returns the path of the credential's status list */
async function redeeming(
  sandbox: CostedService,
  { institution, batchId, measure }: Redeeming,
): Promise<string> {
  const wallet = clientOf(sandbox, "wallet", {});
  const held = heldInMemory();
  const [first, second] = await itemsOf(institution, batchId);
  // The first credential of an institution makes its list.
  await runWallet(sandbox, ["redeem", first!.offerUri], "", held);
  const metadata = "/v1/credentials/.well-known/openid-credential-issuer";
  await measure("issuer metadata", () => wallet.get(metadata));
  const reference = new URL(second!.offerUri).searchParams.get("credential_offer_uri") ?? "";
  const offer = good(
    await measure("offer by reference", () => wallet.get(new URL(reference).pathname)),
  ).body;
  const token = good(
    await measure("token for a code", () =>
      wallet.post("/v1/credentials/token", {
        grant_type: preAuthorizedCodeGrant,
        ...offer.grants[preAuthorizedCodeGrant],
      })),
  ).body;
  await measure("nonce", () => wallet.post("/v1/credentials/nonce", undefined));
  const iat = Math.floor(sandbox.clock.now().epochMilliseconds / 1_000);
  const proof = await proofOf({ aud: issuer, iat, nonce: token.c_nonce });
  const [credential_configuration_id] = offer.credential_configuration_ids;
  const issued = good(
    await measure(
      "credential",
      () =>
        wallet.post("/v1/credentials", requestOf(proof, { credential_configuration_id }), {
          authorization: `Bearer ${token.access_token}`,
        }),
    ),
  );
  const payload = issued.body.credentials[0].credential.split(".")[1] ?? "";
  const { status } = JSON.parse(
    new TextDecoder().decode(Uint8Array.fromBase64(payload, { alphabet: "base64url" })),
  );
  return new URL(status.status_list.uri).pathname;
}

async function revoking(
  sandbox: CostedService,
  { institution, batchId, measure, statusList }: Redeeming & { readonly statusList: string },
): Promise<void> {
  const list = async () => {
    const answer = await sandbox.fetch(statusList);
    if (answer.status !== 200) throw new Error(await answer.text());
    await answer.body?.cancel();
  };
  await list();
  await measure("status list, as it was", list);
  const [, redeemed] = await itemsOf(institution, batchId);
  good(
    await measure(
      "revocation",
      () => institution.registry.post(`${redeemed!.path}/revoke`, undefined),
    ),
  );
  await measure("status list after a revocation", list);
}

async function employing(
  sandbox: CostedService,
  { institution: { employer }, measure }: Pick<Redeeming, "institution" | "measure">,
): Promise<void> {
  const wallet = clientOf(sandbox, "wallet", {});
  const held = heldInMemory();
  const offer = await measure(
    "demo offer",
    () => wallet.get("/v1/credentials/sandbox/demo-offer"),
  );
  // The metadata of before the demo's template lasts a second.
  sandbox.clock.advance({ seconds: 2 });
  const redeemed = await runWallet(sandbox, ["redeem", "-"], offer.text, held);
  if (redeemed.code !== 0) throw new Error(redeemed.stderr);
  await startEmployer(employer);
  const started = await measure(
    "initiation of an employer's session",
    () => startEmployer(employer),
  );
  await measure(
    "student's answer",
    () => runWallet(sandbox, ["present", started.authorizationRequestUri], "", held),
  );
  good(
    await measure(
      "read that looks at the revocation",
      () => employer.get(`${employerPathOf(started)}?claimsDelivery=peek`),
    ),
  );
  good(await measure("read that takes the claims", () => employer.get(employerPathOf(started))));
}
