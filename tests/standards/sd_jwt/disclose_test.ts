import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json, JsonObject } from "../../../base/json.ts";
import { disclose } from "../../../standards/sd_jwt/disclose.ts";
import type { Disclosure } from "../../../standards/sd_jwt/disclosure.ts";
import { runs } from "../../support/runs.ts";

/** A disclosure that counts reads of its value. */
function counted(reads: { count: number }, { digest, name, value }: Disclosure): Disclosure {
  return {
    digest,
    name,
    get value() {
      reads.count++;
      return value;
    },
  };
}

/** Claims that are each disclosed within the one before, starting in the payload's `_sd`. */
function nested(levels: number): readonly [JsonObject, readonly Disclosure[]] {
  const disclosures = Array.from({ length: levels }, (_, at): Disclosure => ({
    digest: `d${at}`,
    name: `n${at}`,
    value: at + 1 === levels ? 1 : { _sd: [`d${at + 1}`] },
  }));
  return [{ _sd: ["d0"] }, disclosures];
}

Deno.test("disclose() reads claims that are disclosed within each other, 32 levels of them", () => {
  for (const [levels, expected] of [[32, "taken"], [34, "sd_jwt_malformed"]] as const) {
    const [payload, disclosures] = nested(levels);
    const disclosed = disclose(payload, disclosures);
    assert.equal(disclosed.ok ? "taken" : disclosed.refusal.code, expected);
  }
  const reads = { count: 0 };
  const [payload, disclosures] = nested(256);
  const disclosed = disclose(payload, disclosures.map((each) => counted(reads, each)));
  assert(!disclosed.ok && disclosed.refusal.code === "sd_jwt_malformed");
  assert(reads.count <= 34, `${reads.count} were read`);
});

Deno.test("disclose() reads each disclosure once at most, however digests lead to them", () => {
  const digest = fc.constantFrom("a", "b", "c", "d", "none");
  const value: fc.Memo<Json> = fc.memo<Json>((depth) =>
    depth < 2 ? fc.constant<Json>(1) : fc.oneof<fc.Arbitrary<Json>[]>(
      fc.record({ _sd: fc.array(digest, { maxLength: 3 }) }),
      fc.array(fc.record({ "...": digest }), { maxLength: 3 }),
      fc.record({ x: value(depth - 1), y: value(depth - 1) }),
    )
  );
  let taken = 0;
  fc.assert(
    fc.property(
      fc.record({ _sd: fc.array(digest, { maxLength: 3 }), x: value(3) }),
      fc.uniqueArray(
        fc.record({
          digest: fc.constantFrom("a", "b", "c", "d"),
          name: fc.option(fc.constantFrom("p", "q")),
          value: value(3),
        }),
        { maxLength: 4, selector: ({ digest }) => digest },
      ),
      (payload, disclosures) => {
        const reads = { count: 0 };
        const disclosed = disclose(payload, disclosures.map((each) => counted(reads, each)));
        if (disclosed.ok) taken++;
        assert(reads.count <= disclosures.length);
      },
    ),
    { numRuns: runs(3_000) },
  );
  assert(taken > runs(3_000) / 100, `${taken}`);
});
