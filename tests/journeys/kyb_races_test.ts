import assert from "node:assert/strict";
import { ScreeningExport } from "../../core/data_subject/schema.ts";
import { type KybTest, withKyb } from "../support/kyb.ts";
import { withLiveKyb } from "../support/kyb_journey.ts";
import { latestPath, operatorsKyb, reviewsPath } from "../support/kyb_reviews.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { COMPLETE, onboardingPath } from "../support/onboarding.ts";
import { ClientId } from "../../core/access/schema.ts";

const EXPORT = "/v1/screen/gdpr/export";
const alice = ["--operator", "alice"] as const;
const bob = ["--rationale", "Papers seen", "--operator", "bob"] as const;

async function accept({ apply, done }: KybTest, clientId: string): Promise<string> {
  const draftId = await apply();
  return (await done("kyb", "accept", draftId, "--client", clientId, ...alice)).trim();
}

async function countOf({ service }: KybTest, kind: string): Promise<number> {
  return (await service.auditEvents()).filter((event) => event.kind === kind).length;
}

for (const verb of ["approve", "reject"]) {
  Deno.test(`review drafts at once with ${verb} are whole or refused, and change no decision`, async () => {
    await withKyb(async (test) => {
      const { service, run } = test;
      const id = await accept(test, "acme");
      const staff = service.as("staff");
      const post = async () => await staff.post(reviewsPath(id), undefined);
      const [decided, ...drafted] = await Promise.all([
        run("kyb", verb, id, ...bob),
        ...Array.from({ length: 12 }, post),
      ]);
      assert.equal(decided.status, 0, decided.err);
      const made = drafted.filter(({ status }) => status === 201);
      for (const { status, body } of drafted) {
        if (status !== 201) {
          assert.deepEqual([status, body.error], [409, "kyb_application_not_reviewable"]);
        }
      }
      assert.equal(await countOf(test, "KYB_REVIEW_DRAFTED"), made.length);
      assert.equal(await countOf(test, "KYB_APPLICATION_DECIDED"), 1);
      const latest = await staff.get(latestPath(id));
      if (made.length === 0) assert.equal(latest.status, 404);
      else assert(made.some(({ text }) => text === latest.text));
      assert.equal((await post()).status, 409);
    });
  });
}

Deno.test("whatever an operator does at once with an offboarding, no application is left without an end", async () => {
  await withKyb(async (test) => {
    const { service, apply, run } = test;
    const acts: Readonly<Record<string, (id: string) => readonly string[]>> = {
      approve: (id) => ["kyb", "approve", id, ...bob],
      reject: (id) => ["kyb", "reject", id, ...bob],
      accept: (draftId) => ["kyb", "accept", draftId, "--client", "of-accept", ...alice],
    };
    // Two commands on one file: on a busy machine one may find it locked, and has done nothing.
    const runUnlocked = async (...args: readonly string[]): ReturnType<typeof run> => {
      const ran = await run(...args);
      return ran.err.includes("The store is locked") ? await runUnlocked(...args) : ran;
    };
    for (const [name, act] of Object.entries(acts)) {
      const clientId = `of-${name}`;
      // Who accepts again has a client already.
      const accepted = await accept(test, clientId);
      if (name === "accept") await test.done("kyb", "approve", accepted, ...bob);
      const on = name === "accept" ? await apply() : accepted;
      const [acted, offboarded] = await Promise.all([
        runUnlocked(...act(on)),
        runUnlocked("client", "offboard", clientId),
      ]);
      assert.equal(offboarded.status, 0, offboarded.err);
      assert(acted.status === 0 || acted.err.includes("was offboarded"), acted.err);
      const { applications, clients } = await operatorsKyb(service, "sandbox");
      const kept = await applications.ofClient(ClientId.parse(clientId));
      assert.equal(kept.length, name === "accept" && acted.status === 0 ? 2 : 1);
      for (const { keptUntil } of kept) assert.notEqual(keptUntil, null, name);
      const record = await clients.find(ClientId.parse(clientId));
      assert.deepEqual([record?.status, record?.suspendedBy], ["SUSPENDED", ["OFFBOARDING"]]);
      assert.equal((await run(...act(on))).status, 1);
    }
  });
});

Deno.test("an export that is read while its client is offboarded is whole, and the last one", async () => {
  await withLiveKyb(async ({ service, run }) => {
    const drafted = await service.as("anybody").post(onboardingPath, COMPLETE);
    const { draftId } = drafted.body;
    const id = await run("kyb", "accept", draftId, "--client", "acme", ...alice);
    // The snapshot need not have every company.
    await run("kyb", "approve", id, ...bob, "--acknowledge", "REGISTRY_NOT_FOUND");
    const acme = service.as("acme");
    // More entries than the first piece of an export holds.
    for (let n = 0; n < 60; n++) await acme.post("/v1/screen", { name: CLEAR_NAME });
    await service.auditEvents();
    const token = (await run("token", "mint", "--client", "acme")).split("\n").at(-1);
    const answer = await service.fetch(EXPORT, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.status, 200);
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    const first = await reader.read();
    assert(first.value !== undefined && !first.value.includes('"kyb":{'));
    await run("client", "offboard", "acme");
    let text = first.value;
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
    const { kyb, auditEntries } = ScreeningExport.parse(JSON.parse(text));
    assert(kyb.linked && auditEntries.length >= 60);
    assert.deepEqual(kyb.applications.map((one) => [one.id, one.status]), [[id, "APPROVED"]]);
    assert.deepEqual([kyb.ubos.length, kyb.checks.length], [2, 4]);
    assert.equal(kyb.client.status, "ACTIVE", "as it was when the export began");
    const statusOf = async () => {
      const again = await service.fetch(EXPORT, { headers: { authorization: `Bearer ${token}` } });
      await again.body?.cancel();
      return again.status;
    };
    assert.equal(await statusOf(), 403, "its record is gone at once");
    service.clock.advance({ seconds: 11 });
    assert.equal(await statusOf(), 401, "and its token once nothing remembers it");
  });
});
