/** Books at the desk: reading a file, starting the book, its results, and hostile files. */

import assert from "node:assert/strict";
import type { DeskAnswer } from "../../../support/desk.ts";
import { CONFIRMED_NAME, POSSIBLE_NAME, UNKNOWN_ID } from "../../../support/names.ts";
import { reviewerOf, serviceWithReviewers } from "../../../support/reviewers.ts";

const HOSTILE = `"><script>alert(1)</script>`;
const BOOK = `Kundennr;Vollername;Geburtsdatum
c-1;${POSSIBLE_NAME};21.04.1961
c-2;Hannelore Bistrupgaard;
c-3;Vera Novak;31.02.1980
`;

const textOf = ({ html }: DeskAnswer) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
/** The column chosen for a member. */
const chosenFor = (html: string, member: string) =>
  new RegExp(`name="${member}"[\\s\\S]*?</select>`).exec(html)?.[0]
    .match(/<option value="(\d+)"\s+selected=""/)?.[1];

Deno.test("a file is shown as it is read, its first rows and those that cannot be screened, and is not kept", async () => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const read = await ann.postFile("/desk/books/columns", BOOK);
  assert.equal(read.status, 200, read.html);
  const text = textOf(read);
  assert.match(text, /3 customers, of whom 1 cannot be screened and are left out/);
  assert.match(text, /line 2 c-1 Viktor Sandbegov 1961-04-21/);
  assert.match(text, /line 4: dob /);
  assert.deepEqual(
    ["subjectRef", "name", "dob", "nationality"].map((member) => chosenFor(read.html, member)),
    ["0", "1", "2", undefined],
  );
  assert.ok(!read.html.includes("<textarea"));
  assert.equal(/<title>([^<]*)/.exec(read.html)?.[1], "Books · aval");
  const kept = JSON.stringify(await service.auditEvents()) + service.logLines.join("\n");
  assert.ok(!kept.includes("Sandbegov"));
});

Deno.test("columns are corrected, and a table whose header says nothing is shown to be corrected", async () => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const table = `a,b,b\n7,${POSSIBLE_NAME},x\n`;
  const unread = await ann.postFile("/desk/books/columns", table);
  assert.match(textOf(unread), /no column is a name/);
  assert.match(unread.html, /id="column-name"/);
  assert.ok(!unread.html.includes(">Start<"));
  const chosen = "columns=chosen&subjectRef=0&name=1&dob=";
  const mended = await ann.postFile(`/desk/books/columns?${chosen}`, table);
  assert.match(textOf(mended), /line 2 7 Viktor Sandbegov/);
  assert.match(mended.html, />Start</);
  for (
    const [query, message] of [
      ["columns=chosen&name=1&givenName=1", /chosen twice/],
      ["columns=chosen&name=3", /does not have/],
      ["columns=chosen&dob=1", /no column is a name/],
    ] as const
  ) {
    assert.match(textOf(await ann.postFile(`/desk/books/columns?${query}`, table)), message);
  }
  for (const query of ["name=1e2", "name=9999", "name=-1", "columns=x", "name=1&name=2"]) {
    assert.equal((await ann.postFile(`/desk/books/columns?${query}`, table)).status, 400, query);
  }
});

Deno.test("a book that is started twice is one book, at once and later, and another form's is another", async () => {
  await using service = await serviceWithReviewers();
  const [ann, gus] = [reviewerOf(service, "ann", "acme"), reviewerOf(service, "gus", "globex")];
  const startOf = async () =>
    /name="startId" value="([\w-]{43})"/.exec(
      (await ann.postFile("/desk/books/columns", BOOK)).html,
    )![1]!;
  const first = `/desk/books?startId=${await startOf()}`;
  const both = await Promise.all([0, 1].map(() => ann.postFile(first, BOOK)));
  assert.deepEqual(both.map(({ status }) => status), [303, 303]);
  const path = both[0]!.location;
  assert.equal(both[1]!.location, path);
  await service.runBatches();
  assert.equal((await ann.postFile(first, BOOK)).location, path);
  assert.notEqual((await gus.postFile(first, BOOK)).location, path);
  const again = await ann.postFile(`/desk/books?startId=${await startOf()}`, BOOK);
  assert.notEqual(again.location, path);
  const accepted = (await service.auditEvents()).filter(({ kind }) => kind === "BATCH_ACCEPTED");
  assert.equal(accepted.length, 3);
  for (const startId of ["x", "a".repeat(44), "%00"]) {
    assert.equal((await ann.postFile(`/desk/books?startId=${startId}`, BOOK)).status, 400);
  }
});

Deno.test("a book is screened as it was read, and its results are a table and a file", async () => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const table =
    `ref,who\n=1+1,${POSSIBLE_NAME}\nc-2,${CONFIRMED_NAME}\nc-3,Hannelore Bistrupgaard\n`;
  const begun = await ann.postFile("/desk/books?columns=chosen&subjectRef=0&name=1", table);
  assert.equal(begun.status, 303, begun.html);
  const path = begun.location!;
  const waiting = await ann.get(path);
  assert.match(textOf(waiting), /Waits 0 of 3 done/);
  assert.match(waiting.html, /data-poll/);
  assert.ok((await ann.get("/desk/books")).html.includes(`href="${path}"`));
  await service.runBatches();
  assert.match(textOf(await ann.get("/desk/books")), /Last books .* UTC Done 3 1 1/);
  const done = await ann.get(path);
  // A reference with a plus sign is none: its row is left out.
  assert.match(textOf(done), /Done 3 of 3 done .* 0 possible 1 confirmed 1 clear .* 1 left out/);
  assert.ok(!done.html.includes("data-poll"));
  assert.match(textOf(done), /line 3 c-2 Confirmed match .*Sandbergov/i);
  assert.ok(!textOf(done).includes("line 4"));
  assert.match(
    textOf(await ann.get(`${path}?only=all`)),
    /line 2 Left out subjectRef .* line 4 c-3/,
  );
  const [match] = /\/desk\/matches\/[0-9a-f-]+/.exec(done.html)!;
  assert.equal((await ann.get(match)).status, 200);
  const file = await ann.get(`${path}/results.csv`);
  assert.match(
    file.headers.get("content-disposition")!,
    /^attachment; filename="book-[0-9a-f-]+\.csv"$/,
  );
  assert.equal(file.html.trimEnd().split("\r\n").length, 4);
  const hits = await ann.get(`${path}/results.csv?only=hits`);
  assert.equal(hits.html.trimEnd().split("\r\n").length, 2);
  const events = await service.auditEvents();
  const accepted = events.find(({ kind }) => kind === "BATCH_ACCEPTED");
  assert.equal((accepted as { person?: string }).person, "ann");
});

Deno.test("a table that is pasted is read and begun without script", async () => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const read = await ann.post("/desk/books/columns", { table: BOOK });
  assert.match(textOf(read), /line 2 c-1 Viktor Sandbegov/);
  assert.match(read.html, /<textarea name="table" hidden=""/);
  const begun = await ann.post("/desk/books", {
    ...{ table: BOOK, columns: "chosen", subjectRef: "0", name: "1", dob: "" },
  });
  assert.equal(begun.status, 303, begun.html);
  await service.runBatches();
  assert.match(textOf(await ann.get(begun.location!)), /Done 3 of 3 done .* 1 possible/);
  const lines = `{"name":"${POSSIBLE_NAME}"}\r\n{"name":1}\r\n`;
  assert.match(
    textOf(await ann.post("/desk/books/columns", { table: lines })),
    /2 customers, of whom 1 /,
  );
});

Deno.test("a pasted table is changed from its preview, and one of a file is not offered", async () => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const table = `name\n</textarea>${HOSTILE}\n`;
  const change = async (fields: Record<string, string>) =>
    await ann.post("/desk/books/columns", { columns: "chosen", name: "0", ...fields });
  assert.match((await change({ table })).html, /name="change" value="table"/);
  const shown = await change({ table, change: "table" });
  assert.equal(shown.status, 200);
  assert.match(shown.html, /<details open="">\s*<summary>Paste a table instead/);
  assert.match(shown.html, />name\n&lt;\/textarea&gt;&quot;&gt;&lt;script&gt;[^<]*<\/textarea>/);
  assert.equal((await change({ table, change: "all" })).status, 400);
  assert.equal((await change({ table: "x".repeat(80_001), change: "table" })).status, 400);
  const file = await ann.postFile("/desk/books/columns", BOOK);
  assert.doesNotMatch(file.html, /Change\s+the\s+table/);
});

Deno.test("what has not run of a book is cancelled, under the person's id", async () => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const { location: path } = await ann.postFile("/desk/books", BOOK);
  assert.equal((await ann.post(`${path}/cancel`)).location, path);
  assert.match(textOf(await ann.get(path!)), /Cancelled 0 of 3 done/);
  const ended = (await service.auditEvents()).find(({ kind }) => kind === "BATCH_ENDED");
  assert.equal((ended as { person?: string }).person, "ann");
});

Deno.test("another client's book answers as one that does not exist, on every address", async () => {
  await using service = await serviceWithReviewers();
  const { location: path } = await reviewerOf(service, "ann", "acme").postFile("/desk/books", BOOK);
  const eve = reviewerOf(service, "eve", "globex");
  for (const one of [path!, `/desk/books/${UNKNOWN_ID}`]) {
    for (const address of [one, `${one}?only=all`, `${one}/results.csv`]) {
      assert.equal((await eve.get(address)).status, 404, address);
    }
    assert.equal((await eve.post(`${one}/cancel`)).status, 404);
  }
  assert.ok(!(await eve.get("/desk/books")).html.includes(path!));
  assert.equal((await eve.get("/desk/books/none")).status, 404);
  await service.runBatches();
  assert.match(textOf(await reviewerOf(service, "ann", "acme").get(path!)), /Done/);
});

Deno.test("a file without the session's token, or of another type, does nothing", async () => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const forged = await service.fetch("/desk/books", {
    method: "POST",
    headers: { "x-reviewer": "ann@acme", "content-type": "text/csv", "x-aval-form-token": "x" },
    body: BOOK,
  });
  assert.equal(forged.status, 400);
  await forged.body?.cancel();
  assert.equal((await ann.postFile("/desk/books", BOOK, "text/html")).status, 400);
  assert.ok(!(await ann.get("/desk/books")).html.includes("Last books"));
});

Deno.test("hostile files are refused or shown as text", async (t) => {
  await using service = await serviceWithReviewers();
  const ann = reviewerOf(service, "ann", "acme");
  const preview = (body: string | Uint8Array<ArrayBuffer>) =>
    ann.postFile("/desk/books/columns", body);
  await t.step("names and headers that are HTML", async () => {
    const quoted = `"${HOSTILE.replaceAll('"', '""')}"`;
    const read = await preview(`name,${quoted},id\n${quoted},x,c-1\n`);
    assert.equal(read.status, 200);
    assert.ok(!read.html.includes("<script>alert"));
    assert.ok(read.html.includes("&lt;script&gt;"));
    const pasted = await ann.post("/desk/books/columns", { table: `name\n</textarea>${HOSTILE}` });
    assert.ok(!pasted.html.includes("<script>alert"));
  });
  await t.step("1,000 and 10,000 columns", async () => {
    const wide = (columns: number) => preview(`name${",x".repeat(columns - 1)}\nAnna Berg\n`);
    assert.match(textOf(await wide(1_000)), /has 1000 columns; at most 200/);
    assert.match(textOf(await wide(10_000)), /more than 16384 characters/);
    assert.ok((await wide(10_000)).html.length < 20_000);
  });
  await t.step("200 columns of long names", async () => {
    const header = Array.from({ length: 199 }, (_, at) => `${at}${"\u{1f600}".repeat(30)}`);
    const read = await preview(`name,${header.join()}\nAnna Berg\n`);
    assert.match(textOf(read), /140 more columns/);
  });
  await t.step("a byte order mark, UTF-16, and a row of sep=", async () => {
    assert.match(textOf(await preview(`\ufeff${BOOK}`)), /c-1 Viktor Sandbegov/);
    const utf16 = new Uint8Array(
      [0xfeff, ...[...BOOK].map((one) => one.charCodeAt(0))].flatMap((unit) => [
        unit & 0xff,
        unit >> 8,
      ]),
    );
    assert.match(textOf(await preview(utf16)), /c-1 Viktor Sandbegov/);
    assert.match(textOf(await preview(`sep=;\n${BOOK}`)), /line 3 c-1 Viktor Sandbegov/);
  });
  await t.step("binary, and nothing", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(10_000));
    assert.match(textOf(await preview(bytes)), /expected UTF-8, or UTF-16/);
    assert.match(textOf(await preview("")), /the file is empty/);
    assert.match(textOf(await preview("name\n")), /has no item/);
    assert.match(textOf(await preview('name\n"never closed\n')), /1 customer, of whom 1/);
  });
  await t.step("50 MB", async () => {
    const long = await preview(new Uint8Array(50_000_000).fill(0x61));
    assert.equal(long.status, 413);
  });
  await t.step("a text beyond what is pasted", async () => {
    const long = await ann.post("/desk/books/columns", { table: "x".repeat(90_000) });
    assert.equal(long.status, 400);
  });
});
