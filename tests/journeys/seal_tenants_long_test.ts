import assert from "node:assert/strict";
import { putRecord } from "../support/clients.ts";
import { admit, type LiveKyb, withLiveKyb } from "../support/kyb_journey.ts";
import { COMPLETE } from "../support/onboarding.ts";
import { pdfOf } from "../support/pdf_documents.ts";
import { readSignatures } from "../support/read_signatures.ts";
import { SIGNING_PIN } from "../support/trust_service_credentials.ts";
import { startTrustServices, type TrustServices } from "../support/trust_services.ts";

const companies = [
  {
    clientId: "acme",
    registryNumber: "01403668",
    legalName: "Dentsu International Ltd",
    sealsBy: "seal-p256",
    signsBy: "sign-p256-pin",
  },
  {
    clientId: "globex",
    registryNumber: "03004112",
    legalName: "Galapagos Conservation Trust",
    sealsBy: "seal-rsa",
    signsBy: "sign-rsa-pin",
  },
] as const;

/** An admitted client with its credentials. */
interface Tenant {
  readonly clientId: string;
  readonly director: string;
  readonly sealsBy: string;
  readonly signsBy: string;
}

async function admitBoth(live: LiveKyb): Promise<readonly [Tenant, Tenant]> {
  const tenants: Tenant[] = [];
  for (const { clientId, registryNumber, legalName, sealsBy, signsBy } of companies) {
    const application = { ...COMPLETE, legalName, registryNumber, registryCountry: "GB" };
    const admission = { clientId, application, rationale: "Papers seen" };
    const { applicationId } = await admit(live, admission);
    const shown = JSON.parse(await live.run("kyb", "show", applicationId, "--json"));
    const director: string = shown.application.persons[0].id;
    const put = ["seal", "credential", "put", clientId, "--credential"];
    await live.run(...put, sealsBy);
    await live.run(...put, signsBy, "--person", director);
    tenants.push({ clientId, director, sealsBy, signsBy });
  }
  const [acme, globex] = tenants;
  assert(acme !== undefined && globex !== undefined);
  return [acme, globex];
}

const document = pdfOf({}).toBase64();
const sealBy = (personId: string) => ({ document, authorizingRepresentativeId: personId });
const signBy = (personId: string) => ({
  document,
  signerId: personId,
  pin: SIGNING_PIN,
  pinObjectId: "PIN",
});

async function withTenants(
  test: (
    tools: LiveKyb & { readonly trust: TrustServices },
    tenants: readonly [Tenant, Tenant],
  ) => Promise<void>,
): Promise<void> {
  await using trust = await startTrustServices();
  await withLiveKyb(async (live) => {
    await test({ ...live, trust }, await admitBoth(live));
  }, { env: trust.env });
}

Deno.test("two clients that seal and sign at once never use each other's credential or person", async () => {
  await withTenants(async ({ service, trust: { provider } }, tenants) => {
    const acts = tenants.flatMap(({ clientId, director, sealsBy, signsBy }, at) => {
      const client = service.as(clientId);
      const foreign = tenants[1 - at]?.director ?? "";
      const act = (path: string, body: object, by: string | null) => ({ client, path, body, by });
      return [
        act("/v1/seal", sealBy(director), sealsBy),
        act("/v1/sign", signBy(director), signsBy),
        act("/v1/seal", sealBy(foreign), null),
        act("/v1/sign", signBy(foreign), null),
      ];
    });
    // The same key of both, thrice over.
    const answers = await Promise.all(
      [1, 2, 3].flatMap((round) =>
        acts.map(async ({ client, path, body, by }) => ({
          path,
          by,
          answer: await client.post(path, body, { "idempotency-key": `${round}-${by !== null}` }),
        }))
      ),
    );
    for (const { path, by, answer } of answers) {
      if (by === null) {
        const code = path === "/v1/seal" ? "representative_not_on_file" : "signer_not_on_file";
        assert.deepEqual([answer.status, answer.body.error], [403, code]);
        continue;
      }
      assert.equal(answer.status, 200, answer.text);
      const [read] = await readSignatures(Uint8Array.fromBase64(answer.body.document));
      const { certificate } = provider.trust.credentials.get(by) ?? assert.fail();
      assert.deepEqual([read?.verified, read?.serialNumber], [true, certificate.serialNumber]);
      assert.equal(answer.body.frozenDecisionArtifact.credentialId, by);
    }
    assert.equal(provider.signed(), 12);
    const credentials = new Map<string, string>(
      tenants.flatMap(({ clientId, director, sealsBy, signsBy }) =>
        [sealsBy, signsBy].map((by) => [by, `${clientId} ${director}`] as const)
      ),
    );
    for (const event of await service.auditEvents()) {
      if (event.kind !== "DOCUMENT_SEALED" && event.kind !== "DOCUMENT_SIGNED") continue;
      const { clientId, personId, credentialId } = event;
      assert.equal(credentials.get(credentialId), `${clientId} ${personId}`);
    }
  });
});

Deno.test("a suspended client, one without a record and an offboarded one end in their refusals", async () => {
  await withTenants(async ({ service, run, trust: { provider } }, [acme, globex]) => {
    const key = { "idempotency-key": "one" };
    const tryAll = async ({ clientId, director }: Tenant) => {
      const client = service.as(clientId);
      const answers = [
        await client.post("/v1/seal", sealBy(director), key),
        await client.post("/v1/sign", signBy(director)),
      ];
      return answers.map(({ status, body }) => `${status} ${body.error ?? ""}`.trim());
    };
    assert.deepEqual(await tryAll(acme), ["200", "200"]);
    const replayed = await service.as("acme").post("/v1/seal", sealBy(acme.director), key);
    assert.equal(replayed.headers.get("idempotent-replayed"), "true");
    assert.deepEqual(await tryAll(globex), ["200", "200"]);
    const signed = provider.signed();

    const inactive = ["403 account_inactive", "403 account_inactive"];
    const record = await putRecord(service, "acme", {});
    assert(record !== null);
    // As where its record was deleted: what it has had already comes before its application.
    assert.deepEqual(await tryAll(acme), ["200", "403 account_inactive"]);
    await putRecord(service, "acme", { ...record, status: "SUSPENDED" });
    assert.deepEqual(await tryAll(acme), inactive);
    await putRecord(service, "acme", record);
    assert.deepEqual(await tryAll(acme), ["200", "200"]);
    // Without its credential a repeat is still the first answer, and anything else is refused.
    await run("seal", "credential", "remove", "acme");
    await run("seal", "credential", "remove", "acme", "--person", acme.director);
    assert.deepEqual(await tryAll(acme), ["200", "503 qes_not_configured"]);
    const other = await service.as("acme").post("/v1/seal", sealBy(acme.director));
    assert.deepEqual([other.status, other.body.error], [503, "qseal_not_configured"]);

    await run("client", "offboard", "globex");
    assert.deepEqual(await tryAll(globex), ["401 unauthorized", "401 unauthorized"]);
    const token = { roles: ["another-token"] };
    const late = await service.as("globex", token).post("/v1/seal", sealBy(globex.director), key);
    assert.deepEqual([late.status, late.body.error], [403, "account_inactive"]);
    assert.equal(provider.signed(), signed + 1);
  });
});

Deno.test("an erasure takes what is kept of a seal: the same request runs anew", async () => {
  await withTenants(async ({ service, trust: { provider } }, [acme, globex]) => {
    const key = { "idempotency-key": "one" };
    const seal = async ({ clientId, director }: Tenant) =>
      await service.as(clientId).post("/v1/seal", sealBy(director), key);
    const [own, others] = [await seal(acme), await seal(globex)];
    assert.equal((await seal(acme)).text, own.text);
    const erased = await service.as("acme").post("/v1/screen/gdpr/erasure-requests", {});
    assert.deepEqual(erased.body.deleted, { idempotencyRecords: 1 });
    const anew = await seal(acme);
    assert.deepEqual([anew.status, anew.headers.get("idempotent-replayed")], [200, null]);
    assert.equal(anew.body.originalSha256, own.body.originalSha256);
    // Only its own: another client reads again what it has read.
    assert.equal((await seal(globex)).text, others.text);
    assert.equal(provider.signed(), 3);
  });
});
