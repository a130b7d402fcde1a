import assert from "node:assert/strict";
import type { ListFormat } from "../../../sources/lists/publisher.ts";
import { listSource, publisherOf, publishers } from "../../../sources/lists/publishers.ts";

Deno.test("publisherOf() finds the record of every key that listSource() takes", () => {
  for (const { source } of publishers) {
    const key = listSource(source.toLowerCase());
    assert(key !== null, source);
    assert.equal(publisherOf(key).source, key);
  }
  for (const unknown of ["", "ofac", "OFAC-SDN", "ftm:", "ftm:../peps", "constructor"]) {
    assert.equal(listSource(unknown), null, unknown);
  }
});

Deno.test("every record is complete: no two lists share a key, title or line of the help", () => {
  const each = (of: (publisher: typeof publishers[number]) => readonly string[]) => {
    const texts = publishers.flatMap(of);
    assert.equal(new Set(texts).size, texts.length);
    assert(texts.every((text) => text !== ""));
  };
  each(({ source }) => [source]);
  each(({ title }) => [title]);
  each(({ filesHelp }) => filesHelp);
  for (const { publisher, licence } of publishers) assert(publisher !== "" && licence !== "");
});

Deno.test("formats with one id are one format, and no two are recognised by one root", () => {
  const formats = publishers.flatMap((publisher): readonly ListFormat[] => publisher.formats);
  const first = new Map(formats.toReversed().map((format) => [format.id, format]));
  for (const { id, label, isStreamed, recognition } of formats) {
    const { label: known, isStreamed: isKnown, recognition: { by } } = first.get(id)!;
    assert.deepEqual([label, isStreamed, recognition.by], [known, isKnown, by], id);
  }
  const roots = [...first.values()].flatMap(({ recognition }) =>
    recognition.by === "root" ? [recognition.root] : []
  );
  assert.equal(new Set(roots).size, roots.length);
});
