import assert from "node:assert/strict";
import { listFileBounds } from "../../../core/policy/list_files.ts";
import { openTally } from "../../../sources/lists/tally.ts";
import { instantOf } from "../../../sources/tag_packs/lastmod.ts";
import { readPack } from "../../../sources/tag_packs/read_pack.ts";
import { readTaxonomy } from "../../../sources/tag_packs/read_taxonomy.ts";
import type { TagFindingReason } from "../../../sources/tag_packs/schema.ts";
import { excerpts } from "./packs.ts";

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const lazy = (path: string) => ({ name: path, bytes: Deno.readFileSync(`${excerpts}${path}`) });

const words = {
  concepts: lazy("taxonomy/concepts.yaml"),
  confidences: lazy("taxonomy/confidence.csv"),
};

/** Reads one pack against the real taxonomy. */
function read(text: string, packFile = "a.yaml") {
  const taxonomy = readTaxonomy({
    ...words,
    actors: [file("actors.yaml", "actors:\n- id: okex\n  label: OKX\n")],
  }, listFileBounds);
  assert(taxonomy.ok);
  const tally = openTally<TagFindingReason>(listFileBounds);
  const pack = readPack(file(packFile, text), packFile, {
    taxonomy: taxonomy.value,
    bounds: listFileBounds,
    note: tally.note,
  });
  return { pack, findings: tally.findings() };
}

/** The tags of a pack that must be readable. */
function tagsOf(text: string, packFile?: string) {
  const { pack, findings } = read(text, packFile);
  assert(pack.ok, JSON.stringify(pack));
  return { tags: pack.value.tags.map(({ tag }) => tag), findings, pack: pack.value };
}

const bitcoin = "1Archive1n2C579dMsAu3iC6tWzuQJz8dN";

Deno.test("readPack() gives a tag what its pack's header states, and the tag's own members first", () => {
  const { tags, findings } = tagsOf(`title: A pack
creator: Somebody
currency: BTC
label: of the pack
category: exchange
actor: okex
confidence: service_data
is_cluster_definer: true
source: https://example.com/pack
lastmod: 2022-11-15
tags:
- address: ${bitcoin}
- address: '0xFA8E3920daF271daB92Be9B87d9998DDd94FEF08'
  currency: ETH
  label: of the tag
  category:
  actor: ~
  abuse: ransomware
  confidence: forensic
  is_cluster_definer: false
  source: https://example.com/tag
  lastmod: 2023-08-16 12:18:52.619444
`);
  assert.deepEqual(findings, []);
  const pack = { packFile: "a.yaml", packTitle: "A pack", isSanctionsConcept: false };
  assert.deepEqual(tags, [{
    ...pack,
    network: "BTC",
    address: bitcoin,
    label: "of the pack",
    category: "exchange",
    abuse: null,
    concepts: ["exchange", "service", "entity"],
    actorId: "okex",
    confidence: "service_data",
    confidenceLevel: 50,
    source: "https://example.com/pack",
    lastmod: "2022-11-15",
    isClusterDefiner: true,
  }, {
    ...pack,
    network: "ETH",
    address: "0xFA8E3920daF271daB92Be9B87d9998DDd94FEF08",
    label: "of the tag",
    category: null,
    abuse: "ransomware",
    concepts: ["ransomware", "extortion", "abuse", "behaviour"],
    actorId: null,
    confidence: "forensic",
    confidenceLevel: 50,
    source: "https://example.com/tag",
    lastmod: "2023-08-16T12:18:52.619444Z",
    isClusterDefiner: false,
  }]);
});

Deno.test("readPack() takes unquoted hex and digits for texts, not numbers", () => {
  const { tags } = tagsOf(`title: 1e3
label: 0123
currency: ETH
tags:
- address: 0xfa8e3920daf271dab92be9b87d9998ddd94fef08
`);
  assert.deepEqual(tags.map(({ address, label, packTitle }) => [address, label, packTitle]), [
    ["0xfa8e3920daf271dab92be9b87d9998ddd94fef08", "0123", "1e3"],
  ]);
});

Deno.test("readPack() takes OFAC's own pack for sanctions by file and label, and abuse by its concept", () => {
  const pack = (label: string, more = "") =>
    `title: A\nlabel: ${label}\ncurrency: BTC\n${more}tags:\n- address: ${bitcoin}\n`;
  const ofac = "Asset listed under US Treasury OFAC Sanctions List";
  const isSanctions = (text: string, packFile: string) =>
    tagsOf(text, packFile).tags.map((tag) => tag.isSanctionsConcept);
  assert.deepEqual(isSanctions(pack(ofac), "ofac.yaml"), [true]);
  assert.deepEqual(isSanctions(pack(ofac), "ofac.yaml.gz"), [true]);
  assert.deepEqual(isSanctions(pack(ofac), "other.yaml"), [false]);
  assert.deepEqual(isSanctions(pack("A label", "abuse: sanction\n"), "a.yaml"), [true]);
  assert.deepEqual(isSanctions(pack("A label", "concepts: [sanction]\n"), "a.yaml"), [true]);
  const other = tagsOf(pack("Another label"), "ofac.yaml");
  assert.deepEqual(other.tags.map((tag) => tag.isSanctionsConcept), [false]);
  assert(other.findings.some(({ reason }) => reason === "sanctions_label_unknown"));
});

Deno.test("readPack() counts what it drops or doubts, with file and line", async (t) => {
  const head = "title: A pack\nlabel: L\nconfidence: forensic\n";
  const cases: readonly {
    reason: TagFindingReason;
    tag: string;
    kept: number;
    example: string;
    head?: string;
  }[] = [
    { reason: "tag_without_address", tag: "currency: BTC", kept: 0, example: "a.yaml:5: L" },
    { reason: "network_unusable", tag: "address: a", kept: 0, example: "a.yaml:5: none a" },
    {
      reason: "network_unusable",
      tag: "address: a\n  currency: a b",
      kept: 0,
      example: "a.yaml:5: a b a",
    },
    {
      reason: "network_unknown",
      tag: "address: a\n  currency: Green",
      kept: 1,
      example: "a.yaml:5: Green a",
    },
    {
      reason: "address_form_unknown",
      tag: "address: 1abc\n  currency: BTC",
      kept: 1,
      example: "a.yaml:5: BTC 1abc",
    },
    {
      reason: "address_too_long",
      tag: `address: ${"a".repeat(257)}\n  currency: BTC`,
      kept: 0,
      example: `a.yaml:5: BTC ${"a".repeat(76)}...`,
    },
    {
      reason: "blank_around",
      tag: `address: '${bitcoin} '\n  currency: BTC`,
      kept: 1,
      example: `a.yaml:5: address: ${bitcoin} `,
    },
    {
      reason: "category_unknown",
      tag: `address: ${bitcoin}\n  currency: BTC\n  category: black_list`,
      kept: 1,
      example: "a.yaml:5: black_list",
    },
    {
      reason: "concept_unknown",
      tag: `address: ${bitcoin}\n  currency: BTC\n  concepts: [odd]`,
      kept: 1,
      example: "a.yaml:5: odd",
    },
    {
      reason: "confidence_unknown",
      tag: `address: ${bitcoin}\n  currency: BTC\n  confidence: sure`,
      kept: 1,
      example: "a.yaml:5: sure",
    },
    {
      reason: "confidence_missing",
      tag: `address: ${bitcoin}\n  currency: BTC\n  confidence:`,
      kept: 1,
      example: "a.yaml:5: unknown",
    },
    {
      reason: "actor_unknown",
      tag: `address: ${bitcoin}\n  currency: BTC\n  actor: nobody`,
      kept: 1,
      example: "a.yaml:5: nobody",
    },
    {
      reason: "lastmod_unreadable",
      tag: `address: ${bitcoin}\n  currency: BTC\n  lastmod: 2022-02-30`,
      kept: 1,
      example: "a.yaml:5: 2022-02-30",
    },
    {
      reason: "definer_unreadable",
      tag: `address: ${bitcoin}\n  currency: BTC\n  is_cluster_definer: maybe`,
      kept: 1,
      example: "a.yaml:5: maybe",
    },
    {
      reason: "member_unknown",
      tag: `address: ${bitcoin}\n  currency: BTC\n  actr: okex`,
      kept: 1,
      example: "a.yaml:7: actr",
    },
    {
      reason: "tag_repeated",
      tag: `address: ${bitcoin}\n  currency: BTC\n- currency: BTC\n  address: ${bitcoin}`,
      kept: 1,
      example: `a.yaml:7: ${bitcoin}`,
    },
    {
      reason: "tag_without_label",
      head: "title: A pack\n\nconfidence: forensic\n",
      tag: `address: ${bitcoin}\n  currency: BTC`,
      kept: 1,
      example: `a.yaml:5: ${bitcoin}`,
    },
    {
      reason: "pack_demonstration",
      head: "title: A demo\nlabel: L\nconfidence: forensic\n",
      tag: `address: ${bitcoin}\n  currency: BTC`,
      kept: 0,
      example: "a.yaml:5: A demo",
    },
  ];
  for (const { reason, tag, kept, example, ...own } of cases) {
    await t.step(`${reason}: ${tag.slice(0, 60)}`, () => {
      const { tags, findings } = tagsOf(`${own.head ?? head}tags:\n- ${tag}\n`);
      assert.equal(tags.length, kept);
      assert.deepEqual(findings, [{ reason, count: 1, examples: [example] }]);
    });
  }
});

Deno.test("readPack() refuses a pack that does not parse, with file and line", async (t) => {
  const cases: readonly { why: string; text: string; line: number | null; says: RegExp }[] = [
    { why: "nothing", text: " \n", line: null, says: /empty/ },
    { why: "an open quote", text: "title: A\ntags:\n- address: 'a\n", line: 4, says: /YAML/ },
    { why: "an indent that ends nowhere", text: "title: A\n  b: c\n", line: 2, says: /YAML/ },
    { why: "an alias", text: "title: &a A\nlabel: *a\ntags: []\n", line: 2, says: /aliases/ },
    { why: "a key twice", text: "title: A\ntitle: B\ntags: []\n", line: 2, says: /"title".*twice/ },
    { why: "a key that is none", text: "? [a]\n: b\n", line: 1, says: /not a text/ },
    {
      why: "two documents",
      text: "title: A\ntags: []\n---\na: b\n",
      line: 4,
      says: /one document/,
    },
    { why: "a list", text: "- a\n", line: 1, says: /mapping/ },
    { why: "depth", text: `title: A\nx: ${"[".repeat(40)}`, line: 2, says: /YAML/ },
    { why: "no tags", text: "title: A\n", line: 1, says: /no sequence of tags/ },
    { why: "tags that are none", text: "title: A\ntags: all\n", line: 2, says: /no sequence/ },
    { why: "no title", text: "tags: []\n", line: 1, says: /no title/ },
    { why: "a tag that is none", text: "title: A\ntags:\n- a: b\n- c\n", line: 4, says: /mapping/ },
    {
      why: "an address that is a list",
      text: "title: A\ntags:\n- label: a\n  address: [b]\n",
      line: 4,
      says: /"address" is not a text/,
    },
    {
      why: "concepts that are a text",
      text: "title: A\ntags:\n- concepts: b\n",
      line: 3,
      says: /"concepts" is not a sequence/,
    },
    {
      why: "a long label",
      text: `title: A\ntags:\n- address: a\n  label: ${"b".repeat(501)}\n`,
      line: 4,
      says: /"label" is not a text of at most 500 characters/,
    },
    {
      why: "a long concept",
      text: `title: A\nconcepts: [a, ${"b".repeat(501)}]\ntags: []\n`,
      line: 2,
      says: /"concepts" is not made of texts of at most 500/,
    },
    {
      why: "many concepts",
      text: `title: A\nconcepts: [${"a, ".repeat(33)}]\ntags: []\n`,
      line: 2,
      says: /"concepts" is not at most 32 texts/,
    },
    {
      why: "a file of nothing but values",
      text: `title: A\ntags: [${"a,".repeat(1_000_000)}]\n`,
      line: null,
      says: /more than the 1000000 lines and commas/,
    },
    { why: "a control character", text: "title: A\nlabel: \u0007\n", line: 2, says: /control/ },
  ];
  for (const { why, text, line, says } of cases) {
    await t.step(why, () => {
      const { pack } = read(text);
      assert(!pack.ok);
      assert.deepEqual([pack.refusal.file, pack.refusal.line], ["a.yaml", line]);
      assert.match(pack.refusal.message, says);
    });
  }
});

Deno.test("readTaxonomy() refuses concepts that lead nowhere, and a table without unknown", () => {
  const refused = (concepts: string, confidences: string) => {
    const taxonomy = readTaxonomy({
      concepts: file("concepts.yaml", concepts),
      confidences: file("confidence.csv", confidences),
      actors: [],
    }, listFileBounds);
    assert(!taxonomy.ok);
    return taxonomy.refusal.message;
  };
  const levels = "id,label,description,level\nunknown,U,U,5\n";
  const root = "concept:\n  id: concept\n";
  assert.match(refused(`${root}a:\n  id: a\n  broader: b\n`, levels), /"b" above "a" is missing/);
  const circle = `a:\n  id: a\n  broader: b\nb:\n  id: b\n  broader: a\n`;
  assert.match(refused(circle, levels), /broader than itself/);
  assert.match(refused(`c:\n  id: c\n  broader: b\n${circle}`, levels), /in a circle/);
  assert.match(refused(`${root}other:\n  id: concept\n`, levels), /"concept" occurs twice/);
  const chain = Array.from(
    { length: 200_000 },
    (_, at) => `c${at}:\n  id: c${at}\n  broader: c${at + 1}\n`,
  );
  assert.match(refused(chain.join(""), levels), /too deep/);
  assert.match(refused(root, "id,label,description,level\na,A,A,101\n"), /level from 0 to 100/);
  assert.match(refused(root, "id,label,description,level\na,A,A,100\n"), /does not have "unknown"/);
});

Deno.test("instantOf() reads timestamps of YAML 1.1", async (t) => {
  const cases: readonly (readonly [string, string | null])[] = [
    ["2021-11-15", "2021-11-15"],
    ["2001-12-14t21:59:43.10-05:00", "2001-12-15T02:59:43.100000Z"],
    ["2001-12-15 2:59:43.10", "2001-12-15T02:59:43.100000Z"],
    ["2001-12-14 21:59:43 -5", "2001-12-15T02:59:43.000000Z"],
    ["2021-02-30", null],
    ["9999-12-31 23:59:59 -1", null],
    ["yesterday", null],
    ["20211115", null],
  ];
  for (const [written, instant] of cases) {
    await t.step(written, () => assert.equal(instantOf(written), instant));
  }
});
