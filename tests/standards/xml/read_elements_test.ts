import assert from "node:assert/strict";
import fc from "fast-check";
import {
  openXmlReader,
  type XmlBounds,
  type XmlFault,
} from "../../../standards/xml/read_elements.ts";
import { runs } from "../../support/runs.ts";

/** Reads a text in pieces, and counts what it receives. */
function read(text: string, bounds: XmlBounds, pieceCharacters = text.length + 1) {
  const received = { opened: 0, closed: 0, texts: "", deepest: 0 };
  const reader = openXmlReader(bounds, {
    open: () => {
      received.opened++;
      received.deepest = Math.max(received.deepest, reader.depth());
      return true;
    },
    text: (part) => {
      received.texts += part;
      return true;
    },
    close: () => {
      received.closed++;
      return true;
    },
  });
  let fault: XmlFault | null = null;
  for (let at = 0; at < text.length; at += pieceCharacters) {
    fault ??= reader.write(text.slice(at, at + pieceCharacters));
  }
  return { ...received, fault: fault ?? reader.end() };
}

const bounds = { depthMax: 64, elementsMax: 1_000 };

Deno.test("openXmlReader() reads nothing behind a bound, however much stands in the same piece", async (t) => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}="1"`).join(" ");
  const cases: Readonly<Record<string, readonly [string, number, RegExp]>> = {
    "60 KB of nested elements": ["<a>".repeat(20_000), 64, /more than 64 deep/],
    "60 KB of nested elements, closed": [
      "<a>".repeat(10_000) + "</a>".repeat(10_000),
      64,
      /more than 64 deep/,
    ],
    "nested elements with prefixes": [
      `<a xmlns:p="urn:p">${"<p:a>".repeat(20_000)}`,
      64,
      /more than 64 deep/,
    ],
    "elements beside each other": [`<a>${"<b/>".repeat(20_000)}</a>`, 1_000, /more than 1000 elem/],
    "attributes": [`<a><b ${many(20_000)}/></a>`, 1, /more than 256 attributes/],
    "declarations of namespaces": [
      `<a ${many(20_000).replaceAll("a", "xmlns:a")}/>`,
      0,
      /more than 256 attributes/,
    ],
    "the name of an element": [`<${"a".repeat(60_000)}/>`, 0, /A name has more than 1024/],
    "the name of an attribute": [`<a ${"b".repeat(60_000)}=""/>`, 0, /A name has more than 1024/],
    "ends of elements that are not open": [`<a>${"</b>".repeat(20_000)}`, 1, /unexpected close/],
    "a document type": [
      `<!DOCTYPE a [${'<!ENTITY a "aa">'.repeat(1_000)}]><a>&a;</a>`,
      0,
      /Document type/,
    ],
  };
  for (const [why, [text, opened, message]] of Object.entries(cases)) {
    await t.step(why, () => {
      const found = read(text, bounds);
      assert.equal(found.opened, opened);
      assert(found.opened + found.closed <= 2 * bounds.elementsMax);
      assert.match(found.fault?.message ?? "", message);
    });
  }
});

Deno.test("openXmlReader() takes as much as the bounds", () => {
  const deep = `${"<a>".repeat(64)}x${"</a>".repeat(64)}`;
  assert.deepEqual(read(deep, bounds), {
    opened: 64,
    closed: 64,
    texts: "x",
    deepest: 64,
    fault: null,
  });
  const wide = `<a>${"<b/>".repeat(999)}</a>`;
  assert.equal(read(wide, bounds).fault, null);
  assert.equal(read(`<a>${"<b/>".repeat(5_000)}</a>`, { depthMax: 2 }).fault, null);
});

Deno.test("openXmlReader() ends where its handler says so, without a fault, and reads nothing more", () => {
  let opened = 0;
  const reader = openXmlReader(bounds, {
    open: () => ++opened < 3,
    text: () => true,
    close: () => true,
  });
  assert.equal(reader.write(`<a>${"<b/>".repeat(100)}`), null);
  assert.equal(reader.write("<b/><<<"), null);
  assert.equal(reader.end(), null);
  assert.equal(opened, 3);
});

Deno.test("openXmlReader() says on which line reading ended", () => {
  assert.equal(read("<a>\n<b>\n</a>", bounds).fault?.line, 3);
  assert.equal(read(`<a>\n\n${"<b>".repeat(100)}\n\n`, bounds).fault?.line, 3);
});

Deno.test("openXmlReader() throws for no text, stays in its bounds, and reads pieces as the whole", () => {
  const part = fc.constantFrom(
    ..."<a> </a> <b/> <p:b <![CDATA[ ]]> <!-- --> <?x ?> & &lt; &#65; \" ' = xmlns:p='u' <!DOCTYPE > \n x"
      .split(" "),
  );
  const small = { depthMax: 3, elementsMax: 8 };
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      (parts, size) => {
        const text = parts.join("");
        const whole = read(text, small);
        assert(whole.deepest <= small.depthMax && whole.opened <= small.elementsMax);
        assert(whole.closed <= whole.opened);
        const { fault, ...received } = read(text, small, size);
        assert.equal(fault === null, whole.fault === null);
        if (fault === null) assert.deepEqual({ ...received, fault }, whole);
      },
    ),
    { numRuns: runs(2_000) },
  );
});
