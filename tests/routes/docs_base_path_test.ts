/** Pages behind a proxy that removes a path (docs/deploy.md, "In front of it"). */

import assert from "node:assert/strict";
import { docsRoutes } from "../../routes/pages/docs/docs_routes.ts";
import {
  type Documentation,
  openDocumentation,
} from "../../routes/pages/docs/open_documentation.ts";
import { docsPages, docsPath } from "../../routes/pages/docs/pages.ts";
import { fetchPage, linksOf } from "../support/docs_pages.ts";
import { serviceInMemory } from "../support/service.ts";

const base = "https://example.com/trust";

Deno.test("under a base URL with a path, every link and file of a page is below that path", async () => {
  await using service = await serviceInMemory({ env: { AVAL_BASE_URL: base } });
  const asked = new Set<string>();
  const documented = ["/docs", ...docsPages.map(({ slug }) => docsPath(slug))];
  const stories = ["/playground", "/playground/age", "/playground/login/callback"];
  for (const path of ["/", "/reference", ...documented, ...stories]) {
    const { status, html } = await fetchPage(service, path);
    assert.equal(status, 200, path);
    assert(!html.includes('action="/docs'), path);
    if (path.startsWith("/playground/")) assert(html.includes('data-base="/trust"'), path);
    for (const link of linksOf(html)) {
      const { href, pathname, origin } = new URL(link, `${base}${path}`);
      if (origin !== "https://example.com") continue;
      assert(href.startsWith(`${base}/`), `${path}: ${link}`);
      asked.add(pathname.slice("/trust".length));
    }
  }
  assert(asked.has("/docs/api") && asked.has("/reference"));
  for (const path of asked) {
    // A browser without a session is led to where it gets one.
    const expected = ["/desk", "/console"].includes(path) ? 303 : 200;
    assert.equal((await fetchPage(service, path)).status, expected, path);
  }
});

Deno.test("every page and text names the address of this service, and no other sandbox's", async () => {
  await using service = await serviceInMemory({ env: { AVAL_BASE_URL: base } });
  const documented = docsPages.map(({ slug }) => docsPath(slug));
  for (const path of ["/", "/openapi.json", "/playground/own-wallet", ...documented]) {
    const { status, html } = await fetchPage(service, path);
    assert.equal(status, 200, path);
    assert(!html.includes("localhost:8000"), path);
  }
  const { html: job } = await fetchPage(service, docsPath("check-one-person"));
  assert(job.includes(`curl -s ${base}/v1/screen`));
  assert(job.includes(`baseUrl: &quot;${base}&quot;`));
  const terminal = await (await service.fetch("/", { headers: { accept: "*/*" } })).text();
  assert(terminal.includes(`${base}/playground`) && terminal.includes(`curl -s ${base}/v1/`));
});

Deno.test("under a base URL with a path, the playground's wallet reaches the service", async () => {
  await using service = await serviceInMemory({ env: { AVAL_BASE_URL: base } });
  const prospect = service.as(`playground-${"A".repeat(22)}`);
  const answer = await prospect.post("/playground/login/redeemed", { person: "clear" });
  assert.equal(answer.body.stopped, null, answer.text);
  assert.equal(answer.body.result.iss, `${base}/v1/login`);
});

Deno.test("a file that cannot be read for a moment does not spoil the search for good", async () => {
  const whole = await openDocumentation({ hasPlayground: true, baseUrl: "http://localhost" });
  assert(whole !== null);
  let isBroken = true;
  const documentation: Documentation = {
    ...whole,
    read: async (page) => {
      if (isBroken) throw new Error("too many open files");
      return await whole.read(page);
    },
  };
  const site = { hasPlayground: true, hasDocs: true, consoleParts: [] };
  const routes = docsRoutes(documentation, { site, basePath: "/trust" });
  await using service = await serviceInMemory({ routes });
  assert.equal((await fetchPage(service, "/docs/search?q=age")).status, 500);
  isBroken = false;
  assert.equal((await fetchPage(service, "/docs/search?q=age")).status, 200);
});

Deno.test("an address with a slash at its end leads to its page, below a path too", async () => {
  for (const baseUrl of ["https://example.com", base]) {
    await using service = await serviceInMemory({ env: { AVAL_BASE_URL: baseUrl } });
    for (const path of ["/docs", "/playground", "/reference"]) {
      const { status, headers } = await fetchPage(service, `${path}/`);
      assert.equal(status, 308, path);
      const target = new URL(headers.get("location") ?? "", `${baseUrl}${path}/`).href;
      assert.equal(target, `${baseUrl}${path}`);
    }
    assert.equal((await fetchPage(service, "/docs//")).status, 404);
  }
});
