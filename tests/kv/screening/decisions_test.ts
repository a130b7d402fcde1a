import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import type { ListedEntity } from "../../../core/matching/ports.ts";
import gates from "../../../core/screening/gates.json" with { type: "json" };
import { Gates, pinRules } from "../../../core/screening/gates.ts";
import { DecisionId, type ScreeningDecision } from "../../../core/screening/decision_schema.ts";
import { type Review, ReviewId } from "../../../core/screening/review_schema.ts";
import { screenName } from "../../../core/screening/screen_name.ts";
import { defaultWeights } from "../../../core/matching/weights.ts";
import { valueBytesMax } from "../../../kv/store/budget.ts";
import { openDecisions } from "../../../kv/screening/decisions.ts";
import { queueRow, unsaid } from "../../../core/screening/queue/row.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { type StoreInMemory, storeInMemory } from "../../support/store.ts";
import { entity } from "../../support/entity.ts";
import { loadList, matcher } from "../../wasm/small_list.ts";

const ACME = ClientId.parse("acme");
const GLOBEX = ClientId.parse("globex");
const ID = DecisionId.parse("0198c0de-0000-7000-8000-00000000000a");
const OTHER_ID = DecisionId.parse("0198c0de-0000-7000-8000-00000000000b");

function decisionOf(id: DecisionId, addresses: readonly string[] = []): ScreeningDecision {
  return {
    id,
    clientId: ACME,
    decidedAt: "2026-03-02T09:00:00.000Z",
    response: {
      classification: "POSSIBLE_MATCH",
      candidates: [],
      wallet: {
        classification: "CLEAR",
        matches: [],
        checkedAddresses: addresses,
        unrecognizedAddresses: addresses,
      },
      meta: {
        mode: "sandbox",
        sandboxOverride: false,
        humanReviewRequired: true,
        decisionId: id,
        engineVersion: "test",
        gatesHash: "0".repeat(64),
        ensembleWeightsHash: "0".repeat(64),
        listSnapshotIds: [],
        checksRun: ["name"],
      },
    },
  };
}

/** A decision and its row. */
function withRow(decision: ScreeningDecision) {
  return [decision, queueRow(decision, unsaid, null)] as const;
}

function review(n: number, reviewedAt: string): Review {
  return {
    reviewId: ReviewId.parse(`0198c0de-0000-7000-8000-${String(n).padStart(12, "0")}`),
    decision: "escalated",
    notes: `notes ${n}`,
    reviewedAt,
  };
}

function open({ store, dataKeys }: StoreInMemory) {
  return {
    decisions: openDecisions({ store, atRest: dataKeys["at-rest"] }),
    units: openUnits(store),
  };
}

Deno.test("find() gives a decision to its client and to nobody else", async () => {
  await using service = await storeInMemory();
  const { decisions, units } = open(service);
  const unit = units.begin();
  decisions.add(unit, ...withRow(decisionOf(ID)));
  assert.equal(await decisions.find(ID, ACME), null);
  await units.commit(unit);
  assert.deepEqual(await decisions.find(ID, ACME), decisionOf(ID));
  assert.equal(await decisions.find(ID, GLOBEX), null);
  assert.equal(await decisions.find(OTHER_ID, ACME), null);
  assert.deepEqual(await decisions.findUnscoped(ID), decisionOf(ID));
  assert.equal(await decisions.findUnscoped(OTHER_ID), null);
});

Deno.test("add() never writes over a decision", async () => {
  await using service = await storeInMemory();
  const { decisions, units } = open(service);
  for (const expected of ["committed", "lost"]) {
    const unit = units.begin();
    decisions.add(unit, ...withRow(decisionOf(ID)));
    assert.equal((await units.commit(unit)).kind, expected);
  }
});

Deno.test("add() takes the largest decision that a request can cause", async () => {
  await using service = await storeInMemory();
  const { decisions, units } = open(service);
  // 100 addresses of 512 characters of three bytes, each listed twice: 307,200 bytes.
  const largest = decisionOf(ID, Array.from({ length: 100 }, () => "€".repeat(512)));
  const unit = units.begin();
  decisions.add(unit, ...withRow(largest));
  assert.deepEqual(await units.commit(unit), { kind: "committed" });
  assert.deepEqual(await decisions.find(ID, ACME), largest);
});

Deno.test("reviews() lists the reviews of one decision, most recent first", async () => {
  await using service = await storeInMemory();
  const { decisions, units } = open(service);
  // Ids in another order than the times: the time decides, and the id between equal times.
  const [late, early, tied] = [
    review(1, "2026-03-02T11:00:00.000Z"),
    review(2, "2026-03-02T10:00:00.000Z"),
    review(3, "2026-03-02T10:00:00.000Z"),
  ];
  for (const [id, added] of [[ID, early], [ID, late], [ID, tied], [OTHER_ID, late]] as const) {
    const unit = units.begin();
    decisions.addReview(unit, id, added);
    assert.deepEqual(await units.commit(unit), { kind: "committed" });
  }
  assert.deepEqual(await decisions.reviews(ID), [late, tied, early]);
  assert.deepEqual(await decisions.reviews(OTHER_ID), [late]);
});

Deno.test("reviewsById() gives exactly the reviews asked for, in their order", async () => {
  await using service = await storeInMemory();
  const { decisions, units } = open(service);
  const added = Array.from({ length: 23 }, (_, n) => review(n, "2026-03-02T10:00:00.000Z"));
  for (const one of added) {
    const unit = units.begin();
    decisions.addReview(unit, ID, one);
    await units.commit(unit);
  }
  const asked = added.toReversed().slice(0, 21);
  const ids = asked.map(({ reviewId }) => reviewId);
  assert.deepEqual(await decisions.reviewsById(ID, ids), asked);
  assert.deepEqual(await decisions.reviewsById(ID, []), []);
  await assert.rejects(decisions.reviewsById(OTHER_ID, ids), /not on file/);
});

/** A list whose names have the maximum number and length of compared tokens. */
function longNames(): readonly ListedEntity[] {
  const word = (at: number) => "bcdfghjklmnpqrst"[at % 16] + "aeiou"[at % 5]!.repeat(2) + "lo";
  return Array.from({ length: 64 }, (_, index) => {
    const words = Array.from({ length: 32 }, (_, at) => word(at) + word(index + at) + word(at * 7));
    return entity(index, [[words.join(" "), "primary"]]);
  });
}

Deno.test("a decision of twenty candidates with the longest names is kept whole", async () => {
  const entities = longNames();
  const rules = await pinRules(Gates.parse(gates), defaultWeights);
  const name = entities[0]?.names[0]?.text.slice(0, defaultPolicy.limits.nameCharactersMax) ?? "";
  const { candidates } = screenName({ matcher, rules, snapshot: loadList(entities) }, {
    name,
    dob: null,
    nationality: null,
  });
  assert.equal(candidates.length, rules.gates.candidatesMax);
  const decision = decisionOf(ID);
  const explained = { ...decision, response: { ...decision.response, candidates } };
  assert(JSON.stringify(explained).length > valueBytesMax, "more than one value can hold");
  await using service = await storeInMemory();
  const { decisions, units } = open(service);
  const unit = units.begin();
  decisions.add(unit, ...withRow(explained));
  assert.deepEqual(await units.commit(unit), { kind: "committed" });
  assert.deepEqual(await decisions.find(ID, ACME), explained);
});

Deno.test("a decision from before explanations had every step is read back as it was", async () => {
  await using service = await storeInMemory();
  const { decisions, units } = open(service);
  const decision = decisionOf(ID);
  const candidate = {
    entityId: "688781f8-db6a-5705-81c1-5c6c63f4211e",
    source: "ofac-sdn",
    listRef: "1",
    entityType: "INDIVIDUAL",
    isPep: false,
    pepCategory: null,
    pepFunctionalCategory: null,
    pepStatus: null,
    pepJurisdiction: null,
    linkedPeps: [],
    matchedVia: ["fts"],
    classifyResult: {
      score: 74,
      classification: "POSSIBLE_MATCH",
      floored: false,
      exactMatchShortCircuit: false,
      explain: {
        levenshtein: 1,
        phonetic: 1,
        dobNat: { dob: 0.5, nationality: 0.5, combined: 0.5 },
        vector: null,
        weightSet: "2026-11",
        matchedName: "GADDAFI, Muammar",
        nameStrength: "primary",
        alignment: [
          { listed: "gaddafi", query: [0], how: "same" },
          { listed: "muammar", query: [], how: "missing" },
        ],
      },
      engineVersion: "0.1.0",
    },
  } as const;
  const earlier = { ...decision, response: { ...decision.response, candidates: [candidate] } };
  const unit = units.begin();
  decisions.add(unit, ...withRow(earlier));
  await units.commit(unit);
  assert.deepEqual(await decisions.find(ID, ACME), earlier);
});
