/** What the search of the documentation finds, by the functions that its script is made of. */

import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findEntries,
  type OpenedIndex,
  openIndex,
  type SearchEntry,
} from "../../routes/pages/docs/find_entries.js";
import { makeSearchIndex } from "../../routes/pages/docs/search_index.ts";
import { foldWord, indexedWords, queryWords } from "../../routes/pages/docs/search_words.js";
import { type FetchedPage, fetchPage, linksOf } from "../support/docs_pages.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

/**
 * Bytes of the index over the wire at most. It has the words of every section, and grows with the
 * documentation: 57 KB when it was made. Shorten its lines before this is raised.
 */
const indexBytesMax = 64 * 1024;

/** The search as a browser has it. */
interface LoadedSearch {
  readonly index: OpenedIndex;
  readonly hrefs: readonly string[];
  readonly file: FetchedPage;
}

async function loadSearch(service: TestService): Promise<LoadedSearch> {
  const { html } = await fetchPage(service, "/docs/search");
  const path = linksOf(html).find((link) => link.endsWith(".json")) ?? assert.fail("no index");
  const file = await fetchPage(service, path);
  const entries: SearchEntry[] = [];
  const hrefs: string[] = [];
  const unescape = (text: string) =>
    text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  for (
    const [group, title = ""] of html.matchAll(/<summary>([^<]*)<\/summary>[\s\S]*?<\/details>/g)
  ) {
    for (const [, href = "", text = ""] of group.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)) {
      entries.push({ text: unescape(text), title: unescape(title) });
      hrefs.push(href);
    }
  }
  return { index: openIndex(JSON.parse(file.html), entries), hrefs, file };
}

Deno.test("the search answers what newcomers ask, among its first results", async (t) => {
  await using service = await serviceInMemory();
  const { index, hrefs } = await loadSearch(service);
  const asked: Readonly<Record<string, string>> = {
    "GDPR": "/docs/data-protection",
    "retention": "/docs/data",
    "429": "/docs/errors#rate_limit_exceeded",
    "false positive": "/docs/screening#decisions-and-reviews",
    "humanReviewRequired": "/docs/screening#decisions-and-reviews",
    "human review required": "/docs/screening#decisions-and-reviews",
    "delete customer data": "/docs/data#deleting-customer-data",
    "how long are decisions kept": "/docs/data#decision",
    "age check": "/docs/verification#checks",
    "webhook": "/docs/verification#from-start-to-result",
    "webhooks": "/docs/verification#from-start-to-result",
    "evidence pack": "/docs/verification#the-evidence-pack",
    "Evidence packs?": "/docs/verification#the-evidence-pack",
    "list open matches": "/docs/screening#decisions-and-reviews",
    "who reviewed": "/docs/guide-relying-parties#4-decide-what-a-person-decides",
  };
  for (const [query, expected] of Object.entries(asked)) {
    await t.step(query, () => {
      const found = findEntries(index, query).slice(0, 6).map(({ at }) => hrefs[at]);
      assert(found.includes(expected), `${query}: ${found.join(" ")}`);
    });
  }
});

Deno.test("the search finds every heading and code by its own words, codes first", async () => {
  await using service = await serviceInMemory();
  const { index, hrefs } = await loadSearch(service);
  assert(index.entries.length > 1_000);
  for (const [at, { text }] of index.entries.entries()) {
    const found = findEntries(index, text);
    if (queryWords(text).length === 0) continue;
    assert(found.some((each) => each.at === at), text);
    if (!/^\w+[._]\w+$/.test(text)) continue;
    assert.equal(index.entries[found[0]!.at]?.text, text, hrefs[at]);
  }
});

Deno.test("the index is small, kept for a year, and gone under any other name", async () => {
  await using service = await serviceInMemory();
  const { file } = await loadSearch(service);
  assert.equal(file.headers.get("content-type"), "application/json");
  assert.equal(file.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert(file.wireBytes <= indexBytesMax, `${file.wireBytes} bytes`);
  for (const name of [`index.${"0".repeat(16)}.json`, "index.json", "other.json"]) {
    assert.equal((await fetchPage(service, `/docs/files/${name}`)).status, 404, name);
  }
});

Deno.test("what an index was made of is found in it, by the beginnings of all words", () => {
  const word = fc.stringMatching(/^[b-y]{3,8}$/).filter((text) => indexedWords(text).length > 0);
  const section = fc.array(word, { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(section, { minLength: 1, maxLength: 120 }), fc.nat(), (all, pick) => {
      const sections = all.map((words) => ({
        text: "heading",
        kind: "heading" as const,
        body: words.join(" "),
      }));
      const index = openIndex(
        makeSearchIndex(sections),
        sections.map(({ text }) => ({ text, title: "" })),
      );
      const chosen = all[pick % all.length]!.slice(0, 3);
      if (chosen.length === 0) return;
      const found = findEntries(index, chosen.join(", ")).map(({ at }) => at);
      const expected = all.flatMap((words, at) =>
        chosen.map(foldWord).every((one) => words.some((other) => foldWord(other).startsWith(one)))
          ? [at]
          : []
      );
      assert.deepEqual(found.toSorted((a, b) => a - b), expected);
    }),
  );
});

Deno.test("queryWords() leaves out what makes a query a sentence, unless that is all of it", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["How long are decisions kept?", ["decision", "kept"]],
    ["the policies of matches", ["policy", "match"]],
    ["addresses, statuses", ["address", "status"]],
    ["rateLimits.pages", ["ratelimit", "page"]],
    ["idempotency_key_in_progress", ["idempotency_key_in_progress"]],
    ["what is it", ["what", "is", "it"]],
    ["  ", []],
  ];
  for (const [query, expected] of cases) {
    assert.deepEqual(queryWords(query), expected, query);
  }
});
