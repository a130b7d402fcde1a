import assert from "node:assert/strict";
import { defaultWeights } from "../../core/matching/weights.ts";
import { openMatcher } from "../../wasm/matcher.ts";
import { buildSmallList } from "./small_list.ts";

const limits = { ...defaultWeights.limits, floor: 10, evidenceFrom: 10 };
const matcher = openMatcher({ ...defaultWeights, limits });
const snapshot = matcher.load(buildSmallList());

Deno.test("reaches() says what match() answers", async (t) => {
  const names = [
    "Vladimir Putin",
    "Wladimir Puttin",
    "Vladimir Petrov",
    "John Smith",
    "Usama Laden",
    "Maria Jones",
    "Rosneft",
    "བོད་ཡིག",
    "",
  ];
  const asked = names.flatMap((name) =>
    [null, "1952-10-07", "1990-01-01"].map((dob) => (
      { name, dob, nationalities: [], addresses: [] }
    ))
  );
  const scores = [10, 34, 70, 92, 100].map((from) => ({ from, bornFrom: from / 2 }));
  for (const query of asked) {
    await t.step(`${query.name}, ${query.dob}`, () => {
      const { candidates, unread } = matcher.match(snapshot, query);
      for (const { from, bornFrom } of scores) {
        const expected = unread.length > 0 ||
          candidates.some(({ nameScore, birth }) =>
            nameScore >= (birth.value > 0 ? bornFrom : from)
          );
        assert.equal(matcher.reaches(snapshot, query, { from, bornFrom }), expected, `${from}`);
      }
    });
  }
});
