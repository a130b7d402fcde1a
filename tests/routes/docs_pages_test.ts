/** The documentation at `/docs` (decisions-2.md part 18). */

import assert from "node:assert/strict";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { refusalKinds } from "../../routes/http/refusals.ts";
import { docsPages, docsPath } from "../../routes/pages/docs/pages.ts";
import { anchorsIn, fetchPage, linksOf } from "../support/docs_pages.ts";
import { serviceInMemory } from "../support/service.ts";

const root = new URL("../../", import.meta.url);
/** Maximum bytes of a page on the wire, with its stylesheet. */
const pageBytesMax = 40 * 1024;

const paths = ["/docs", ...docsPages.map(({ slug }) => docsPath(slug))];

Deno.test("every page of docs/ is served, and no other file of the project", async () => {
  const files: string[] = [];
  for await (const { name } of Deno.readDir(new URL("docs/", root))) {
    if (name.endsWith(".md")) files.push(`docs/${name}`);
  }
  const served = docsPages.flatMap(({ file }) => file ?? []);
  assert.deepEqual(served.toSorted(), [...files, "CHANGELOG.md", "SECURITY.md"].toSorted());
});

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`GET /docs and its pages answer in ${mode}, whole, small and without inline code`, async () => {
    await using service = await serviceInMemory({ mode });
    const [, style = ""] =
      /rel="stylesheet" href="([^"]+)"/.exec((await fetchPage(service, "/docs")).html) ?? [];
    const { wireBytes: styleBytes } = await fetchPage(service, style);
    for (const path of paths) {
      const page = await fetchPage(service, path);
      assert.equal(page.status, 200, path);
      assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
      const bytes = page.wireBytes + styleBytes;
      assert(bytes <= pageBytesMax, `${path}: ${bytes} bytes`);
      const policy = page.headers.get("content-security-policy") ?? "";
      assert.match(policy, /^default-src 'none'; .*frame-ancestors 'none'$/);
      assert(!policy.includes("unsafe"));
      assert(!policy.includes("connect-src"), path);
      const header = linksOf(/<header class="top">[\s\S]*?<\/header>/.exec(page.html)?.[0] ?? "");
      const playground = mode === "sandbox" ? ["/playground"] : [];
      const shown = ["/", ...playground, "/docs", "/reference"];
      assert.deepEqual(header, shown, path);
      const current = [...page.html.matchAll(/<a href="([^"]*)" aria-current="page">/g)];
      assert.deepEqual(current.map(([, href]) => href), path === "/docs" ? [] : [path]);
      assert(
        !/<style|<script| style=| on\w+=/.test(page.html),
        path,
      );
      assert.equal(page.html.match(/<h1/g)?.length, 1, `${path} has one title`);
      assert(!page.html.includes("&lt;!--"), `${path} shows no comment of its source`);
    }
  });
}

Deno.test("no link of a page is broken, and none loads anything from another host", async () => {
  await using service = await serviceInMemory();
  const pages = new Map<string, Set<string>>();
  const links: (readonly [string, string])[] = [];
  for (const path of paths) {
    const { html } = await fetchPage(service, path);
    const anchors = anchorsIn(html);
    assert.equal(new Set(anchors).size, anchors.length, `${path} has each anchor once`);
    pages.set(path, new Set(anchors));
    links.push(...linksOf(html).map((link) => [path, link] as const));
    assert(!/<(?:link|script|img)[^>]+(?:href|src)="https?:/.test(html), path);
  }
  const broken: string[] = [];
  for (const [path, link] of links) {
    if (/^(?:https?:|mailto:|data:)/.test(link) || link === "/") continue;
    if (link === "/reference" || link.startsWith("/playground")) {
      if ((await fetchPage(service, link)).status !== 200) broken.push(`${path}: ${link}`);
      continue;
    }
    const { pathname, hash } = new URL(link, `http://localhost${path}`);
    if (pathname.startsWith("/files/")) continue;
    const anchors = pages.get(pathname);
    const anchor = decodeURIComponent(hash.slice(1));
    if (anchors === undefined || (anchor !== "" && !anchors.has(anchor))) {
      broken.push(`${path}: ${link}`);
    }
  }
  assert.deepEqual(broken, []);
});

Deno.test("GET /docs/errors has every code with status, cause, remedy and retry", async () => {
  await using service = await serviceInMemory();
  const { html } = await fetchPage(service, "/docs/errors");
  for (const [code, { status }] of Object.entries(refusalKinds)) {
    const row = new RegExp(
      `<tr id="${code}">\\s*<td data-label="Code">\\s*<code>${code}</code>\\s*</td>\\s*<td data-label="Status">${status}</td>\\s*<td data-label="Cause">.+?</td>\\s*<td data-label="Remedy">.+?</td>\\s*<td data-label="Retry">(?:no|yes|after the remedy)</td>`,
      "s",
    );
    assert.match(html, row, code);
  }
});

Deno.test("anchors that a link may name never go", async () => {
  await using service = await serviceInMemory();
  const text = await Deno.readTextFile(new URL("docs_anchors.txt", import.meta.url));
  const gone: string[] = [];
  const seen = new Map<string, ReadonlySet<string>>();
  for (const line of text.trim().split("\n")) {
    const [path = "", anchor = ""] = line.split("#");
    const anchors = seen.get(path) ?? new Set(anchorsIn((await fetchPage(service, path)).html));
    seen.set(path, anchors);
    if (!anchors.has(anchor)) gone.push(line);
  }
  assert(seen.size > 20);
  assert.deepEqual(gone, []);
});

Deno.test("the style of the pages is kept for a year, under an address of its bytes", async () => {
  await using service = await serviceInMemory();
  const { html } = await fetchPage(service, "/docs/search");
  const [file = "", ...others] = linksOf(html).filter((link) => link.startsWith("/files/"));
  assert.deepEqual(others, []);
  assert.match(file, /\.[0-9a-f]{16}\.css$/);
  const answer = await fetchPage(service, file);
  assert.equal(answer.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.equal((await fetchPage(service, file.replace(/[0-9a-f]{16}/, "0"))).status, 404);
});

Deno.test("what is no page is a page that says so, and has the documentation around it", async () => {
  await using service = await serviceInMemory();
  for (const path of ["nothing", "README", "..%2Fmain.ts", "nothing.md", "VERIFICATION"]) {
    const { status, html, headers } = await fetchPage(service, `/docs/${path}`);
    assert.equal(status, 404, path);
    assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(headers.get("cache-control"), "no-store");
    assert.match(html, /<h1>No such page<\/h1>/);
    assert.match(html, /<meta name="robots" content="noindex" \/>/);
    const links = new Set(linksOf(html));
    for (const { slug } of docsPages) assert(links.has(docsPath(slug)), slug);
    assert(!html.includes("VERIFICATION"), "what was asked for is not repeated");
  }
});

Deno.test("a file's name, as links of the repository have it, leads to its page", async () => {
  await using service = await serviceInMemory();
  for (const { slug, file } of docsPages) {
    if (file === null) continue;
    const path = `/docs/${file.split("/").at(-1)}`;
    const { status, headers } = await fetchPage(service, path);
    assert.equal(status, 308, path);
    const target = new URL(headers.get("location") ?? "", `http://localhost${path}`);
    assert.equal(target.pathname, docsPath(slug));
  }
});

Deno.test("navigation and links name pages by their titles, never by files", async () => {
  await using service = await serviceInMemory();
  for (const path of paths) {
    const { html } = await fetchPage(service, path);
    const links = [...html.matchAll(/<a href="([^"#]*)[^"]*"[^>]*>([^<]*)<\/a>/g)];
    for (const [, href = "", text = ""] of links) {
      assert.doesNotMatch(text, /^[\w-]+\.md$/, `${path}: ${href}`);
    }
  }
  const { html: page } = await fetchPage(service, "/docs/login");
  const html = /<nav class="side"[\s\S]*?<\/nav>/.exec(page)?.[0] ?? "";
  const names = { "guide-relying-parties": "Guide: relying parties", kyb: "KYB", data: "Data" };
  for (const [slug, title] of Object.entries(names)) {
    assert.match(html, new RegExp(`<a href="/docs/${slug}" ?>${title}</a>`));
  }
});

Deno.test("the sandbox's page links its playground, and in live names it only", async () => {
  for (const mode of ["sandbox", "live"] as const) {
    await using service = await serviceInMemory({ mode });
    const { html } = await fetchPage(service, "/docs/sandbox");
    const main = html.slice(html.indexOf("<main"));
    assert.equal(linksOf(main).includes("/playground"), mode === "sandbox");
    assert.match(main, /\/playground<\/code><\/(?:a|span)>/);
  }
});

Deno.test("the search has a bucket of its own", async () => {
  const policy = { rateLimits: { docsSearch: { capacity: 2, refillPerSecond: 0.01 } } };
  await using service = await serviceInMemory({ policy });
  const statuses = [];
  for (let asked = 0; asked < 3; asked++) {
    statuses.push((await fetchPage(service, "/docs/search?q=age")).status);
  }
  assert.deepEqual(statuses, [200, 200, 429]);
  assert.equal((await fetchPage(service, "/docs")).status, 200);
});

Deno.test("a browser reads a 429 and an unknown path as a page in its language, and a program as JSON", async () => {
  const policy = { rateLimits: { pages: { capacity: 1, refillPerSecond: 0.01 } } };
  await using service = await serviceInMemory({ policy });
  const ask = (path: string, accept: string) =>
    service.fetch(path, { headers: { accept, "accept-language": "it" } });
  await (await ask("/docs", "text/html")).body?.cancel();
  const cases = [
    ["/docs", 429, "rate_limit_exceeded", "troppe richieste"],
    ["/openapi.json", 429, "rate_limit_exceeded", null],
    ["/nowhere", 404, "not_found", "A questo indirizzo"],
    ["/v1/nowhere", 404, "not_found", "A questo indirizzo"],
  ] as const;
  for (const [path, status, error, said] of cases) {
    const page = await ask(path, "text/html,*/*;q=0.8");
    assert.equal(page.status, status, path);
    const text = await page.text();
    if (said === null) assert.equal(JSON.parse(text).error, error);
    else {
      assert(text.includes('<html lang="it">') && text.includes(said), path);
      assert.equal(page.headers.get("vary"), "accept, accept-language", path);
      assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'; style/);
    }
    const program = await ask(path, "*/*");
    assert.deepEqual([program.status, (await program.json()).error], [status, error]);
  }
});

Deno.test("pages share a bucket by source", async () => {
  await using service = await serviceInMemory({ policy: defaultPolicy });
  const { capacity } = defaultPolicy.rateLimits.pages;
  for (let asked = 0; asked < capacity; asked++) {
    const path = asked % 2 === 0 ? "/docs" : "/docs/errors";
    assert.equal((await fetchPage(service, path)).status, 200);
  }
  assert.equal((await fetchPage(service, "/docs/api")).status, 429);
  const other = await service.fetch("/docs/api", { peer: "192.0.2.7" });
  assert.equal(other.status, 200);
  await other.body?.cancel();
});
