/** Results of the documentation's search. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { AdvisoryCode } from "../../core/kyb/schema.ts";
import { FindingCode } from "../../core/kyb/rules.ts";
import { policyRows } from "../../core/policy/policy_table.ts";
import { refusalKinds } from "../../routes/http/refusals.ts";
import {
  type FindEntries,
  openSearch,
  type SearchEntry,
} from "../../routes/pages/docs/find_entries.ts";
import { openDocumentation } from "../../routes/pages/docs/open_documentation.ts";
import { docsPages, docsPath } from "../../routes/pages/docs/pages.ts";
import { presentationRules } from "../../routes/pages/docs/presentation_rules.ts";
import { listEntries } from "../../routes/pages/docs/search_page.ts";
import { foldWord, indexedWords, queryWords } from "../../routes/pages/docs/search_words.ts";
import { fetchPage } from "../support/docs_pages.ts";
import { serviceInMemory } from "../support/service.ts";

const root = new URL("../../", import.meta.url);

async function loadSearch(): Promise<
  { readonly find: FindEntries; readonly entries: readonly SearchEntry[] }
> {
  const documentation = await openDocumentation({
    hasPlayground: true,
    baseUrl: "http://localhost",
  });
  assert(documentation !== null);
  const ofFiles = docsPages.filter(({ file }) => file !== null);
  const entries = listEntries(await Promise.all(ofFiles.map(documentation.read)));
  return { find: openSearch(entries), entries };
}

Deno.test("the search answers what newcomers ask, among its first results", async (t) => {
  const { find } = await loadSearch();
  const asked: Readonly<Record<string, string>> = {
    "GDPR": "/docs/data-protection",
    "retention": "/docs/data",
    "429": "/docs/errors#rate_limit_exceeded",
    "false positive": "/docs/screening#decisions-and-reviews",
    "humanReviewRequired": "/docs/screening#decisions-and-reviews",
    "human review required": "/docs/screening#decisions-and-reviews",
    "delete customer data": "/docs/data#deleting-customer-data",
    "how long are decisions kept": "/docs/data#decision",
    "age": "/docs/prove-an-age",
    "age check": "/docs/verification#checks",
    "webhook": "/docs/events",
    "webhooks": "/docs/events",
    "evidence pack": "/docs/verification#the-evidence-pack",
    "Evidence packs?": "/docs/verification#the-evidence-pack",
    "list open matches": "/docs/screening#work-the-queue",
    "who reviewed": "/docs/screening#reviewer",
  };
  for (const [query, expected] of Object.entries(asked)) {
    await t.step(query, () => {
      const found = find(query).slice(0, 6).map(({ entry }) => entry.href);
      assert(found.includes(expected), `${query}: ${found.join(" ")}`);
    });
  }
});

Deno.test("the search finds every heading and code by its own words, codes first", async () => {
  const { find, entries } = await loadSearch();
  assert(entries.length > 1_000);
  for (const entry of entries) {
    if (queryWords(entry.text).length === 0) continue;
    const found = find(entry.text);
    assert(found.some((each) => each.entry === entry), entry.text);
    if (!/^\w+[._]\w+$/.test(entry.text)) continue;
    assert.equal(found[0]?.entry.text, entry.text, entry.href);
  }
});

Deno.test("the search has every error code, every name of the policy and every heading", async () => {
  const listed = new Set((await loadSearch()).entries.map(({ href }) => href));
  const expected = [
    ...[...Object.keys(refusalKinds), ...Object.keys(presentationRules)]
      .map((code) => `/docs/errors#${code}`),
    ...[...AdvisoryCode.options, ...FindingCode.options].map((code) => `/docs/kyb#${code}`),
    ...["login_required", "invalid_scope", "unsupported_response_type"]
      .map((code) => `/docs/login#${code}`),
    ...["access_denied", "wallet_unavailable", "unknown_error"]
      .map((code) => `/docs/verification#${code}`),
    ...policyRows().map(({ name }) => `/docs/configuration#${name}`),
  ];
  for (const href of expected) assert(listed.has(href), href);
  for (const { slug, file } of docsPages) {
    if (file === null) continue;
    const text = await Deno.readTextFile(new URL(file, root));
    const headings = text.replaceAll(/^```[\s\S]*?^```$/gm, "").match(/^#{2,6} .+$/gm) ?? [];
    const own = [...listed].filter((href) => href.startsWith(`${docsPath(slug)}#`));
    assert(own.length >= headings.length, slug);
  }
});

Deno.test("GET /docs/search shows the sentence that was found, with its words marked", async () => {
  await using service = await serviceInMemory();
  const { html, headers, wireBytes } = await fetchPage(service, "/docs/search?q=false+positives");
  assert.equal(headers.get("cache-control"), "no-store");
  assert(wireBytes < 40 * 1024, `${wireBytes} bytes`);
  assert.match(html, /<p role="status">\d+ results/);
  assert.match(html, /<mark>false<\/mark>[^<]* <mark>positives?<\/mark>|<mark>false_positive/);
  const none = await fetchPage(service, "/docs/search?q=no+such+thing+zzz");
  assert.match(none.html, /<p role="status">Nothing was found/);
});

Deno.test("GET /docs/search shows any query as text, and answers it", async () => {
  await using service = await serviceInMemory();
  const asked = [
    `<script>alert(1)</script>`,
    `" autofocus onfocus="x()`,
    "a".repeat(4_000),
    "\u202eevil\u0000",
    "%ff",
    "x ".repeat(500),
  ];
  for (const query of asked) {
    const { status, html } = await fetchPage(
      service,
      `/docs/search?q=${encodeURIComponent(query)}`,
    );
    assert.equal(status, 200, query.slice(0, 20));
    assert(!/<script|onfocus="x/.test(html), query.slice(0, 20));
  }
  for (const path of ["/docs/search?q=a&q=b", "/docs/search?q=%ff", "/docs/search?q"]) {
    assert.equal((await fetchPage(service, path)).status, 200, path);
  }
});

Deno.test("what an index was made of is found in it, by the beginnings of all words", () => {
  const word = fc.stringMatching(/^[b-y]{3,8}$/).filter((text) => indexedWords(text).length > 0);
  const section = fc.array(word, { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(section, { minLength: 1, maxLength: 120 }), fc.nat(), (all, pick) => {
      const find = openSearch(
        all.map((words, at) => ({
          text: "heading",
          title: "",
          href: String(at),
          body: words.join(" "),
        })),
      );
      const chosen = all[pick % all.length]!.slice(0, 3);
      if (chosen.length === 0) return;
      const found = find(chosen.join(", ")).map(({ entry }) => Number(entry.href));
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
