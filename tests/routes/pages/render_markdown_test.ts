import assert from "node:assert/strict";
import fc from "fast-check";
import { findAll, parsePage, textOf } from "../../support/page.ts";
import { openMarkdown } from "../../../routes/pages/docs/render_markdown.ts";
import { docsLink } from "../../../routes/pages/docs/pages.ts";

const render = await openMarkdown();
const asIs = (href: string) => ({ href, title: null });

Deno.test("a text's own markup is text", () => {
  const pieces = [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "<style>*{}</style>",
    "[a](javascript:alert(1))",
    "[a](<javascript:alert(1)>)",
    "![a](https://evil.example/a.png)",
    '"><svg onload=alert(1)>',
    "`<b>`",
    "```\n<i>\n```\n",
    "| <u> | `<u>` |\n| - | -: |\n| <s> | `</td><s>` |\n",
    "# <em>",
    "&lt;script&gt;",
    "\n\n",
    " ",
    "\0",
  ];
  const tags = new Set(
    "h1 h2 h3 h4 h5 h6 p a span em strong code pre ul ol li table thead tbody tr th td div blockquote hr br s"
      .split(" "),
  );
  fc.assert(fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
    const { html } = render(parts.join(""), asIs);
    for (const [, name = "", attributes = ""] of html.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)>/gi)) {
      assert(tags.has(name), `${name} of ${JSON.stringify(parts)}`);
      assert(!/\son\w+=|style=|src=|javascript:/i.test(attributes), html);
    }
  }));
});

Deno.test("rendering any text ends, and gives each anchor once", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
    const { html, places } = render(`# ${text}\n\n# ${text}\n\n${text}`, asIs);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, html);
    assert.equal(places.length >= ids.length, true);
  }));
});

Deno.test("a heading that reads as the anchor of another has one of its own", () => {
  const words = fc.constantFrom("A", "A-1", "A 1", "A-1-1");
  fc.assert(fc.property(fc.array(words, { maxLength: 8 }), (headings) => {
    const { places } = render(headings.map((text) => `## ${text}\n`).join("\n"), asIs);
    assert.equal(new Set(places.map(({ id }) => id)).size, headings.length);
  }));
  // As GitHub names them.
  const { places } = render("# A\n\n# A\n\n# A-1\n", asIs);
  assert.deepEqual(places.map(({ id }) => id), ["a", "a-1", "a-1-1"]);
});

Deno.test("headings and rows have anchors, the second of a name with a number", () => {
  const text =
    "# A `code` title\n\n## Twice\n\n## Twice\n\n| Name | Value |\n| --- | ---: |\n| `a.bC` | 1 |\n| `a.bC` | 2 |\n| two `x` | 3 |\n";
  const { html, places } = render(text, asIs);
  assert.deepEqual(places.map(({ id, kind }) => [id, kind]), [
    ["a-code-title", "heading"],
    ["twice", "heading"],
    ["twice-1", "heading"],
    ["a.bC", "code"],
  ]);
  assert.match(html, /<th scope="col" class="right">Value<\/th>/);
});

Deno.test("blocks that follow each other in several languages are one sample to choose from", () => {
  const block = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`;
  const three = block("sh", "curl") + "\n" + block("ts", "<b>") + "\n" + block("python", "call()");
  const { html } = render(
    `${three}\nWords.\n\n${block("sh", "alone")}\n${block("json", "{}")}`,
    asIs,
  );
  const page = parsePage(
    `<html>${
      html.replaceAll(" checked>", ' checked="">').replaceAll(/(<input[^>]*)>/g, "$1/>")
    }</html>`,
  );
  const [group, ...others] = findAll(page, "role").filter(({ attributes }) =>
    attributes["role"] === "radiogroup"
  );
  assert.equal(others.length, 0);
  assert.deepEqual(findAll(group!, "label").map(textOf), ["curl", "TypeScript", "Python"]);
  assert.deepEqual(findAll(group!, "pre").map(textOf), ["curl", "<b>", "call()"]);
  const inputs = findAll(group!, "input").map(({ attributes }) => attributes);
  assert.deepEqual(inputs.map((input) => "checked" in input), [true, false, false]);
  assert.equal(new Set(inputs.map(({ name }) => name)).size, 1);
  assert.deepEqual(
    inputs.map(({ id }) => id),
    findAll(group!, "label").map(({ attributes }) => attributes["for"]),
  );
  assert.equal(findAll(page, "pre").length, 5);
});

/** A sandbox with the address in the repository's texts. */
const sandbox = { hasPlayground: true, baseUrl: "http://localhost:8000" };

Deno.test("docsLink() leads to served pages, and nowhere else", () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ["#here", "#here"],
    ["https://www.rfc-editor.org/", "https://www.rfc-editor.org/"],
    ["verification.md", "/docs/verification"],
    ["api.md#tokens", "/docs/api#tokens"],
    ["../CHANGELOG.md", "/docs/changelog"],
    ["../README.md", "/docs"],
    ["../kv/README.md#keys", null],
    ["../main.ts", null],
    ["../../etc/passwd", null],
    ["nothing.md", null],
  ];
  for (const [href, expected] of cases) {
    assert.equal(docsLink("docs/data.md", href, sandbox)?.href ?? null, expected);
  }
  assert.deepEqual(docsLink("SECURITY.md", "docs/api.md#tokens", sandbox), {
    href: "/docs/api#tokens",
    slug: "api",
  });
});

Deno.test("docsLink() leads to the playground where one is served", () => {
  const local = "http://localhost:8000/playground/own-wallet";
  assert.equal(docsLink("docs/sandbox.md", local, sandbox)?.href, "/playground/own-wallet");
  assert.equal(docsLink("docs/sandbox.md", local, { ...sandbox, hasPlayground: false }), null);
});

Deno.test("a link that reads as a file's name reads as the page's title", () => {
  const titled = (href: string) => ({ href, title: "Operating aval" });
  const { html } = render("[operations.md](a) [step 4](b) [`c.md`](c) [a b.md](d)", titled);
  assert.equal(
    html.trim(),
    '<p><a href="a">Operating aval</a> <a href="b">step 4</a> ' +
      '<a href="c"><code>c.md</code></a> <a href="d">a b.md</a></p>',
  );
});

Deno.test("each cell of a table has the words of its column", () => {
  const text = "| Name | | `c` d |\n| --- | --- | --- |\n| x | y | <b> |\n| x | | |\n";
  const { html } = render(text, asIs);
  assert.equal(html.match(/<td data-label="Name">x<\/td>/g)?.length, 2);
  assert.match(html, /<td>y<\/td>\s*<td data-label="c d">&lt;b&gt;<\/td>/);
  assert.match(html, /<td><\/td>\s*<td><\/td>/);
});
