/** Laws of answers over every available list, real ones if there are any. */

import assert from "node:assert/strict";
import type { ListedEntity, MatchCandidate, MatchResult } from "../../../core/matching/ports.ts";
import { ScoreStep } from "../../../core/matching/explanation.ts";
import { defaultWeights } from "../../../core/matching/weights.ts";
import published from "../../../core/screening/gates.json" with { type: "json" };
import { Gates, pinRules } from "../../../core/screening/gates.ts";
import { screenName } from "../../../core/screening/screen_name.ts";
import { buildSnapshot } from "../../../sources/lists/build_snapshot.ts";
import { openMatcher, openSnapshotBuilder } from "../../../wasm/matcher.ts";
import { everyListAtHand } from "../../bench/lists.ts";
import { changedQueries } from "../../wasm/changed_queries.ts";
import { assertAddsUp } from "./adds_up.ts";

const gates = Gates.parse(published);
const rules = await pinRules(gates, defaultWeights);
const lists = await everyListAtHand();
const listed = lists.flatMap(({ entities }) => entities);
const asked = listed.flatMap(({ names }) => names.map(({ text }) => text));
const matcher = openMatcher(defaultWeights);
const snapshot = matcher.load(buildSnapshot(openSnapshotBuilder(), lists));

/** Words that link a child and its parent; their order decides who is whose child. */
const parentage = /\b(?:a?bn|bnt|b[ie]n|bint|ibn|ould?|ogh?l[iu]|ogly|gizi|qizi|kyzy)\b/i;
/** Words that no list has. */
const unknown = ["zuppolo", "brontlemire", "quvandish", "plorenquist", "ohmbreckt"];

Deno.test("the scores of 10,000 answers can be computed again from their explanations", () => {
  const described = ScoreStep.unwrap().shape.step.meta()?.description ?? "";
  let candidates = 0;
  for (const { query } of changedQueries({ asked, listed }, { count: 10_000, seed: 35 })) {
    const { name, dob, nationalities: [nationality = null] } = query;
    if (name === null) continue;
    const answer = screenName({ matcher, rules, snapshot }, { name, dob, nationality });
    for (const candidate of answer.candidates) {
      candidates++;
      for (const step of assertAddsUp(candidate, name)) {
        assert(described.includes(`\`${step}\``), step);
      }
    }
  }
  assert(candidates > 1_000, `${candidates}`);
});

Deno.test("a rotation of a listed name changes no class", async (t) => {
  for (const kind of ["INDIVIDUAL", "VESSEL"] as const) {
    await t.step(kind, () => {
      let rotated = 0;
      for (const { entityId, words } of plainNames(kind)) {
        assert(possible(answerTo(words)).has(entityId), words.join(" "));
        for (let at = 1; at < words.length; at++) {
          const turned = [...words.slice(at), ...words.slice(0, at)];
          assert(
            possible(answerTo(turned)).has(entityId),
            `${words.join(" ")}: ${turned.join(" ")}`,
          );
          rotated++;
        }
      }
      assert(rotated > 0);
    });
  }
});

Deno.test("unknown words beside a name make no match of what is none in any part", () => {
  let fields = 0;
  for (const { query: { name } } of changedQueries({ asked, listed }, { count: 3_000, seed: 7 })) {
    const words = wordsOf(name ?? "");
    // A stretch may end within a hyphenated word, and count a letter for a name.
    const isWhole = words.every((word) => /^[^-]{2,}$/.test(word));
    if (words.length < 2 || words.length > 4 || !isWhole) continue;
    const word = unknown[fields % unknown.length]!;
    const field = fields++ % 2 === 0 ? [word, ...words] : [...words, word];
    const { candidates } = answerTo(field);
    // Each word gives an acronym a letter, the unknown one as well.
    const isAcronym = ({ alignment }: MatchCandidate) =>
      alignment.some(({ how, query }) => how === "initial" && query.length > 1);
    const found = candidates.filter((one) => !isAcronym(one));
    for (const entityId of possible({ candidates: found })) {
      const isMatch = partsOf(field).map(answerTo).some((part) =>
        part.candidatesLeftOut > 0 || possible(part).has(entityId)
      );
      assert(isMatch, `${field.join(" ")}: ${entityId}`);
    }
  }
  assert(fields > 100, `${fields}`);
});

/** Names of a kind of two to six words, none of which says whose child somebody is. */
function* plainNames(kind: ListedEntity["entityType"]) {
  const ofKind = listed.filter(({ entityType }) => entityType === kind);
  const step = Math.max(1, Math.floor(ofKind.length / 1_000));
  for (let at = 0; at < ofKind.length; at += step) {
    const entity = ofKind[at]!;
    const { text } = entity.names[at % entity.names.length]!;
    const words = wordsOf(text.replaceAll(",", " "));
    const isPlain = words.every((word) => /^[\p{L}\p{M}\p{N}.'-]+$/u.test(word));
    if (words.length < 2 || words.length > 6 || !isPlain || parentage.test(text)) continue;
    yield { entityId: entity.entityId, words };
  }
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** The stretches of a field that are shorter than the field. */
function partsOf(field: readonly string[]): readonly (readonly string[])[] {
  return field.flatMap((_, start) =>
    field.slice(start).map((_, length) => field.slice(start, start + length + 1))
  ).filter((part) => part.length < field.length);
}

function answerTo(words: readonly string[]): MatchResult {
  const query = { name: words.join(" "), dob: null, nationalities: [], addresses: [] };
  return matcher.match(snapshot, query);
}

/** The ids of the entries that a person must look at. */
function possible({ candidates }: Pick<MatchResult, "candidates">): ReadonlySet<string> {
  const found = candidates.filter(({ score }) => score >= gates.possibleAt);
  return new Set(found.map(({ entityId }) => entityId));
}
