import assert from "node:assert/strict";
import { uuidV7 } from "../../../../base/uuid.ts";
import { DraftId, type KybDraft } from "../../../../core/kyb/schema.ts";
import { openUnits } from "../../../../kv/store/unit.ts";
import { type KybTest, withKyb } from "../../../support/kyb.ts";
import { COMPLETE, draftOf, draftsOf } from "../../../support/onboarding.ts";
import { seededRandom } from "../../../support/random.ts";

/** The longest text of a form: 500 characters of three bytes each. */
const LONG = "名".repeat(500);

/**
 * A draft in which every person may be one of ten listed persons, the maximum that a draft keeps.
 */
function doubtful({ evidence, ...draft }: KybDraft, random = seededRandom(5)): KybDraft {
  const idOf = () =>
    uuidV7({ clock: { now: () => Temporal.Instant.from(draft.createdAt) }, random });
  const candidates = Array.from({ length: 10 }, (_, at) => ({
    entityId: "01890a5d-ac96-774b-bcce-b302099a8057",
    source: "ofac-sdn",
    listRef: `12345${at}`,
    isPep: at > 5,
    score: 88.12345,
    classification: "POSSIBLE_MATCH" as const,
    matchedName: "Muhammad Abd al-Rahman bin Abdul Aziz al-Something",
  }));
  const screenings = evidence.screenings.map((screening) => ({
    ...screening,
    evidenceId: idOf(),
    classification: "POSSIBLE_MATCH" as const,
    candidates,
  }));
  return { ...draft, id: DraftId.parse(idOf()), evidence: { ...evidence, screenings } };
}

async function add({ service }: KybTest, draft: KybDraft): Promise<void> {
  const units = openUnits(service.store);
  const unit = units.begin();
  (await draftsOf(service)).add(unit, draft);
  assert.equal((await units.commit(unit)).kind, "committed");
}

Deno.test("the largest draft that a form can make is accepted, judged and rejected", async () => {
  await withKyb(async (test) => {
    const { apply, done, run, service } = test;
    const person = { role: "director", fullName: LONG, controlBasis: LONG, dob: "1971-05-09" };
    const draftId = await apply({
      ...COMPLETE,
      legalName: LONG,
      persons: Array.from({ length: 50 }, () => ({ ...person, nationality: "DK" })),
    });
    const draft = doubtful(await draftOf(service, { draftId }));
    await add(test, draft);
    const id = (await done("kyb", "accept", draft.id, "--client", "acme", "--operator", "alice"))
      .trim();
    const { checks } = JSON.parse(await done("kyb", "show", id, "--json"));
    assert.equal(checks.length, 52);
    const because = ["--rationale", "Seen the papers"];
    const judged = ["--judgement", "confirmed_match", ...because, "--operator", "alice"];
    await done("kyb", "check", id, checks.at(-1).id, ...judged);
    assert.match(
      (await run("kyb", "approve", id, ...because, "--operator", "bob")).err,
      /Findings are open/,
    );
    await done("kyb", "reject", id, ...because, "--operator", "bob");
  });
});
