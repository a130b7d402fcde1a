/** Pictures of the documentation, drawn from its texts. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { figureOf, partsFile, pictureOf } from "../../../routes/pages/docs/figures/figure.ts";
import { elementsOf, findOne, parsePage } from "../../support/page.ts";
import { fetchPage } from "../../support/docs_pages.ts";
import { serviceInMemory } from "../../support/service.ts";

const docs = new URL("../../../docs/", import.meta.url);

/** A picture as parsed elements. */
function drawn(info: string, source: string) {
  const picture = pictureOf(info, source);
  assert(picture !== null);
  return { picture, elements: parsePage(`<html><body>${figureOf(picture)}</body></html>`) };
}

Deno.test("each of these pages has its picture, in words too, and without a style of its own", async () => {
  await using service = await serviceInMemory();
  const pictures = {
    verification: "How a verification session goes",
    matching: "What a score is made of",
    api: "What an idempotency key protects",
    credentials: "How a credential is issued, by two people",
    login: "How a login goes",
    seal: "How a PDF is sealed",
    architecture: "How the parts stand together",
  };
  for (const [page, title] of Object.entries(pictures)) {
    const { html } = await fetchPage(service, `/docs/${page}`);
    const [svg = ""] = /<svg[^]*?<\/svg>/.exec(html) ?? [];
    assert(svg.includes(`role="img" aria-label="${title}`), page);
    assert(!/style|#[0-9a-f]{3}|on\w+=/.test(svg.replaceAll(/aria-label="[^"]*"/g, "")), page);
  }
});

Deno.test("the picture of README.md is the one of docs/architecture.md", async () => {
  const source = await Deno.readTextFile(new URL("architecture.md", docs));
  const kept = await Deno.readTextFile(new URL("pictures/parts.svg", docs));
  assert.equal(kept, partsFile(source), "deno task pictures makes it anew");
});

Deno.test("a sequence draws an arrow for each message, and says who sends what to whom", () => {
  const source = "sequenceDiagram\naccTitle: T\nparticipant A as One\nparticipant B as Two\n";
  const { picture, elements } = drawn(
    "mermaid",
    `${source}A->>B: ask\nB->>A: answer\nNote over A,B: end`,
  );
  assert.equal(picture.words, "T. One to Two: ask. Two to One: answer. end");
  const paths = elementsOf(elements).filter(({ attributes }) => attributes["class"] === "tip");
  assert.equal(paths.length, 2);
  assert.equal(findOne(elements, "svg").attributes["aria-label"], picture.words);
});

Deno.test("a source with a line that no drawer reads is refused", () => {
  for (const info of ["mermaid", "score", "parts"]) {
    assert.throws(() => pictureOf(info, "what is this"), /A figure has/);
  }
  assert.throws(() => pictureOf("mermaid", "A->>B: nobody"), /no participant A/);
  for (const info of ["", "sh", "json", "toString"]) assert.equal(pictureOf(info, "x"), null);
});

Deno.test("any text of a picture is text: no element comes of it", () => {
  const source = (text: string) => `title: T\n= 90 ${text}`;
  const names = (text: string) =>
    elementsOf(drawn("score", source(text)).elements).map(({ name }) => name);
  const expected = names("plain");
  const some = fc.constantFrom("<script>alert(1)</script>", "</svg>", "&lt;", "\"'><b>");
  fc.assert(fc.property(some, (text) => assert.deepEqual(names(text), expected)));
});
