import assert from "node:assert/strict";
import fixture from "../../fixtures/kyb/onboardings.json" with { type: "json" };
import { FindingCode, recommendations } from "../../core/kyb/rules.ts";
import { AdvisoryCode, type AdvisoryFlag, type KybDraft } from "../../core/kyb/schema.ts";
import { draftOf, onboardingPath } from "../support/onboarding.ts";
import { serviceInMemory } from "../support/service.ts";

const { onboardings } = fixture;
const sorted = (codes: readonly string[]) => [...new Set(codes)].toSorted();

/**
 * Asserts that the applicant is informed of missing input, with its path, but not of findings in
 * lists and registers.
 */
function assertNeedsAreNamed({ flags }: KybDraft, notes: readonly AdvisoryFlag[]): void {
  const named = new Set(notes.map(({ path }) => path));
  const ofForm = /^(?!SCREENING|PEP|(?:ENTITY|PERSON)_SANCTIONS|REGISTRY_(?!NUMBER))/;
  for (const { code, path } of flags) {
    if (ofForm.test(code)) assert(named.has(path), `${code} at ${path}`);
    else assert(!notes.some((note) => note.code === code), code);
  }
}

Deno.test("each application of fixtures/kyb/ comes to what stands beside it", async (t) => {
  await using service = await serviceInMemory();
  for (const { name, send, recommendation, flags, advisoryFlags } of onboardings) {
    await t.step(name, async () => {
      const { status, body } = await service.as("anybody").post(onboardingPath, send);
      assert.equal(status, 200);
      const draft = await draftOf(service, body);
      assert.deepEqual(sorted(draft.flags.map(({ code }) => code)), sorted(flags));
      assert.deepEqual(
        sorted(body.advisoryFlags.map(({ code }: { code: string }) => code)),
        sorted(advisoryFlags),
      );
      assert.deepEqual([body.recommendation, draft.recommendation], [
        recommendation,
        recommendation,
      ]);
      assertNeedsAreNamed(draft, body.advisoryFlags);
    });
  }
});

Deno.test("the applications of fixtures/kyb/ reach every recommendation, flag and note of the sandbox", () => {
  const reached = new Set<string>(
    onboardings.flatMap(({ recommendation, flags, advisoryFlags }) => [
      recommendation,
      ...flags,
      ...advisoryFlags,
    ]),
  );
  // A sandbox asks no model, and its register is authoritative.
  const elsewhere = ["AI_DRAFTER_UNAVAILABLE", "AI_VALUE_REJECTED", "REGISTRY_NOT_FOUND"];
  const all = [...recommendations, ...FindingCode.options, ...AdvisoryCode.options];
  const missed = all.filter((code) => !reached.has(code) && !elsewhere.includes(code));
  assert.deepEqual(missed, []);
});

function advisoryCell({ flags, advisoryFlags }: (typeof onboardings)[number]): string {
  if (advisoryFlags.length === 0) return "-";
  return advisoryFlags.join() === flags.join() ? "the same" : advisoryFlags.join(", ");
}

Deno.test("docs/sandbox.md has a row for each application", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/sandbox.md", import.meta.url));
  const section = page.split("## What to send to `POST /v1/onboarding")[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  const expected = onboardings.map((one) => [
    `\`${one.name}\``,
    one.recommendation.replace("_RECOMMENDED", ""),
    one.flags.join(", ") || "-",
    advisoryCell(one),
  ]);
  assert.deepEqual(rows, expected);
});
