import assert from "node:assert/strict";
import { pdfOf } from "../../support/pdf_documents.ts";
import { signPdf } from "../../support/signed_pdf.ts";
import {
  openSigningAuthorities,
  openSigningCredential,
} from "../../support/signing_credentials.ts";

const authorities = await openSigningAuthorities();
const credential = await openSigningCredential(authorities, "ecdsa-p256");

function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function textOf(pdf: Uint8Array): string {
  return new TextDecoder("latin1").decode(pdf);
}

/** A file with changed text; later offsets must stay valid. */
function changed(pdf: Uint8Array, from: string | RegExp, to: string): Uint8Array<ArrayBuffer> {
  const text = textOf(pdf);
  const other = text.replace(from, to);
  assert.notEqual(other, text);
  return latin1(other);
}

/** "sealed", or why the file was refused. */
async function endOf(pdf: Uint8Array): Promise<string> {
  const outcome = await signPdf(pdf, { credential, authority: null });
  return "signed" in outcome ? "sealed" : outcome.refused;
}

const plain = pdfOf({});

Deno.test("a file that readers would read each in its own way is refused", async (t) => {
  const cases: Readonly<Record<string, Uint8Array>> = {
    "a page that is a stream": pdfOf({
      page: "<</Type/Page/Parent 2 0 R/Length 1>>\nstream\na\nendstream",
    }),
    "a form that is a stream": pdfOf({
      catalog: "/AcroForm 5 0 R",
      objects: ["<</Fields[]/Length 1>>\nstream\na\nendstream"],
    }),
    "two values in one object": pdfOf({ pages: "<</Type/Pages/Kids[3 0 R]>>\n<</Kids[]>>" }),
    "an object without an end": changed(plain, ">>\nendobj", ">>\n      "),
    "a form behind two references": pdfOf({
      catalog: "/AcroForm 5 0 R",
      objects: ["6 0 R", "<</Fields[]>>"],
    }),
    "a catalog behind two references": changed(
      pdfOf({ objects: ["1 0 R"] }),
      "/Root 1 0 R",
      "/Root 5 0 R",
    ),
    "entries of another width": changed(plain, / 00000 n\r\n/g, " 0 n\r\n"),
    "entries on one line": changed(plain, / n\r\n/g, " n  "),
    "a comment in a table": changed(plain, "xref\n0", "xref%\n0"),
    "a list of references that is none": pdfOf({
      catalog: "/Perms<</DocMDP 5 0 R>>",
      objects: ["<</Contents<00>/ByteRange[]/Reference<</TransformParams<</P 1>>>>>>"],
    }),
  };
  for (const [why, pdf] of Object.entries(cases)) {
    await t.step(why, async () => assert.equal(await endOf(pdf), "broken_structure"));
  }
});

/** A hybrid file whose hidden section, without objects, has further entries. */
function hybridOf(entries: string): Uint8Array<ArrayBuffer> {
  const stream = `<</Type/XRef/W[1 1 1]/Index[]/Size 1/Length 0${entries}>>\nstream\n\nendstream`;
  const at = textOf(pdfOf({ objects: [stream] })).indexOf("5 0 obj");
  return pdfOf({ objects: [stream], trailer: `/XRefStm ${at}` });
}

Deno.test("the hidden section of a hybrid file leads nowhere else", async () => {
  assert.equal(await endOf(hybridOf("")), "sealed");
  assert.equal(await endOf(hybridOf("/Prev 9")), "broken_structure");
  assert.equal(await endOf(hybridOf("/Encrypt 4 0 R")), "broken_structure");
});

Deno.test("the hidden section of a hybrid file may lead where its table does", async () => {
  // Some writers say it in both.
  const first = textOf(hybridOf(""));
  const start = Number(/startxref\n(\d+)/.exec(first)?.[1]);
  const second = (hidden: number) => {
    const at = first.length;
    const stream = `<</Type/XRef/W[1 1 1]/Index[]/Size 1/Length 0/Prev ${hidden}>>`;
    const section = `6 0 obj\n${stream}\nstream\n\nendstream\nendobj\n`;
    const table = `xref\n0 0\ntrailer\n<</Size 7/Root 1 0 R/Prev ${start}/XRefStm ${at}>>\n`;
    return latin1(`${first}${section}${table}startxref\n${at + section.length}\n%%EOF\n`);
  };
  assert.equal(await endOf(second(start)), "sealed");
  assert.equal(await endOf(second(start - 1)), "broken_structure");
});

Deno.test("a permission that means nothing forbids", async (t) => {
  const certified = (permission: string) =>
    pdfOf({
      catalog: "/Perms<</DocMDP 5 0 R>>",
      objects: [
        `<</Contents<00>/ByteRange[]/Reference[<</TransformParams<<${permission}>>>>]>>`,
      ],
    });
  const cases = {
    "/P 1": "changes_forbidden",
    "/#50 1.0": "changes_forbidden",
    "/P 0": "changes_forbidden",
    "/P 4": "changes_forbidden",
    "/P(2)": "changes_forbidden",
    "/P 2": "sealed",
    "/P 3": "sealed",
    "": "sealed",
    // Of usage rights.
    "/P true": "sealed",
  };
  for (const [permission, expected] of Object.entries(cases)) {
    await t.step(permission, async () => {
      assert.equal(await endOf(certified(permission)), expected);
    });
  }
});

Deno.test("one array of fields and annotations is written once", async () => {
  const original = pdfOf({
    catalog: "/AcroForm<</Fields 5 0 R>>",
    page: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots 5 0 R>>",
    objects: ["[]"],
  });
  const outcome = await signPdf(original, { credential, authority: null });
  assert("signed" in outcome);
  const update = textOf(outcome.signed).slice(original.length);
  assert.equal(update.match(/^5 0 obj$/gm)?.length, 1);
});

Deno.test("an update begins on a line of its own", async () => {
  for (const [end, before] of [["\n", ""], ["\r", ""], ["", "\n"], [" ", "\n"], ["\0", "\n"]]) {
    const original = latin1(textOf(plain).trimEnd() + end);
    const outcome = await signPdf(original, { credential, authority: null });
    assert("signed" in outcome);
    assert(textOf(outcome.signed).slice(original.length).startsWith(`${before}5 0 obj`));
  }
});
