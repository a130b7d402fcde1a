import { costedService } from "../support/costed_service.ts";
import {
  approvedTemplate,
  assertionOf,
  batchBody,
  BATCHES,
  DEAN,
  students,
} from "../support/credential_batches.ts";
import { clientOfServers } from "../stress/killed_credentials.ts";
import {
  demoOffer,
  exchange,
  makeNonce,
  proofOver,
  requestCredential,
  revoke,
  type Servers,
  statusOf,
  stressedBaseUrl,
} from "../stress/credential_rounds.ts";
import type { RouteCost } from "./route_costs.ts";

/** Rows of the batch that is measured. */
const rows = 100;

/** What the routes of credentials cost the store, in a sandbox. Each was asked before. */
export async function credentialCosts(): Promise<readonly RouteCost[]> {
  await using sandbox = await costedService({
    mode: "sandbox",
    env: { AVAL_BASE_URL: stressedBaseUrl },
  });
  await lead(sandbox);
  await sandbox.settle();
  return await lead(sandbox);
}

async function lead(
  sandbox: Awaited<ReturnType<typeof costedService>>,
): Promise<readonly RouteCost[]> {
  const costs: RouteCost[] = [];
  const measure = async <Value>(what: string, run: () => Promise<Value>): Promise<Value> => {
    let value: { readonly is: Value } | null = null;
    const cost = await sandbox.count(async () => {
      value = { is: await run() };
    });
    if (value === null) throw new Error(`${what} came to nothing`);
    costs.push({ what, cost });
    return (value as { readonly is: Value }).is;
  };
  await measureBatch(sandbox, measure);
  await measureRedemption(sandbox, measure);
  return costs;
}

type Measure = <Value>(what: string, run: () => Promise<Value>) => Promise<Value>;

async function measureBatch(servers: Servers, measure: Measure): Promise<void> {
  const client = clientOfServers(servers);
  const templateId = await approvedTemplate(client);
  const body = batchBody(templateId, students(rows));
  const { batchId } = ok(
    await measure(
      `batch of ${rows} rows, idempotency key`,
      () => client.post(BATCHES, body, { "idempotency-key": crypto.randomUUID() }),
    ),
    201,
  );
  const headers = {
    "x-credentials-step-up-assertion": await assertionOf(servers, DEAN, stressedBaseUrl),
    "idempotency-key": crypto.randomUUID(),
  };
  const approval = { approvedBySignatoryId: DEAN };
  const path = `${BATCHES}/${batchId}`;
  ok(
    await measure(
      "approval, idempotency key",
      () => client.post(`${path}/approve`, approval, headers),
    ),
  );
  ok(await measure(`read of a batch of ${rows}`, () => client.get(path)));
}

async function measureRedemption(servers: Servers, measure: Measure): Promise<void> {
  const offer = await measure("demo offer", () => demoOffer(servers));
  const token = ok(await measure("pre-authorized code", () => exchange(servers, offer)))
    .access_token;
  const nonce = await measure("nonce", () => makeNonce(servers));
  const proof = await proofOver(servers, nonce);
  const given = ok(
    await measure("credential", () => requestCredential(servers, { offer, token, proof })),
  );
  const { listId } = statusOf(given.credentials[0].credential);
  const list = async () => {
    const answer = await servers.fetch(`/v1/credentials/status-lists/${listId}`);
    await answer.body?.cancel();
    return answer;
  };
  ok(await measure("revocation", () => revoke(servers, offer)));
  await measure("status list after a revocation", list);
  await measure("status list", list);
  const metadata = "/v1/credentials/.well-known/openid-credential-issuer";
  await measure("credential issuer metadata", async () => (await servers.fetch(metadata)).text());
}

// deno-lint-ignore no-explicit-any -- costs reach into any shape, and fail where it is another
function ok({ status, body }: { readonly status: number; readonly body: any }, expected = 200) {
  if (status !== expected) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
