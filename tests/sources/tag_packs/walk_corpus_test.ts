import assert from "node:assert/strict";
import fc from "fast-check";
import type { CorpusTag, WalkedAddress } from "../../../core/wallet_risk/ports.ts";
import { runs } from "../../support/runs.ts";
import { corpusTag, smallCorpus } from "../../support/wallet_risk.ts";
import { opened } from "./packs.ts";

function walked(tags: readonly CorpusTag[], run = "run"): readonly WalkedAddress[] {
  const met = [...opened(smallCorpus(run, tags).bytes).walk()];
  return met.filter((address) => address !== null);
}

const addressOf = (number: number) => `0x${number.toString(16).padStart(40, "0")}`;
const tagOf = (number: number, network: string, more: Partial<CorpusTag> = {}) =>
  corpusTag({ network, address: addressOf(number), ...more });

Deno.test("walk() meets every address of a corpus once, in an order of the addresses alone", () => {
  const one = fc.tuple(fc.nat({ max: 60 }), fc.constantFrom("ETH", "BSC", "MATIC"));
  const some = fc.uniqueArray(one, { minLength: 1, maxLength: 80, selector: String });
  fc.assert(
    fc.property(some, some, (these, those) => {
      const tagsOf = (addresses: typeof these) =>
        addresses.map(([number, network]) => tagOf(number, network));
      const [first, second] = [walked(tagsOf(these)), walked(tagsOf(those))];
      assert.equal(new Set(first.map(({ ref }) => ref)).size, these.length);
      for (const [at, { place, ref }] of first.entries()) {
        const before = first[at - 1];
        if (before === undefined) continue;
        assert.ok(before.place < place || before.place === place && before.ref < ref);
      }
      const refsOf = (met: readonly WalkedAddress[], others: readonly WalkedAddress[]) => {
        const known = new Set(others.map(({ ref }) => ref));
        return met.map(({ ref }) => ref).filter((ref) => known.has(ref));
      };
      assert.deepEqual(refsOf(first, second), refsOf(second, first));
    }),
    { numRuns: runs(50) },
  );
});

Deno.test("walk() says of an address what its tags state, whatever their order and run", () => {
  const scam = tagOf(1, "ETH", { abuse: "scam" });
  const shop = tagOf(1, "ETH", { label: "A shop" });
  const stated = (tags: readonly CorpusTag[], run?: string) =>
    walked(tags, run).map((address) => address.stated()).join();
  assert.equal(stated([scam, shop]), stated([shop, scam], "another-run"));
  assert.notEqual(stated([scam]), stated([scam, shop]));
  assert.notEqual(stated([scam]), stated([shop]));
  assert.notEqual(stated([scam]), stated([{ ...scam, lastmod: "2026-01-01" }]));
  const written = { ...scam, address: addressOf(0xabc).toUpperCase().replace("X", "x") };
  assert.notEqual(stated([written]), stated([{ ...scam, address: addressOf(0xabc) }]));
});
