import assert from "node:assert/strict";
import { ClientId } from "../../core/access/caller.ts";
import {
  DecisionId,
  type Review,
  ReviewId,
  type ScreeningDecision,
} from "../../core/screening/schema.ts";
import { openDecisions } from "../../kv/decisions.ts";
import { openUnits } from "../../kv/unit.ts";
import { type StoreInMemory, storeInMemory } from "../support/store.ts";

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
  decisions.add(unit, decisionOf(ID));
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
    decisions.add(unit, decisionOf(ID));
    assert.equal((await units.commit(unit)).kind, expected);
  }
});

Deno.test("add() takes the largest decision that a request can cause", async () => {
  await using service = await storeInMemory();
  const { decisions, units } = open(service);
  // 100 addresses of 512 characters of three bytes, each listed twice: 307,200 bytes.
  const largest = decisionOf(ID, Array.from({ length: 100 }, () => "€".repeat(512)));
  const unit = units.begin();
  decisions.add(unit, largest);
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
    await decisions.addReview(unit, id, added);
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
    await decisions.addReview(unit, ID, one);
    await units.commit(unit);
  }
  const asked = added.toReversed().slice(0, 21);
  const ids = asked.map(({ reviewId }) => reviewId);
  assert.deepEqual(await decisions.reviewsById(ID, ids), asked);
  assert.deepEqual(await decisions.reviewsById(ID, []), []);
  await assert.rejects(decisions.reviewsById(OTHER_ID, ids), /not on file/);
});
