import assert from "node:assert/strict";
import { z } from "zod";
import { ErasureResult, ScreeningExport } from "../../core/data_subject/schema.ts";
import { snapshotOfFile } from "../../kv/backends/sqlite_snapshot.ts";
import { kybChecks } from "../../kv/kyb/kyb_applications.ts";
import { put } from "../../kv/store/store.ts";
import { folderOf } from "../support/folder.ts";
import { file, type Filed, inventedApplication, soundApplication } from "../support/kyb_reviews.ts";
import { DOUBTFUL, type KybTest, withKyb } from "../support/kyb.ts";
import { acknowledging } from "../support/kyb_acknowledged.ts";
import { POSSIBLE_NAME } from "../support/names.ts";
import { COMPLETE, DIRECTOR } from "../support/onboarding.ts";
import { liveEnvironment, serviceInMemory } from "../support/service.ts";

const EXPORT = "/v1/screen/gdpr/export";
const ERASURE = "/v1/screen/gdpr/erasure-requests";
const because = ["--rationale", "Seen the papers"] as const;

/**
 * Another applicant's application, which shares only its register's country with {@link DOUBTFUL}.
 */
const OTHER = {
  legalName: "Lõpetatud Äri OÜ",
  registryCountry: "EE",
  registryNumber: "10000024",
  persons: [{ ...DIRECTOR, fullName: "Leopoldine Quastenberg", dob: "1968-02-11" }],
  contactEmail: "leopoldine@quastenberg.example",
};

/** Drafts and accepts an application. @returns its id */
async function accept(
  { apply, done }: KybTest,
  clientId: string,
  application: unknown,
): Promise<string> {
  const draftId = await apply(application);
  return (await done("kyb", "accept", draftId, "--client", clientId, "--operator", "alice")).trim();
}

async function approve({ done }: KybTest, id: string): Promise<void> {
  const acknowledged = acknowledging(await done("kyb", "show", id, "--json"));
  await done("kyb", "approve", id, ...because, "--operator", "bob", ...acknowledged);
}

/** Takes {@link DOUBTFUL} to an approved client. */
async function admitDoubtful(test: KybTest, clientId: string): Promise<string> {
  const id = await accept(test, clientId, DOUBTFUL);
  const { checks } = JSON.parse(await test.done("kyb", "show", id, "--json"));
  for (const { id: checkId, evidence } of checks) {
    if (evidence.classification !== "POSSIBLE_MATCH") continue;
    const judged = ["--judgement", "false_positive", ...because, "--operator", "alice"];
    await test.done("kyb", "check", id, checkId, ...judged);
  }
  await approve(test, id);
  return id;
}

/** All KYB records in the store. */
async function kybRecords({ location }: KybTest): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  for await (const { key, bytes } of snapshotOfFile(location)) {
    if (String(key[0]).startsWith("kyb_")) records.push([key, bytes.toHex()]);
  }
  return records;
}

Deno.test(`GET ${EXPORT} has the caller's KYB rows in full, and nobody else's`, async () => {
  await withKyb(async (test) => {
    const { service, done } = test;
    const id = await admitDoubtful(test, "acme");
    const others = await accept(test, "globex", OTHER);
    await approve(test, others);
    const answer = await service.as("acme").get(EXPORT);
    // Strict: a row has nothing that the description does not name.
    const { kyb } = ScreeningExport.parse(answer.body);
    assert.deepEqual(answer.body.kyb, kyb);
    assert(kyb.linked);
    const { client, applications, ubos, checks } = kyb;
    assert.deepEqual([client.clientId, client.status, client.kybApplicationId], [
      "acme",
      "ACTIVE",
      id,
    ]);
    assert.deepEqual(
      applications.map(({ id, status, decision }) => [id, status, decision?.by]),
      [[id, "APPROVED", "bob"]],
    );
    assert.deepEqual(
      ubos.map(({ fullName, role, ownership, signingCredential }) => [
        fullName,
        role,
        ownership?.minimum,
        signingCredential,
      ]),
      [
        ["Hannelore Bistrupgaard", "director", undefined, false],
        ["Margaret Thistlewood", "ubo", 10_000, false],
        [POSSIBLE_NAME, "director", undefined, false],
      ],
    );
    assert.deepEqual(checks.map(({ kind, outcome }) => [kind, outcome]), [
      ["registry", "verified"],
      ["entity_screening", "CLEAR"],
      ["person_screening", "CLEAR"],
      ["person_screening", "CLEAR"],
      ["person_screening", "POSSIBLE_MATCH"],
    ]);
    const match = checks.at(-1);
    assert(match?.kind === "person_screening");
    assert.equal(match.personId, ubos.at(-1)?.id);
    assert.deepEqual(match.judgements.map(({ judgement, by }) => [judgement, by]), [
      ["false_positive", "alice"],
    ]);
    assert(match.evidence.candidates.length > 0);
    const written = JSON.parse(await done("kyb", "export", "acme", "--out", "-"));
    assert.deepEqual({ client, applications, ubos, checks }, {
      client: written.client,
      applications: written.applications,
      ubos: written.ubos,
      checks: written.checks,
    });
    const theirs = await service.as("globex").get(EXPORT);
    for (const ours of [id, "acme", POSSIBLE_NAME, "Thistlewood", "10000018"]) {
      assert(answer.text.includes(ours) && !theirs.text.includes(ours), ours);
    }
    for (const foreign of [others, "globex", "Quastenberg", "quastenberg.example", "10000024"]) {
      assert(theirs.text.includes(foreign) && !answer.text.includes(foreign), foreign);
    }
    const none = await service.as("initech").get(EXPORT);
    assert.deepEqual(none.body.kyb, { linked: false });
  });
});

Deno.test(`GET ${EXPORT} has every application of the client, the oldest first`, async () => {
  await withKyb(async (test) => {
    const rejected = await accept(test, "acme", OTHER);
    await test.done("kyb", "reject", rejected, ...because, "--operator", "bob");
    const approved = await accept(test, "acme", COMPLETE);
    await approve(test, approved);
    const { kyb } = ScreeningExport.parse((await test.service.as("acme").get(EXPORT)).body);
    assert(kyb.linked);
    assert.deepEqual(kyb.applications.map(({ id, status }) => [id, status]), [
      [rejected, "REJECTED"],
      [approved, "APPROVED"],
    ]);
    assert.deepEqual(
      kyb.ubos.map(({ applicationId }) => applicationId),
      [rejected, approved, approved],
    );
    assert.deepEqual(
      new Set(kyb.checks.map(({ applicationId }) => applicationId)),
      new Set([rejected, approved]),
    );
  });
});

Deno.test(`GET ${EXPORT} breaks off at a check that cannot be read, and is audited as incomplete`, async () => {
  await withKyb(async (test) => {
    const { service } = test;
    const id = await accept(test, "acme", COMPLETE);
    await approve(test, id);
    const spoilt = [put(z.unknown(), kybChecks.key(id, crypto.randomUUID()), { not: "a check" })];
    assert(await service.store.commit(spoilt));
    const answer = await service.fetch(EXPORT, { headers: { "x-aval-sandbox-client": "acme" } });
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text());
    const exported = (await service.auditEvents()).filter(({ kind }) => kind === "GDPR_EXPORTED");
    assert.deepEqual(exported.map((event) => event.kind === "GDPR_EXPORTED" && event.complete), [
      false,
    ]);
  });
});

Deno.test(`POST ${ERASURE} says where a KYB record is on file, and touches none`, async () => {
  await withKyb(async (test) => {
    const { service } = test;
    const id = await accept(test, "acme", COMPLETE);
    await approve(test, id);
    const acme = service.as("acme");
    await acme.post("/v1/screen", { name: POSSIBLE_NAME }, { "idempotency-key": "k" });
    const before = await kybRecords(test);
    assert(before.length > 4);
    const erased = await acme.post(ERASURE, {});
    const { deleted, requiresLegalReview, ...rest } = ErasureResult.parse(erased.body);
    assert.deepEqual([erased.status, deleted, rest], [200, { idempotencyRecords: 1 }, {}]);
    assert.match(requiresLegalReview ?? "", /^A KYB record .* a person must review .*\.$/);
    assert(!erased.text.includes(id), "counts only");
    assert.deepEqual(await kybRecords(test), before);
    const none = await service.as("initech").post(ERASURE, {});
    assert.deepEqual(none.body, { deleted: { idempotencyRecords: 0 }, requiresLegalReview: null });
  });
});

Deno.test("in live a record of the store's days as a sandbox is none", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const kv = `${folder}/kv.sqlite3`;
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  {
    await using service = await serviceInMemory({
      kv,
      env: { AVAL_MODE: "sandbox", AVAL_SECRET_KEY },
    });
    const { application, checks } = soundApplication("acme");
    const ofSandbox: Filed = { application: { ...application, mode: "sandbox" }, checks };
    // Under the same secret, which a mode does not change.
    await file(service, ofSandbox, "live");
    const { kyb } = (await service.as("acme").get(EXPORT)).body;
    assert.equal(kyb.linked, true);
  }
  await using service = await serviceInMemory({ kv, mode: "live", seed: 8 });
  assert.deepEqual((await service.as("acme").get(EXPORT)).body.kyb, { linked: false });
  assert.equal((await service.as("acme").post(ERASURE, {})).body.requiresLegalReview, null);
});

Deno.test("the client `sandbox` has the approved application of fixtures/kyb/ in a sandbox, and none in live", async () => {
  await using service = await serviceInMemory();
  const { kyb } = ScreeningExport.parse(await (await service.fetch(EXPORT)).json());
  assert(kyb.linked);
  const { application, screenings } = inventedApplication("approved");
  assert.deepEqual(kyb.applications.map(({ id }) => id as string), [application.id]);
  assert.deepEqual(
    kyb.ubos.map(({ id }) => id as string),
    application.persons.map(({ id }) => id),
  );
  assert.equal(kyb.checks.length, 1 + screenings.length);
  const erased = await service.fetch(ERASURE, { method: "POST" });
  assert.equal(typeof (await erased.json()).requiresLegalReview, "string");
  await using live = await serviceInMemory({ mode: "live" });
  assert.deepEqual((await live.as("sandbox").get(EXPORT)).body.kyb, { linked: false });
  assert.equal((await live.as("sandbox").post(ERASURE, {})).body.requiresLegalReview, null);
});
