import assert from "node:assert/strict";
import fc from "fast-check";
import "../../../../base/temporal.ts";
import { defaultPolicy } from "../../../../core/policy/policy.ts";
import type { BookMember } from "../../../../core/screening/batches/columns.ts";
import { readBook } from "../../../../core/screening/batches/read_book.ts";
import { screeningRequest } from "../../../../core/screening/request_schema.ts";
import { runs } from "../../../support/runs.ts";

const reading = {
  schema: screeningRequest(defaultPolicy.limits),
  now: Temporal.Instant.from("2026-03-02T10:00:00Z"),
  rowsMax: 1_000,
};

function read(text: string, named?: ReadonlyMap<BookMember, string>) {
  const options = named === undefined ? reading : { ...reading, named };
  return readBook(new TextEncoder().encode(text), options);
}

function bookOf(text: string, named?: ReadonlyMap<BookMember, string>) {
  const book = read(text, named);
  return book.ok ? book.value : assert.fail(JSON.stringify(book.refusal));
}

/** The members as which a header's columns are read. */
const membersIn = (header: string) => bookOf(header).columns.map(({ member }) => member);

Deno.test("readBook() knows columns by their headers in five languages", async (t) => {
  const all = ["subjectRef", "givenName", "familyName", "dob", "nationality"];
  const headers = [
    "Customer ID,First name,Last name,Date of birth,Nationality",
    "Kundennummer;Vorname;Nachname;Geburtsdatum;Staatsangehörigkeit",
    "Numéro client;Prénom;Nom;Date de naissance;Nationalité",
    "ID cliente;Nombre;Apellidos;Fecha de nacimiento;Nacionalidad",
    "id;Nome;Cognome;Data di nascita;Cittadinanza",
  ];
  for (const header of headers) {
    await t.step(header, () => assert.deepEqual(membersIn(header), all));
  }
  await t.step("as the request has them", () => {
    assert.deepEqual(membersIn("subjectRef,name,dob,nationality,entityType"), [
      ...["subjectRef", "name", "dob", "nationality", "entityType"],
    ]);
  });
  await t.step("the first of two", () => {
    assert.deepEqual(membersIn("name,full name,balance"), ["name", null, null]);
  });
});

Deno.test("readBook() takes a column for what the caller says that it is", () => {
  const book = bookOf("name,legal\nA short one,Acme Holdings", new Map([["name", "legal"]]));
  assert.deepEqual(book.columns.map(({ member }) => member), [null, "name"]);
  assert.equal(book.rows[0]?.request.name, "Acme Holdings");
  const unknown = read("name\nA", new Map([["dob", "born"]]));
  assert(!unknown.ok && /no column is called "born"/.test(unknown.refusal.message));
});

Deno.test("readBook() joins the halves of a name, whichever of them is called name", () => {
  const nameIn = (text: string) => bookOf(text).rows[0]?.request.name;
  assert.equal(nameIn("Name;Vorname\nMüller;Hans"), "Hans Müller");
  assert.equal(nameIn("Name,Surname\nJohn,Smith"), "John Smith");
  assert.equal(nameIn("Full name,First name,Last name\nJohn A. Smith,John,Smith"), "John A. Smith");
  assert.equal(nameIn("Vorname;Name\n;Acme GmbH"), "Acme GmbH");
});

Deno.test("readBook() takes 200 columns of a table, and no more", () => {
  const header = (columns: number) => `name${",".repeat(columns - 1)}`;
  const book = bookOf(`${header(199)},Vorname\nMüller${",".repeat(199)}Hans`);
  assert.equal(book.rows[0]?.request.name, "Hans Müller");
  for (const columns of [201, 16_001]) {
    const wide = read(`${header(columns)}\n${"x\n".repeat(1_000)}`);
    assert(!wide.ok);
    const message = `the table has ${columns} columns; at most 200 are taken`;
    assert.equal(wide.refusal.message, message);
  }
});

Deno.test("readBook() makes the request that a row means", () => {
  const book = bookOf([
    "sep=;",
    "ref;first name;surname;dob;country;type;note;",
    "C-1;Jean;Dupont;12.4.1961;fr;person;",
    ";;;;;;;",
    'C-2;;"Müller; Söhne";;DE;company;x;;',
    "C-3;Ann;Lee;1961-04-12 00:00:00;;;",
    ";Ann;Lee;1961;;;",
  ].join("\r\n"));
  assert.deepEqual(book.problems, []);
  assert.deepEqual(book.rows, [
    {
      line: 3,
      request: {
        subjectRef: "C-1",
        name: "Jean Dupont",
        dob: "1961-04-12",
        nationality: "fr",
        entityType: "INDIVIDUAL",
      },
    },
    {
      line: 5,
      request: {
        subjectRef: "C-2",
        name: "Müller; Söhne",
        nationality: "DE",
        entityType: "ORGANISATION",
      },
    },
    { line: 6, request: { subjectRef: "C-3", name: "Ann Lee", dob: "1961-04-12" } },
    { line: 7, request: { name: "Ann Lee", dob: "1961" } },
  ]);
});

Deno.test("readBook() names rows that cannot be screened, and reads the others", () => {
  const book = bookOf([
    "id,name,dob,type",
    "a,,1961,",
    "b,Ann,04/12/1961,",
    "c,Ann,2961-01-01,",
    "d,Ann,1961-02-30,",
    "e,Ann,1961,robot",
    "f g,Ann,1961,",
    "h,Ann,1961,person,more",
    'i,An"n,1961,',
    `j,${"x".repeat(600)},1961,`,
    "k,Ann,1961,",
    "k,Ben,1962,",
  ].join("\n"));
  assert.deepEqual(book.rows.map(({ request }) => request.subjectRef), ["k"]);
  assert.deepEqual(book.problems.map(({ line, column }) => [line, column]), [
    [2, "name"],
    [3, "dob"],
    [4, "dob"],
    [5, "dob"],
    [6, "entityType"],
    [7, "subjectRef"],
    [8, "row"],
    [9, "row"],
    [10, "name"],
    [12, "subjectRef"],
  ]);
  // A refusal names no customer.
  const said = JSON.stringify(book.problems);
  assert(!/Ann|Ben|robot|f g|1961/.test(said), said);
});

Deno.test("readBook() refuses what is no table of customers", async (t) => {
  const cases = [
    { why: "nothing", text: "", says: /empty/ },
    { why: "no name", text: "id,balance\n1,2", says: /no column is a name/ },
    { why: "a quote that never closes", text: '"name\nA', says: /not closed/ },
    { why: "too many", text: `name\n${"A B\n".repeat(1_001)}`, says: /more than 1000 customers/ },
  ];
  for (const { why, text, says } of cases) {
    await t.step(why, () => {
      const book = read(text);
      assert(!book.ok);
      assert.match(book.refusal.message, says);
    });
  }
});

Deno.test("readBook() reads any bytes, and no row twice", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, hasHeader) => {
      const head = new TextEncoder().encode("id;name;dob\n");
      const book = readBook(hasHeader ? Uint8Array.of(...head, ...bytes) : bytes, reading);
      if (!book.ok) return;
      const lines = [...book.value.rows, ...book.value.problems].map(({ line }) => line);
      assert.equal(new Set(lines).size, lines.length);
    }),
    { numRuns: runs(2_000) },
  );
});
