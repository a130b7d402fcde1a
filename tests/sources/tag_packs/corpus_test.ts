import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import type { CorpusTag, TagCorpus } from "../../../core/wallet_risk/ports.ts";
import { openCorpusBuilder } from "../../../sources/tag_packs/build_corpus.ts";
import { openCorpus } from "../../../sources/tag_packs/open_corpus.ts";
import type { KeyedTag, PackRead } from "../../../sources/tag_packs/schema.ts";
import { folderOf } from "../../support/folder.ts";
import { built, builtAt, excerpts, opened } from "./packs.ts";
import { runs } from "../../support/runs.ts";

const real = await built(excerpts);

const run = { etlRunId: "run", builtAt };

function tag(network: string, address: string, more: Partial<CorpusTag> = {}): KeyedTag {
  return {
    key: address.toLowerCase(),
    tag: {
      network,
      address,
      label: "L",
      category: null,
      abuse: null,
      concepts: [],
      actorId: null,
      confidence: "unknown",
      confidenceLevel: 5,
      isSanctionsConcept: false,
      source: null,
      packFile: "a.yaml",
      packTitle: "A",
      lastmod: null,
      isClusterDefiner: false,
      ...more,
    },
  };
}

/** A corpus of one pack. */
function corpusOf(tags: readonly KeyedTag[]): TagCorpus {
  const builder = openCorpusBuilder();
  builder.add({ packFile: "a.yaml", packTitle: "A", rows: tags.length, tags });
  return opened(builder.finish(run));
}

Deno.test("a corpus is named by its bytes, and the same packs at the same instant make the same ones", async () => {
  const { meta } = opened(real.bytes);
  assert.deepEqual(meta, {
    id: createHash("sha256").update(real.bytes).digest("hex"),
    etlRunId: real.etlRunId,
    builtAt,
    asOf: "2024-02-26",
    packs: 15,
    tags: 122,
    addresses: 122,
    actors: 9,
  });
  assert.match(meta.etlRunId, /^20260512T083000Z-[0-9a-f]{16}$/);
  assert.deepEqual((await built(excerpts)).bytes, real.bytes);
});

Deno.test("TagCorpus.find() gives real tags as their packs have them", async (t) => {
  const corpus = opened(real.bytes);
  const cases: readonly {
    why: string;
    network: string;
    key: string;
    tags: readonly Partial<CorpusTag>[];
  }[] = [
    {
      why: "OFAC's: no concept, no confidence, a sanction",
      network: "ETH",
      key: "0x67d40ee1a85bf4a4bb7ffae16de985e8427b6b45",
      tags: [{
        address: "0x67d40EE1A85bf4a4Bb7Ffae16De985e8427B6b45",
        label: "Asset listed under US Treasury OFAC Sanctions List",
        category: "user",
        concepts: ["user", "entity"],
        actorId: null,
        confidence: "unknown",
        confidenceLevel: 5,
        isSanctionsConcept: true,
        packFile: "ofac.yaml",
        lastmod: "2024-02-26",
      }],
    },
    {
      why: "USDT of OFAC's pack is on the network of its form",
      network: "BTC",
      key: "3LtcaPbCj87CwJHnRX3vh7c2y9RZQqeSy8",
      tags: [{ network: "BTC", packFile: "ofac.yaml", isSanctionsConcept: true }],
    },
    {
      why: "the key with the blank behind it",
      network: "ETH",
      key: "0x4736dcf1b7a3d580672cce6e7c65cd5cc9cfba9d",
      tags: [{ address: "0x4736dCf1b7A3d580672CcE6E7c65cd5cc9cFBa9D", actorId: "tornado" }],
    },
    {
      why: "the category that the taxonomy lacks",
      network: "ETH",
      key: "0x008fe40574e881e7247b50b991c0cc057d66647f",
      tags: [{ category: "black_list", concepts: [], confidence: "ledger_immanent" }],
    },
    {
      why: "eosio-gambling is Ethereum's",
      network: "ETH",
      key: "0x61a1f3c2089b23499db75fc0f4f521be494b7dbd",
      tags: [{ category: "gambling", packFile: "eosio-gambling_part1.yaml" }],
    },
    {
      why: "BEP20 is BSC",
      network: "BSC",
      key: "0xf977814e90da44bfa03b6295a0616a897441acec",
      tags: [{ network: "BSC", actorId: "binance", isClusterDefiner: true }],
    },
    {
      why: "Ripple is XRP",
      network: "XRP",
      key: "rLW9gnQo7BQhU6igk5keqYnH3TVrCxGRzm",
      tags: [{ network: "XRP", actorId: "bitfinex" }],
    },
    {
      why: "another network's tags are not this address's",
      network: "BTC",
      key: "rLW9gnQo7BQhU6igk5keqYnH3TVrCxGRzm",
      tags: [],
    },
    { why: "a network that it lacks", network: "NONE", key: "a", tags: [] },
    {
      why: "the demonstration is left out",
      network: "BTC",
      key: "1Archive1n2C579dMsAu3iC6tWzuQJz8dN",
      tags: [],
    },
    { why: "nothing", network: "BTC", key: "", tags: [] },
    { why: "a key longer than any", network: "BTC", key: "1".repeat(5_000), tags: [] },
  ];
  for (const { why, network, key, tags } of cases) {
    await t.step(why, () => {
      const found = corpus.find(network, key);
      assert.equal(found.length, tags.length);
      assert.deepEqual(found.map((one, at) => ({ ...one, ...tags[at] })), found);
    });
  }
  await t.step("a pack in a folder of the packs", () => {
    const files = new Set(real.report.packs.map(({ packFile }) => packFile));
    assert(files.has("defi_updated/defi-protocols_1inch.yaml"));
  });
});

const aText = fc.string({ unit: "binary", maxLength: 8 });
const aTag = fc.record({
  network: fc.constantFrom("BTC", "ETH", "TRX"),
  address: fc.oneof(fc.constantFrom("a", "B", "b", "\u{1F4B0}", "aa"), aText),
  label: aText,
  category: fc.option(aText),
  abuse: fc.option(aText),
  concepts: fc.array(fc.constantFrom("sanction", "scam", ""), { maxLength: 3 }),
  actorId: fc.option(fc.constantFrom("one", "two", "three")),
  confidence: fc.constantFrom("unknown", "forensic"),
  isSanctionsConcept: fc.boolean(),
  source: fc.option(aText),
  lastmod: fc.option(fc.constantFrom("2021-01-01", "2022-02-02")),
  isClusterDefiner: fc.boolean(),
}).map((facts) => {
  const wellFormed = (text: string | null) => text?.toWellFormed() ?? null;
  return tag(facts.network, facts.address.toWellFormed(), {
    ...facts,
    address: facts.address.toWellFormed(),
    label: facts.label.toWellFormed(),
    category: wellFormed(facts.category),
    abuse: wellFormed(facts.abuse),
    source: wellFormed(facts.source),
    confidenceLevel: facts.confidence === "unknown" ? 5 : 50,
  });
});

Deno.test("a corpus gives back every tag that went in, in its order, and no other", () => {
  fc.assert(fc.property(fc.array(aTag, { maxLength: 40 }), (tags) => {
    const corpus = corpusOf(tags);
    const places = new Set(tags.map(({ key, tag }) => JSON.stringify([tag.network, key])));
    assert.equal(corpus.meta.addresses, places.size);
    for (const place of places) {
      const [network, key] = JSON.parse(place) as [string, string];
      const expected = tags.filter((one) => one.tag.network === network && one.key === key);
      assert.deepEqual(corpus.find(network, key), expected.map((one) => one.tag));
    }
    assert.deepEqual(corpus.find("BTC", "nothing of the kind"), []);
  }));
});

Deno.test("TagCorpus.sameActor() lists and counts each other address of the actors once, sorted", () => {
  const law = fc.property(
    fc.array(aTag, { maxLength: 40 }),
    fc.subarray(["one", "two", "three", "nobody"]),
    fc.nat({ max: 6 }),
    fc.nat(),
    (tags, actorIds, max, pick) => {
      const corpus = corpusOf(tags);
      const one = tags[pick % Math.max(1, tags.length)];
      const except = { network: one?.tag.network ?? "BTC", address: one?.key ?? "x" };
      const first = new Map<string, { network: string; address: string; label: string }>();
      for (const { key, tag: { network, label, actorId } } of tags) {
        if (actorId === null || !actorIds.includes(actorId)) continue;
        if (network === except.network && key === except.address) continue;
        const place = JSON.stringify([network, key]);
        if (!first.has(place)) first.set(place, { network, address: key, label });
      }
      const sorted = [...first.values()].sort((a, b) =>
        a.network === b.network
          ? (a.address < b.address ? -1 : 1)
          : (a.network < b.network ? -1 : 1)
      );
      assert.deepEqual(corpus.sameActor(actorIds, except, max), {
        total: sorted.length,
        addresses: sorted.slice(0, max),
      });
    },
  );
  fc.assert(law);
});

Deno.test("openCorpus() refuses bytes that are cut off, longer, of another version or none", () => {
  const { bytes } = real;
  const says = (changed: Uint8Array) => {
    const corpus = openCorpus(changed);
    return corpus.ok ? "opened" : corpus.refusal.message;
  };
  for (let length = 0; length < bytes.length; length += 7) {
    assert.notEqual(says(bytes.slice(0, length)), "opened", `${length}`);
  }
  assert.match(says(new Uint8Array([...bytes, 0])), /bytes where its header counts/);
  assert.match(says(new Uint8Array(100)), /does not begin/);
  assert.match(says(bytes.with(7, "2".charCodeAt(0))), /of this version/);
  assert.match(says(bytes.with(8, 1)), /wrong length/);
  assert.match(says(bytes.with(12, 0)), /not JSON/);
});

/** Whether a tag has every text and number, so that nothing was read out of bounds. */
function isWhole(found: CorpusTag): boolean {
  const { label, confidence, confidenceLevel, packFile, packTitle, network, address } = found;
  return [label, confidence, packFile, packTitle, network, address].every((text) =>
    typeof text === "string"
  ) && typeof confidenceLevel === "number" && Array.isArray(found.concepts) &&
    Object.values(found).every((value) => value !== undefined);
}

Deno.test("openCorpus() refuses hostile bytes, or no look-up in them reads out of bounds", () => {
  const builder = openCorpusBuilder();
  const packs: PackRead = {
    packFile: "a.yaml",
    packTitle: "A",
    rows: 3,
    tags: [
      tag("BTC", "a", { actorId: "one" }),
      tag("BTC", "B", { actorId: "two", source: "S" }),
      tag("ETH", "a", { actorId: "one", category: "C", lastmod: "2021-01-01" }),
    ],
  };
  builder.add(packs);
  const bytes = builder.finish(run);
  const bodyAt = 12 + new DataView(bytes.buffer).getUint32(8, true);
  let [refused, accepted] = [0, 0];
  const law = fc.property(
    fc.array(
      fc.tuple(
        fc.oneof(
          fc.nat({ max: bytes.length - 1 }),
          fc.integer({ min: bodyAt, max: bytes.length - 1 }),
        ),
        fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(0, 1, 2, 255)),
      ),
      { minLength: 1, maxLength: 2 },
    ),
    (changes) => {
      const changed = bytes.slice();
      for (const [at, byte] of changes) changed[at] = byte;
      const corpus = openCorpus(changed);
      if (!corpus.ok) {
        refused++;
        return;
      }
      accepted++;
      for (const network of ["BTC", "ETH", "BTD"]) {
        for (const key of ["a", "b", ""]) {
          assert(corpus.value.find(network, key).every(isWhole));
          const { total, addresses } = corpus.value.sameActor(["one", "two"], {
            network,
            address: key,
          }, 5);
          assert(total >= 0);
          assert(addresses.every((one) => Object.values(one).every((text) => text !== undefined)));
        }
      }
    },
  );
  const numRuns = runs(3_000);
  fc.assert(law, { numRuns });
  const least = numRuns / 30;
  assert(refused > least && accepted > least, `${refused} refused, ${accepted} accepted`);
});

Deno.test("openCorpus() refuses a run or a date that no answer could show", () => {
  const headerOf = (changes: Readonly<Record<string, unknown>>) => {
    const { bytes } = real;
    const bodyAt = 12 + new DataView(bytes.buffer).getUint32(8, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(12, bodyAt)));
    const text = new TextEncoder().encode(JSON.stringify({ ...header, ...changes }));
    const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(0x20);
    padded.set(text);
    const head = bytes.slice(0, 12);
    new DataView(head.buffer).setUint32(8, padded.length, true);
    return new Uint8Array([...head, ...padded, ...bytes.subarray(bodyAt)]);
  };
  assert(openCorpus(headerOf({})).ok);
  const cases: readonly Readonly<Record<string, unknown>>[] = [
    { builtAt: "yesterday" },
    { builtAt: "2026-02-30T00:00:00Z" },
    { asOf: "2026-13-01" },
    { etlRunId: "" },
    { etlRunId: "\ud800" },
    { etlRunId: "r".repeat(121) },
  ];
  for (const changes of cases) {
    const corpus = openCorpus(headerOf(changes));
    assert(!corpus.ok, JSON.stringify(changes));
    assert.match(corpus.refusal.message, new RegExp(`header .* at ${Object.keys(changes)[0]}`));
  }
});

Deno.test("openCorpus() reads bytes that begin anywhere in a buffer", () => {
  const shifted = new Uint8Array(real.bytes.length + 3).subarray(3);
  shifted.set(real.bytes);
  const corpus = opened(shifted);
  assert.deepEqual(corpus.meta, opened(real.bytes).meta);
  assert.equal(corpus.find("XRP", "rLW9gnQo7BQhU6igk5keqYnH3TVrCxGRzm").length, 1);
});

Deno.test("buildTagCorpus() refuses a pack whole, a broken gzip file, and no pack at all", async (t) => {
  const cases: readonly { why: string; name: string; content: Uint8Array; says: RegExp }[] = [
    {
      why: "no YAML",
      name: "bad.yaml",
      content: new TextEncoder().encode("title: A\ntags:\n- address: 'a\n"),
      says: /bad\.yaml.*"line":4/,
    },
    {
      why: "a gzip file that is cut off",
      name: "bad.yaml.gz",
      content: (await Deno.readFile(`${excerpts}packs/ransomware.yaml.gz`)).slice(0, 300),
      says: /gzip_malformed/,
    },
    { why: "no pack", name: "notes.txt", content: new Uint8Array(), says: /no pack/ },
  ];
  for (const { why, name, content, says } of cases) {
    await t.step(why, async () => {
      await using temporary = await folderOf({});
      const folder = temporary.path;
      await Deno.mkdir(`${folder}/packs`);
      await Deno.symlink(`${excerpts}taxonomy`, `${folder}/taxonomy`);
      await Deno.writeFile(`${folder}/packs/${name}`, content);
      await assert.rejects(built(folder), says);
    });
  }
});
