import assert from "node:assert/strict";
import { roomyPolicy } from "./policy.ts";
import {
  activeAnswer,
  type FakeProvider,
  fakeProvider,
  providerEnvironment,
} from "./identity_provider.ts";
import { DECLARED_OWNER, putAdmittedClient } from "./admitted_client.ts";
import { certify } from "./certificates.ts";
import { always, certificatesPem } from "./pem.ts";
import { pdfOf } from "./pdf_documents.ts";
import { CSC_CLIENT_ID, CSC_CLIENT_SECRET, startTrustService } from "./trust_service_provider.ts";
import { POSSIBLE_NAME } from "./names.ts";
import { COMPLETE, DIRECTOR, onboardingPath } from "./onboarding.ts";
import { manifestOf, publishInto, snapshotIn, testSigner } from "./published_lists.ts";
import { type ServerProcess, startServer } from "./server.ts";
import { liveEnvironment } from "./service.ts";
import {
  corpusManifestOf,
  corpusTag,
  publishCorpus,
  smallCorpus,
  walletRiskPath,
} from "./wallet_risk.ts";
import { writeRegisters } from "./kyb_journey.ts";

/** Texts that no export may contain, each from a different input. */
export const personal = {
  name: "Xaver Unverwechselbar",
  token: "tok-unverwechselbar-0123456789",
  otherToken: "tok-unbekannt-0123456789",
  clientId: "client-unverwechselbar",
  wallet: "0x52908400098527886E0F7030069857D2E4169EE7",
  notes: "notes-unverwechselbar",
  query: "query-unverwechselbar",
  path: "path-unverwechselbar",
  baggage: "baggage-unverwechselbar",
  traceState: "state-unverwechselbar",
  idempotencyKey: "key-unverwechselbar",
  address: "203.0.113.77",
  company: "Unverwechselbar Handels OÜ",
  companyNumber: "10000018",
  director: "Yolanda Unverwechselbar",
  contactEmail: "form@unverwechselbar.example",
} as const;

/** An invented method, which the runtime's own metrics contain until the collector renames it. */
export const inventedMethod = "UNVERWECHSELBAR";

/** Screenings, scores and seals that their buckets permit. */
const capacity = 8;

/** A form; no export may contain any of its texts. */
const application = {
  ...COMPLETE,
  legalName: personal.company,
  registryNumber: personal.companyNumber,
  contactEmail: personal.contactEmail,
  persons: [{ ...DIRECTOR, fullName: personal.director }],
};

const document = pdfOf({}).toBase64();

/** A live test deployment with its identity provider. */
export interface Observed extends AsyncDisposable {
  readonly server: ServerProcess;
  readonly provider: FakeProvider;
}

/** Starts a live deployment with an identity provider and these additional variables. */
export async function observedService(
  environment: Readonly<Record<string, string>>,
): Promise<Observed> {
  const folder = await Deno.makeTempDir({ prefix: "aval-telemetry-" });
  const policy = {
    ...roomyPolicy,
    rateLimits: {
      ...roomyPolicy.rateLimits,
      screening: { capacity, refillPerSecond: 0.001 },
    },
    lists: { pollSeconds: 1 },
    trust: { pollSeconds: 1 },
  };
  await Deno.writeTextFile(`${folder}/policy.json`, JSON.stringify(policy));
  const client = { client_id: personal.clientId, azp: personal.clientId };
  const provider: FakeProvider = fakeProvider((token) =>
    Response.json(
      token === personal.token
        ? activeAnswer(provider, Temporal.Now.instant(), client)
        : { active: false },
    )
  );
  const live = await liveEnvironment();
  const signer = await testSigner();
  const snapshot = await snapshotIn(live["AVAL_LISTS"] ?? "");
  const createdAt = Temporal.Now.instant().subtract({ minutes: 1 }).toString();
  await publishInto(folder, snapshot, await manifestOf(snapshot, signer, { createdAt }));
  const corpus = smallCorpus("run-1", [corpusTag({ address: personal.wallet })]);
  await publishCorpus(folder, corpus, await corpusManifestOf(corpus, signer, { createdAt }));
  await Deno.mkdir(`${folder}/anchors`);
  const anchor = await certify({ name: "Issuers", ...always });
  await Deno.writeTextFile(`${folder}/anchors/root.pem`, certificatesPem(anchor));
  await writeRegisters(`${folder}/registers.bin`);
  const trustService = await startTrustService();
  await putAdmittedClient(`${folder}/kv.sqlite3`, {
    clientId: personal.clientId,
    credentialId: "seal-p256",
    secretKey: live["AVAL_SECRET_KEY"] ?? "",
  });
  const server = await startServer({
    ...live,
    AVAL_CSC_URL: trustService.url,
    AVAL_CSC_CLIENT_ID: CSC_CLIENT_ID,
    AVAL_CSC_CLIENT_SECRET: CSC_CLIENT_SECRET,
    AVAL_LISTS: `${folder}/lists.note#key=${signer.verifierKey}`,
    AVAL_TAGPACKS: `${folder}/tagpacks.note#key=${signer.verifierKey}`,
    AVAL_TRUST_ANCHORS: `${folder}/anchors`,
    AVAL_REGISTRY_GLEIF: `${folder}/registers.bin`,
    ...providerEnvironment(provider.url),
    AVAL_KV: `${folder}/kv.sqlite3`,
    AVAL_POLICY: `${folder}/policy.json`,
    AVAL_LOG: "debug",
    AVAL_TRUSTED_PROXIES: "127.0.0.1/32",
    ...environment,
  });
  return {
    server,
    provider,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
      await trustService[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Results of {@link sendTraffic}. */
export interface Sent {
  /** The live list's result for `personal.name`. */
  readonly classification: string;
  readonly candidates: number;
}

/**
 * Causes one event for every metric: two live decisions and a replay of one, a possible match of
 * the sandbox's list with its review, a wallet's score, an applicant's form, a seal, an unknown
 * token, an unknown decision, an invented method, and screenings until the bucket is empty.
 */
export async function sendTraffic(url: string): Promise<Sent> {
  const headers = {
    authorization: `Bearer ${personal.token}`,
    "content-type": "application/json",
    "x-forwarded-for": personal.address,
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    tracestate: `a=${personal.traceState}`,
    baggage: `name=${personal.baggage}`,
  };
  const send = async (path: string, body: unknown, more: Readonly<Record<string, string>> = {}) => {
    const init = { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) };
    const answer = await fetch(`${url}${path}?q=${personal.query}`, init);
    return { status: answer.status, body: await answer.json() };
  };
  const asked = { name: personal.name, walletAddresses: [personal.wallet] };
  const key = { "idempotency-key": personal.idempotencyKey };
  const first = await send("/v1/screen", asked, key);
  const others = [await send("/v1/screen", asked, key), await send("/v1/screen", asked)];
  const possible = await send("/v1/screen", { name: POSSIBLE_NAME, mode: "sandbox" });
  const { decisionId } = possible.body.meta;
  const review = { decision: "escalated", notes: personal.notes };
  others.push(possible, await send(`/v1/screen/${decisionId}/review`, review));
  others.push(await send(walletRiskPath, { network: "ETH", address: personal.wallet }));
  others.push(await send(onboardingPath, application));
  others.push(await send("/v1/seal", { document, authorizingRepresentativeId: DECLARED_OWNER }));
  assert.deepEqual(
    [first, ...others].map(({ status }) => status),
    Array(8).fill(200),
  );

  const refused = await Promise.all([
    fetch(`${url}/v1/screen/${personal.path}?${personal.query}`, { headers }),
    fetch(`${url}/${personal.path}?${personal.query}`, { method: inventedMethod, headers }),
    fetch(`${url}/v1/lists`, { headers: { authorization: `Bearer ${personal.otherToken}` } }),
  ]);
  for (const answer of refused) await answer.body?.cancel();
  assert.deepEqual(refused.map(({ status }) => status), [404, 404, 401]);

  const statuses: number[] = [];
  for (let sent = 0; sent < capacity - 5; sent++) {
    statuses.push((await send("/v1/screen", asked)).status);
  }
  assert.deepEqual(statuses, [200, 200, 429]);
  return {
    classification: first.body.classification,
    candidates: first.body.candidates.length,
  };
}
