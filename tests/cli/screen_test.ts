import assert from "node:assert/strict";
import { screen } from "../../cli/screen.ts";
import type { ScreenTools } from "../../cli/screen/screen_file.ts";
import { fixedClock } from "../support/clock.ts";
import { folderOf } from "../support/folder.ts";
import { listeningSandbox } from "../support/listening.ts";

const example = await Deno.readTextFile(
  new URL("../../examples/book/customers.csv", import.meta.url),
);

/** Runs the command in this process. */
async function run(args: readonly string[], tools: Partial<ScreenTools> = {}) {
  let [out, err] = ["", ""];
  const status = await screen(args, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    clock: fixedClock(),
    columns: null,
    lists: undefined,
    policy: undefined,
    live: false,
    ...tools,
  });
  return { status, out, err };
}

async function resultsIn(path: string) {
  const [header, ...results] = (await Deno.readTextFile(path)).trimEnd().split("\n");
  return { header: JSON.parse(header ?? ""), results: results.map((line) => JSON.parse(line)) };
}

Deno.test("screen finds who is listed in a file, and writes what it found", async () => {
  await using folder = await folderOf({ "book.csv": example });
  const done = await run([`${folder.path}/book.csv`]);
  assert.equal(done.status, 0, done.err);
  assert.match(done.out, /^6 customers: 3 CLEAR, 1 POSSIBLE_MATCH, 2 CONFIRMED_MATCH\n/);
  for (
    const column of ["subjectRef   Customer ID", "givenName    First name", "-            Opened"]
  ) {
    assert(done.err.includes(column), done.err);
  }
  const { header, results } = await resultsIn(`${folder.path}/book.results.ndjson`);
  assert.match(header.basis.engineVersion, /^\d/);
  assert.deepEqual(results.map(({ line, classification }) => [line, classification]), [
    [2, "CONFIRMED_MATCH"],
    [3, "CLEAR"],
    [4, "POSSIBLE_MATCH"],
    [5, "CONFIRMED_MATCH"],
    [6, "CLEAR"],
    [7, "CLEAR"],
  ]);
  assert.deepEqual(results[0].candidates.map(({ listRef }: { listRef: string }) => listRef), [
    "SBX-0001",
  ]);
  const csv = await Deno.readTextFile(`${folder.path}/book.hits.csv`);
  assert.deepEqual(csv.split("\r\n").map((row) => row.split(",")[1]), [
    ...["subjectRef", "C-1001", "C-1003", "C-1004", undefined],
  ]);
  for (const file of ["book.results.ndjson", "book.hits.csv"]) {
    const { mode } = await Deno.stat(`${folder.path}/${file}`);
    assert.equal((mode ?? 0) & 0o077, 0, "only its owner reads it");
  }
});

Deno.test("screen goes on where a run was interrupted, wherever that was", async () => {
  await using folder = await folderOf({ "book.csv": example });
  const path = `${folder.path}/book.results.ndjson`;
  await run([`${folder.path}/book.csv`]);
  const whole = await Deno.readTextFile(path);
  const hits = await Deno.readTextFile(`${folder.path}/book.hits.csv`);
  const headerEnds = whole.indexOf("\n") + 1;
  for (const cut of [headerEnds, headerEnds + 10, whole.length - 1, whole.length]) {
    await Deno.writeTextFile(path, whole.slice(0, cut));
    const done = await run([`${folder.path}/book.csv`]);
    assert.equal(done.status, 0, done.err);
    assert.equal(await Deno.readTextFile(path), whole);
    assert.equal(await Deno.readTextFile(`${folder.path}/book.hits.csv`), hits);
  }
});

Deno.test("screen mixes no two runs, and overwrites no file that is not its own", async (t) => {
  await using folder = await folderOf({ "book.csv": example });
  const file = `${folder.path}/book.csv`;
  const path = `${folder.path}/book.results.ndjson`;
  await run([file]);
  const whole = await Deno.readTextFile(path);
  await t.step("another file", async () => {
    await Deno.writeTextFile(file, `${example}C-1007,Ann,Lee,,,person,\n`);
    const done = await run([file]);
    assert.deepEqual([done.status, await Deno.readTextFile(path)], [1, whole]);
    assert.match(done.err, /results of another file.*--out/);
  });
  await t.step("other columns", async () => {
    await Deno.writeTextFile(file, example);
    const done = await run([file, "--column", "name=Last name"]);
    assert.deepEqual([done.status, await Deno.readTextFile(path)], [1, whole]);
  });
  for (const text of ["a letter\n", "{}\n", "no line", whole.slice(0, 20)]) {
    await t.step(`what begins with ${text.slice(0, 5)}`, async () => {
      await Deno.writeTextFile(path, text);
      const done = await run([file]);
      assert.deepEqual([done.status, await Deno.readTextFile(path)], [1, text]);
    });
  }
});

Deno.test("screen stops at rows that cannot be screened, unless they are to be skipped", async () => {
  const text = "id,name,dob\nC-1,Viktor Sandbergov,\nC-2,,\nC-3,Ann,3000\nC-4,...,\n";
  await using folder = await folderOf({ "book.csv": text });
  const file = `${folder.path}/book.csv`;
  const refused = await run([file]);
  assert.equal(refused.status, 1);
  assert.match(refused.err, /line 3: name: is missing\n {2}line 4: dob: lies in the future/);
  assert.match(refused.err, /2 rows cannot be screened; correct them, or pass --skip/);
  const skipped = await run([file, "--skip"]);
  assert.equal(skipped.status, 0, skipped.err);
  assert.match(skipped.out, /^2 customers: 0 CLEAR, 0 POSSIBLE_MATCH, 1 CONFIRMED_MATCH, 1 not/);
});

Deno.test("screen --check reads the file and writes nothing", async () => {
  await using folder = await folderOf({ "book.csv": example });
  const done = await run([`${folder.path}/book.csv`, "--check"]);
  assert.deepEqual([done.status, done.out], [0, ""]);
  assert.match(done.err, /6 customers/);
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["book.csv"]);
});

Deno.test("screen writes nothing that a spreadsheet computes or a terminal obeys", async () => {
  const text = `ref,name,"\u001b[31mnote"\nC-1,"=HYPERLINK(""x"") Viktor, Sandbergov",\n`;
  await using folder = await folderOf({ "book.csv": text });
  const done = await run([`${folder.path}/book.csv`]);
  assert.equal(done.status, 0, done.err);
  assert(!done.err.includes("\u001b"));
  const csv = await Deno.readTextFile(`${folder.path}/book.hits.csv`);
  assert(csv.includes(`C-1,"'=HYPERLINK(""x"") Viktor, Sandbergov",POSSIBLE_MATCH`), csv);
});

Deno.test("screen --server makes one decision a customer, however often it is interrupted", async () => {
  await using service = await listeningSandbox();
  await using folder = await folderOf({ "book.csv": example });
  const args = [`${folder.path}/book.csv`, "--server", service.baseUrl];
  const path = `${folder.path}/book.results.ndjson`;
  const done = await run(args);
  assert.equal(done.status, 0, done.err);
  const { results } = await resultsIn(path);
  const whole = await Deno.readTextFile(path);
  // The server has answered, and the answers were lost.
  await Deno.writeTextFile(path, whole.slice(0, whole.indexOf("\n") + 1));
  assert.equal((await run(args)).status, 0);
  const again = await resultsIn(path);
  assert.deepEqual(
    again.results.map(({ decisionId }) => decisionId),
    results.map(({ decisionId }) => decisionId),
  );
  const decided = (await service.auditEvents()).filter(({ kind }) => kind === "SCREENING_DECISION");
  assert.equal(decided.length, 6);
});

Deno.test("screen keeps what it has when the server goes away, and says how to go on", async () => {
  await using folder = await folderOf({ "book.csv": example, "token": "secret-token\n" });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => Response.json({ error: "invalid_token", message: "no" }, { status: 401 }),
  );
  const args = [
    ...[`${folder.path}/book.csv`, "--server", `http://127.0.0.1:${server.addr.port}`],
    ...["--token-file", `${folder.path}/token`],
  ];
  const done = await run(args);
  await server.shutdown();
  assert.equal(done.status, 1);
  assert.match(done.err, /the same command goes on where this one ended/);
  assert(!done.err.includes("secret-token"));
  const { results } = await resultsIn(`${folder.path}/book.results.ndjson`);
  assert.deepEqual(results, []);
});

Deno.test("screen exits 2 and says why when it is called wrongly", async (t) => {
  const cases = [
    { args: [], says: /takes one FILE/ },
    { args: ["a.csv", "b.csv"], says: /takes one FILE/ },
    { args: ["a.csv", "--column", "size=x"], says: /MEMBER is one of subjectRef, name/ },
    { args: ["a.csv", "--token-file", "t"], says: /goes with --server/ },
    { args: ["a.csv", "--server", "ftp://x"], says: /takes an address/ },
  ];
  for (const { args, says } of cases) {
    await t.step(args.join(" ") || "nothing", async () => {
      const { status, err } = await run(args);
      assert.equal(status, 2);
      assert.match(err, says);
    });
  }
  await t.step("no file is a failure, and live never asks the invented list", async () => {
    assert.equal((await run(["/nowhere/book.csv"])).status, 1);
    await using folder = await folderOf({ "book.csv": example });
    const live = await run([`${folder.path}/book.csv`], { live: true });
    assert.equal(live.status, 1);
    assert.match(live.err, /live needs a list snapshot/);
  });
});
