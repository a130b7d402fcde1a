import assert from "node:assert/strict";
import { ScreeningExport } from "../../core/data_subject/schema.ts";
import { withLiveKyb } from "../support/kyb_journey.ts";
import { latestPath, reviewsPath } from "../support/kyb_reviews.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { COMPLETE, draftOf, onboardingPath } from "../support/onboarding.ts";

/** A company in GLEIF's samples; one of its directors has the name of a listed person. */
const DENTSU = {
  ...COMPLETE,
  legalName: "Dentsu International Ltd",
  registryCountry: "GB",
  registryNumber: "01403668",
  persons: [
    ...COMPLETE.persons,
    { role: "director", fullName: "Satoru Nomura", dob: "1971-05-09", nationality: "GB" },
  ],
};

const EXPORT = "/v1/screen/gdpr/export";
const ERASURE = "/v1/screen/gdpr/erasure-requests";
const because = ["--rationale", "Papers seen"] as const;

Deno.test("an applicant is drafted, accepted, judged, advised on, approved by another, screens, reads its record, and leaves", async () => {
  await withLiveKyb(async ({ service, run }) => {
    // The public form.
    const key = { "idempotency-key": "application-1" };
    const anybody = service.as("anybody");
    const drafted = await anybody.post(onboardingPath, DENTSU, key);
    assert.deepEqual([drafted.status, drafted.body.recommendation], [
      200,
      "NEEDS_INFO_RECOMMENDED",
    ]);
    const { evidence: { registry } } = await draftOf(service, drafted.body, "live");
    assert(registry.outcome === "verified");
    assert.match(registry.provider, /^gleif-snapshot:/);

    // Accepted: the client waits, and the applicant reads the same as before.
    const acme = service.as("acme");
    const screen = async () => await acme.post("/v1/screen", { name: CLEAR_NAME });
    const { draftId } = drafted.body;
    const id = await run("kyb", "accept", draftId, "--client", "acme", "--operator", "alice");
    assert.deepEqual([(await screen()).status, (await acme.get(EXPORT)).status], [403, 403]);
    assert.equal((await anybody.post(onboardingPath, DENTSU, key)).text, drafted.text);

    // Advice, before and after the match is judged.
    const staff = service.as("staff", { roles: ["kyb-reviewer"] });
    const advised = await staff.post(reviewsPath(id), {});
    assert.deepEqual([advised.status, advised.body.recommendation], [201, "ESCALATE_RECOMMENDED"]);
    const { checks } = JSON.parse(await run("kyb", "show", id, "--json"));
    const [check, ...others] = checks.filter((one: { evidence: { classification?: string } }) =>
      one.evidence.classification === "POSSIBLE_MATCH"
    );
    assert.deepEqual(others, []);
    const judged = ["--judgement", "false_positive", ...because, "--operator", "alice"];
    await run("kyb", "check", id, check.id, ...judged);
    assert.equal(
      (await staff.post(reviewsPath(id), {})).body.recommendation,
      "APPROVE_RECOMMENDED",
    );
    assert.equal((await acme.get(latestPath(id))).status, 404);

    // Approved by another operator: the first live screening.
    await run("kyb", "approve", id, ...because, "--operator", "bob");
    const first = await acme.post("/v1/screen", { name: CLEAR_NAME }, key);
    assert.deepEqual([first.status, first.body.meta.mode], [200, "live"]);

    // Its record, as the operator's export has it.
    const { kyb } = ScreeningExport.parse((await acme.get(EXPORT)).body);
    assert(kyb.linked);
    const { clientId, generatedAt: _, ...rows } = JSON.parse(
      await run("kyb", "export", "acme", "--out", "-"),
    );
    assert.equal(clientId, "acme");
    const { linked: __, ...exported } = kyb;
    assert.deepEqual(exported, rows);
    assert.deepEqual([kyb.client.kybApplicationId, kyb.applications[0]?.id], [id, id]);
    assert.equal(kyb.ubos.length, 3);
    const shown = kyb.checks.find(({ evidenceId }) => evidenceId === check.id);
    assert.deepEqual([shown?.outcome, shown?.judgements[0]?.judgement], [
      "POSSIBLE_MATCH",
      "false_positive",
    ]);

    // Erasure deletes its replays, and says who looks at the rest.
    const { deleted, requiresLegalReview } = (await acme.post(ERASURE, {})).body;
    assert.deepEqual(deleted, { idempotencyRecords: 1 });
    assert.match(requiresLegalReview, /KYB record/);
    assert.deepEqual(ScreeningExport.parse((await acme.get(EXPORT)).body).kyb, kyb);

    // It leaves: nothing is answered, its token is forgotten, another one is of no use, and its record is
    // the operator's.
    await run("client", "offboard", "acme");
    assert.equal((await screen()).status, 403);
    service.clock.advance({ seconds: 11 });
    assert.equal((await screen()).status, 401);
    const other = service.as("acme", { roles: ["another-token"] });
    assert.equal((await other.get(EXPORT)).status, 403);
    const kept = JSON.parse(await run("kyb", "export", "acme", "--out", "-"));
    assert.deepEqual([kept.ubos, kept.checks], [rows.ubos, rows.checks]);
  });
});
