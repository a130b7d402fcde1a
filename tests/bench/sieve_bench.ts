/**
 * The filter of monitoring compared with whole comparisons, on every available list. For changes of
 * 1, 2, 20 and 200 entries: whether every customer passes whom all lists find to match one of them,
 * how many others pass, and both durations. Seven of ten names resemble a changed entry, with
 * typing errors, omitted parts, initials, additional words and words joined; dates of birth and
 * nationalities agree, differ or are missing.
 *
 * usage: deno task bench sieve [--changes 20] [--subjects 1000] [--seed 5]
 */
import "../../base/temporal.ts";
import { screenName } from "../../core/screening/screen_name.ts";
import { openSieves } from "../../service/screening/sieve.ts";
import { openEngine } from "../../service/screening/matching.ts";
import { buildSnapshot } from "../../sources/lists/build_snapshot.ts";
import { openSnapshotBuilder } from "../../wasm/matcher.ts";
import { readOptions } from "../support/options.ts";
import { drawsFrom } from "./core_queries.ts";
import { everyListAtHand } from "./lists.ts";
import { someNames } from "./names.ts";
import { nearEntry } from "./near_entry.ts";

const options = readOptions("bench sieve", { changes: "20", subjects: "1000", seed: "5" });
const [changes, subjects] = [Number(options.changes), Number(options.subjects)];
/** Entries of each change, alternating. */
const sizes = [1, 2, 20, 200] as const;

const lists = await everyListAtHand();
const entities = lists.flatMap((list) => list.entities);
const { matcher, rules } = await openEngine();
const snapshot = matcher.load(buildSnapshot(openSnapshotBuilder(), lists));
const makeSieve = openSieves(matcher);
const draw = drawsFrom(Number(options.seed));
const sum = { asked: 0, matches: 0, passed: 0, missed: 0, strangers: 0, strangersPassed: 0 };
const milliseconds = { sieve: 0, whole: 0, strangersSieve: 0, making: 0 };

for (let change = 0; change < changes; change++) {
  const size = sizes[change % sizes.length];
  const changed = Array.from({ length: size ?? 1 }, () => entities[draw(entities.length)]!);
  const ids = new Set(changed.map(({ entityId }) => entityId));
  const sieve = timed("making", () => makeSieve(snapshot, ids));
  for (let n = 0; n < subjects; n++) {
    const from = n % 10 < 7 ? changed : entities;
    const request = nearEntry(from[draw(from.length)]!, draw);
    const { classification, candidates } = timed(
      "whole",
      () =>
        screenName({ matcher, rules, snapshot }, {
          name: request.name,
          dob: request.dob ?? null,
          nationality: request.nationality ?? null,
        }),
    );
    const passes = timed("sieve", () => sieve.passes(request));
    const isMatch = classification !== "CLEAR" &&
      candidates.some(({ entityId }) => ids.has(entityId));
    sum.asked++;
    sum.matches += isMatch ? 1 : 0;
    sum.passed += passes ? 1 : 0;
    if (isMatch && !passes) {
      sum.missed++;
      console.log(`missed: ${JSON.stringify(request)}`);
    }
  }
  for (const { name } of someNames(subjects).filter((_, n) => n % 10 !== 0)) {
    sum.strangers++;
    sum.strangersPassed += timed("strangersSieve", () => sieve.passes({ name })) ? 1 : 0;
  }
  sieve.close();
}

const microseconds = (all: number, count: number) => Math.round(1_000 * all / count);
console.log(
  `${changes} changes of ${
    sizes.join(", ")
  } entries: ${sum.matches} matches of ${sum.asked}, ${sum.missed} missed; ` +
    `${sum.passed} passed; of ${sum.strangers} strangers ${sum.strangersPassed} passed`,
);
console.log(
  `all lists ${microseconds(milliseconds.whole, sum.asked)} us, sieve ${
    microseconds(milliseconds.sieve, sum.asked)
  } us, of strangers ${microseconds(milliseconds.strangersSieve, sum.strangers)} us; made in ${
    Math.round(milliseconds.making / changes)
  } ms`,
);

function timed<Value>(what: keyof typeof milliseconds, run: () => Value): Value {
  const began = performance.now();
  const value = run();
  milliseconds[what] += performance.now() - began;
  return value;
}
