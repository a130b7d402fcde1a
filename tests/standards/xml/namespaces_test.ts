import assert from "node:assert/strict";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { type NamedTag, openNamespaces } from "../../../standards/xml/namespaces.ts";
import { openXmlReader, type XmlTag } from "../../../standards/xml/read_elements.ts";
import { runs } from "../../support/runs.ts";

/** Elements of a document with resolved names, in order; null if a name is invalid. */
function resolveNames(text: string): readonly NamedTag[] | null {
  const namespaces = openNamespaces();
  const named: NamedTag[] = [];
  let isRight = true;
  const reader = openXmlReader({ depthMax: 64 }, {
    open: (tag) => {
      const found = namespaces.open(tag);
      if (found !== null) named.push(found);
      return isRight = found !== null;
    },
    text: () => true,
    close: () => {
      namespaces.close();
      return true;
    },
  });
  const fault = reader.write(text) ?? reader.end();
  return isRight && fault === null ? named : null;
}

/**
 * The expected result, by the parser's own resolution, which walks up to the element that declares
 * a prefix.
 */
function resolveByWalking(text: string): readonly NamedTag[] | null {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const named: NamedTag[] = [];
  let isRight = true;
  parser.on("error", () => isRight = false);
  parser.on("opentag", ({ prefix, local, uri, attributes }) => {
    const own = Object.values(attributes)
      .filter(({ name, prefix }) => name !== "xmlns" && prefix !== "xmlns")
      .map(({ prefix, local, uri, value }) => ({ prefix, local, uri, value }));
    named.push({ prefix, local, uri, attributes: own });
  });
  parser.write(text).close();
  return isRight ? named : null;
}

/**
 * Trees with few names and declarations, so that prefixes are declared, hidden, repeated and
 * missing.
 */
const element: fc.Memo<string> = fc.memo((depth) =>
  fc.tuple(
    fc.constantFrom("a", "p:a", "q:a", "xml:a"),
    fc.uniqueArray(
      fc.constantFrom(
        'xmlns="urn:d"',
        'xmlns=""',
        'xmlns:p="urn:p"',
        'xmlns:q="urn:p"',
        'xmlns:q="urn:q"',
        'xmlns:xml="http://www.w3.org/XML/1998/namespace"',
        'xmlns:p="http://www.w3.org/XML/1998/namespace"',
        'xmlns:p="http://www.w3.org/2000/xmlns/"',
        'xmlns:p=""',
        'a="1"',
        'p:a="2"',
        'q:a="3"',
        'xml:lang="en"',
      ),
      { maxLength: 4, selector: (attribute) => attribute.split("=")[0] },
    ),
    depth > 1 ? fc.array(element(depth - 1), { maxLength: 3 }) : fc.constant([]),
  ).map(([name, attributes, children]) =>
    `<${[name, ...attributes].join(" ")}>${children.join("")}</${name}>`
  )
);

Deno.test("openNamespaces() resolves as Namespaces in XML says, by another way than saxes does", () => {
  let taken = 0;
  fc.assert(
    fc.property(element(4), (inner) => {
      const text = `<a xmlns:p="urn:root">${inner}</a>`;
      const named = resolveNames(text);
      if (named !== null) taken++;
      assert.deepEqual(named, resolveByWalking(text));
    }),
    { numRuns: runs(2_000) },
  );
  assert(taken > runs(2_000) / 20);
});

Deno.test("openNamespaces() refuses names and declarations that are none", () => {
  const wrong = [
    "<q:a/>",
    '<a q:b=""/>',
    '<a:b:c xmlns:a="u"/>',
    "<:a/>",
    '<p: xmlns:p="u"/>',
    '<p:1 xmlns:p="u"/>',
    '<a xmlns:="u"/>',
    '<a xmlns:p:q="u"/>',
    '<a xmlns:xmlns="u"/>',
    '<xmlns:a xmlns:p="u"/>',
    '<a xmlns:p="u v"/>',
    `<a xmlns:p="${"u".repeat(513)}"/>`,
    '<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>',
    '<a><b xmlns:p="u"/><p:c/></a>',
  ];
  for (const text of wrong) assert.equal(resolveNames(text), null, text);
});

/** Map look-ups when this many elements are opened within each other. */
function stepsOf(levels: number): number {
  const namespaces = openNamespaces();
  const root: XmlTag = { name: "p:a", attributes: [["xmlns:p", "urn:p"]] };
  const inner: XmlTag = { name: "p:b", attributes: [["p:c", ""], ["d", ""]] };
  const { get } = Map.prototype;
  let steps = 0;
  Map.prototype.get = function (this: Map<unknown, unknown>, key: unknown) {
    steps++;
    return get.call(this, key);
  };
  try {
    namespaces.open(root);
    for (let level = 0; level < levels; level++) namespaces.open(inner);
  } finally {
    Map.prototype.get = get;
  }
  return steps;
}

Deno.test("openNamespaces() takes as many steps for an element, however deep it stands", () => {
  const [few, many] = [stepsOf(1_000), stepsOf(2_000)];
  assert(few > 1_000);
  assert.equal(stepsOf(3_000) - many, many - few);
});
