import assert from "node:assert/strict";
import fc from "fast-check";
import { html } from "hono/html";
import { refill, type SentForm } from "../../../routes/html/refill.ts";
import { elementsOf, findAll, findOne, parsePage, rawTextOf, textOf } from "../../support/page.ts";

const form = (id: string) =>
  html`
    <details>
      <summary>Fold</summary>
      <form method="post" action="/trust/console/things">
        <input type="hidden" name="formToken" value="secret" />
        <input type="hidden" name="id" value="${id}" />
        <label for="a-line">How many "lines" &amp; more</label>
        <input id="a-line" name="line" value="before" />
        <textarea name="text" maxlength="9">before</textarea>
        <select name="choice"><option value="a" selected="">A</option><option value="b">B</option></select>
        <input type="checkbox" name="box" value="yes" checked="" />
        <input type="radio" name="one" value="x" /><input type="radio" name="one" value="y" checked="" />
        <button>Save</button>
      </form>
    </details>
  `;
const page = String(html`
  <html lang="en">
    <title>T</title>
    <body>
      <main id="content"><h1>Things</h1>${form("1")}${form("2")}
    <form action="/console/others"><input name="line" value="other" /></form></main>
    </body>
  </html>
`).trim();
const sent = (fields: SentForm["fields"], message = "No"): SentForm => ({
  ...{ action: "/console/things", fields, message, address: "/console/things?a=1&b=2" },
});

/** The form of a page that shows why it was refused. */
function refusedIn(text: string) {
  const page = parsePage(text);
  const forms = findAll(page, "form").filter((one) => findAll(one, "data-message").length > 0);
  assert.equal(forms.length, 1);
  return { page, form: forms[0]! };
}

Deno.test("refill() puts any text into the fields of the form that was sent, and into no other", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      " aria-invalid x",
      "a value=b checked",
      "\n",
      "\nb",
      "</textarea><b>",
      "$&",
      'a" b',
      "&quot;",
      "it's",
    ),
  );
  fc.assert(fc.property(text, text, fc.constantFrom("1", "2"), (line, area, id) => {
    const fields = { formToken: "evil", id, line, text: area, choice: "b", one: "x" };
    const { page: filled, form } = refusedIn(
      refill(page, sent(fields, 'Field "line" is required')),
    );
    const named = (name: string) =>
      elementsOf(form).filter(({ attributes }) => attributes["name"] === name);
    assert.equal(named("formToken")[0]!.attributes["value"], "secret");
    assert.equal(named("id")[0]!.attributes["value"], id);
    assert.equal(named("line")[0]!.attributes["value"], line.replaceAll(/[\t\n\r]/g, " "));
    // A browser drops the line break that begins it; this parser keeps it.
    assert.equal(rawTextOf(named("text")[0]!), `\n${area}`);
    assert.deepEqual(
      findAll(form, "option").map(({ attributes }) => Object.hasOwn(attributes, "selected")),
      [false, true],
    );
    assert.equal(Object.hasOwn(named("box")[0]!.attributes, "checked"), false);
    assert.deepEqual(
      named("one").map(({ attributes }) => Object.hasOwn(attributes, "checked")),
      [true, false],
    );
    const untouched = elementsOf(filled).filter(({ attributes }) =>
      attributes["value"] === "before" || attributes["value"] === "other"
    );
    assert.equal(untouched.length, line === "before" || line === "other" ? 3 : 2);
  }));
});

Deno.test("refill() names a field by its label, marks it, and unfolds it", () => {
  const said = 'Field "line" is not valid: at most 3 characters; Field "none" is required';
  const { form, page: filled } = refusedIn(
    refill(page, sent({ id: "2", line: "four", text: "", choice: "a" }, said)),
  );
  assert.equal(
    textOf(findOne(form, "data-message")),
    '"How many "lines" & more" is not valid: at most 3 characters; Field "none" is required',
  );
  const invalid = elementsOf(form).filter(({ attributes }) =>
    attributes["aria-invalid"] === "true"
  );
  assert.deepEqual(invalid.map(({ attributes }) => attributes["name"]), ["line"]);
  assert.deepEqual(
    findAll(filled, "details").map(({ attributes }) => Object.hasOwn(attributes, "open")),
    [false, true],
  );
  const [link] = findAll(form, "a");
  assert.equal(link!.attributes["href"], "/console/things?a=1&b=2");
});

Deno.test("refill() says why above a page that has no such form, and shows any reason as text", () => {
  fc.assert(fc.property(
    fc.oneof(fc.string(), fc.constantFrom("<b>x</b>", "$&", "$'", "</main>")),
    (message) => {
      const without = { ...sent({}, message), action: "/elsewhere" };
      const filled = parsePage(refill(page, without));
      assert.equal(rawTextOf(findOne(filled, "data-message")), message);
      assert.deepEqual(
        elementsOf(filled).length,
        elementsOf(parsePage(refill(page, { ...without, message: "plain" }))).length,
      );
    },
  ));
});
