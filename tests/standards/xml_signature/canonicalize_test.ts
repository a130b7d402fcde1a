import assert from "node:assert/strict";
import { canonicalize } from "../../../standards/xml_signature/canonicalize.ts";
import { parseXmlTree } from "../../../standards/xml_signature/parse_tree.ts";

function rootOf(text: string) {
  const parsed = parseXmlTree(text);
  assert(parsed.ok);
  return parsed.value;
}

function formOf(text: string, charactersMax = 10_000): string | null {
  return canonicalize(rootOf(text), { charactersMax });
}

Deno.test("canonicalize() declares a namespace where it is used first, and again beside that", () => {
  // Exclusive XML Canonicalization 1.0 §3: what an ancestor of the output has declared is not repeated.
  const cases: Readonly<Record<string, string>> = {
    '<a xmlns:p="u"><p:b><p:c/></p:b><p:d/></a>':
      '<a><p:b xmlns:p="u"><p:c></p:c></p:b><p:d xmlns:p="u"></p:d></a>',
    '<p:a xmlns:p="u"><b xmlns:p="v"><p:c/></b><p:d/></p:a>':
      '<p:a xmlns:p="u"><b><p:c xmlns:p="v"></p:c></b><p:d></p:d></p:a>',
    '<a xmlns="u"><b xmlns=""><c/></b><d/></a>': '<a xmlns="u"><b xmlns=""><c></c></b><d></d></a>',
    '<a xmlns:q="v" xmlns:p="u" q:b="2" p:b="1" c="0"/>':
      '<a xmlns:p="u" xmlns:q="v" c="0" p:b="1" q:b="2"></a>',
  };
  for (const [text, form] of Object.entries(cases)) assert.equal(formOf(text), form);
});

Deno.test("canonicalize() orders attributes by code points, not by UTF-16", () => {
  // U+10000 is written by surrogates from U+D800 on, and comes behind U+F900 all the same.
  assert.equal(
    formOf('<a x\u{10000}="2" x\uf900="1" x="0"/>'),
    '<a x="0" x\uf900="1" x\u{10000}="2"></a>',
  );
});

Deno.test("canonicalize() ends at its bound, though a namespace is written again and again", () => {
  const text = `<a xmlns:p="${"u".repeat(500)}">${"<p:b/>".repeat(10_000)}</a>`;
  assert.equal(formOf(text, 8 * text.length), null);
  assert.equal(formOf("<a><b/></a>", "<a><b></b></a>".length), "<a><b></b></a>");
  assert.equal(formOf("<a><b/></a>", "<a><b></b></a>".length - 1), null);
});

/** Copies of maps, and look-ups in them, while the canonical form is written. */
function stepsOf(elements: number): number {
  const names = Array.from({ length: 100 }, (_, at) => `xmlns:p${at}="u${at}" p${at}:a=""`);
  const root = rootOf(`<a ${names.join(" ")}>${"<b/>".repeat(elements)}</a>`);
  const { get, set } = Map.prototype;
  let steps = 0;
  Map.prototype.get = function (this: Map<unknown, unknown>, key: unknown) {
    steps++;
    return get.call(this, key);
  };
  Map.prototype.set = function (this: Map<unknown, unknown>, key: unknown, value: unknown) {
    steps++;
    return set.call(this, key, value);
  };
  try {
    canonicalize(root, { charactersMax: 1_000_000 });
  } finally {
    Object.assign(Map.prototype, { get, set });
  }
  return steps;
}

Deno.test("canonicalize() takes steps by what an element has itself, not by what is in scope", () => {
  const [few, many] = [stepsOf(1_000), stepsOf(2_000)];
  assert(few > 1_000);
  assert(many - few < 5 * 1_000, `${many - few} steps for 1,000 elements`);
});
