import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { match } from "../../cli/match.ts";
import { runCli } from "../support/cli.ts";
import { liveSnapshotFile } from "../support/lists.ts";
import { serviceInMemory } from "../support/service.ts";

/** Runs the command in this process, with standard input of its own. */
async function runHere(
  args: readonly string[],
  input: readonly Uint8Array[],
  more: { readonly policy?: string } = {},
) {
  const written = { stdout: "", stderr: "" };
  const code = await match(args, {
    out: (text) => void (written.stdout += text),
    err: (text) => void (written.stderr += text),
    clock: { now: () => Temporal.Instant.from("2026-06-01T00:00:00Z") },
    input: ReadableStream.from(input),
    lists: undefined,
    policy: undefined,
    live: false,
    ...more,
  });
  return { code, ...written };
}

const pairs = (text: string) => runHere(["pairs", "-"], [new TextEncoder().encode(text)]);

const line = (id: string, more: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({
    id,
    schema: "Person",
    left: "Ivor Kolvastine",
    right: "Ivor Kolvastine",
    ...more,
  });

Deno.test("match --help prints on standard output, and exits 0", async () => {
  const { code, stdout, stderr } = await runCli("match", ["--help"]);
  assert.deepEqual([code, stderr], [0, ""]);
  for (const word of ["query", "pairs", "--dob", "--nationality", "--json", "AVAL_LISTS"]) {
    assert(stdout.includes(word), word);
  }
});

Deno.test("match exits 2 and says why when it is called wrongly", async (t) => {
  const cases: readonly { why: string; args: readonly string[]; says: RegExp }[] = [
    { why: "no command", args: [], says: /query or pairs/ },
    { why: "another command", args: ["find"], says: /Unknown command "find"/ },
    { why: "no name", args: ["query"], says: /takes a NAME/ },
    { why: "a blank name", args: ["query", " "], says: /takes a NAME/ },
    { why: "a name without quotes", args: ["query", "A", "B"], says: /between quotes/ },
    { why: "no letter in the name", args: ["query", "?!"], says: /no letter or digit/ },
    { why: "a name that is too long", args: ["query", "A".repeat(501)], says: /NAME: / },
    { why: "no such day", args: ["query", "A B", "--dob", "1969-02-30"], says: /--dob: / },
    { why: "a day to come", args: ["query", "A B", "--dob", "2999"], says: /in the future/ },
    { why: "another form of date", args: ["query", "A B", "--dob", "16.7.1969"], says: /--dob: / },
    { why: "two dates", args: ["query", "A", "--dob=1969", "--dob=1970"], says: /given once/ },
    { why: "an unknown option", args: ["query", "A B", "--born", "1969"], says: /--born/ },
    { why: "no such entry", args: ["query", "A B", "--why-not", "none"], says: /no entry/ },
    { why: "an account as JSON", args: ["query", "A B", "--why-not=1", "--json"], says: /people/ },
    { why: "no file", args: ["pairs"], says: /one FILE/ },
    { why: "two files", args: ["pairs", "a", "b"], says: /one FILE/ },
  ];
  for (const { why, args, says } of cases) {
    await t.step(why, async () => {
      const { code, stdout, stderr } = await runHere(args, []);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, says);
      assert(stderr.endsWith("See match --help.\n"));
    });
  }
});

Deno.test("match query says what POST /v1/screen says of the same", async (t) => {
  await using service = await serviceInMemory();
  const cases = [
    { why: "confirmed", name: "Viktor Sandbergov", dob: "1961-04-12", nationality: "RU" },
    { why: "another birth", name: "Viktor Sandbergov", dob: "1990-01-01", nationality: "RU" },
    { why: "a slip", name: "Ivor Kolvastin" },
    { why: "a stranger", name: "Zebulon Quickwater" },
    { why: "a politically exposed person", name: "Amelie Rochardine", dob: "1964" },
    { why: "an unknown country", name: "Ivor Kolvastine", nationality: "Narnia" },
  ];
  for (const { why, ...request } of cases) {
    await t.step(why, async () => {
      const { status, body } = await service.as("acme").post("/v1/screen", request);
      assert.equal(status, 200);
      const { name, dob, nationality } = request;
      const args = [
        ...["query", name, "--json"],
        ...(dob === undefined ? [] : ["--dob", dob]),
        ...(nationality === undefined ? [] : ["--nationality", nationality]),
      ];
      const { code, stdout } = await runHere(args, []);
      assert.equal(code, 0);
      const answer = JSON.parse(stdout);
      assert.deepEqual(
        [answer.classification, answer.candidates],
        [body.classification, body.candidates],
      );
      for (const [member, value] of Object.entries(answer.meta)) {
        assert.deepEqual(value, body.meta[member], member);
      }
    });
  }
});

Deno.test("match query shows why, and on standard error which list answers", async () => {
  const { code, stdout, stderr } = await runCli("match", [
    ...["query", "Sandbergov Viktor", "--dob", "1961-04-12", "--nationality", "Russia"],
  ]);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /AVAL_LISTS is unset: the synthetic list/);
  const words = [
    ...["CONFIRMED_MATCH", "sandbox-sdn SBX-0001", "Viktor Sandbergov", "primary", "exact"],
    ...["viktor=1", "sandbergov=0", "same day (1.00)", "agrees (1.00)", "listed 1961-04-12"],
  ];
  for (const word of words) assert(stdout.includes(word), word);
});

Deno.test("match query adds the score of a possible match up, word by word", async () => {
  const name = "Mr Wiktor Q Zandbergov";
  const { stdout } = await runHere(["query", name, "--dob", "1961-12-04", "--nationality=FR"], []);
  const words = [
    ...["listed name: primary, Latn", "viktor~1 (another spelling)", "sandbergov~3 (edited 1)"],
    ...["not on the list: 0 (title)", "2 (initial)", "-6.00 nationality = "],
    ...["day and month swapped", "listed 1961-04-12", "differs (0.00), listed RU"],
    ...["not confirmed: the name is not exact"],
  ];
  for (const word of words) assert(stdout.includes(word), `${word}\n${stdout}`);
  const score = /^ *score: (.*) = ([\d.]+)$/m.exec(stdout);
  const parts = score?.[1]?.match(/[+-][\d.]+/g)?.map(Number) ?? [];
  assert.equal(parts.reduce((sum, part) => sum + part, 0).toFixed(2), score?.[2]);
  for (const word of ["Wiktor", "Zandbergov", "1961-12-04"]) assert(!stdout.includes(word), word);
});

Deno.test("match query --why-not tells of an entry why it is a candidate or none", async (t) => {
  const cases = [
    { name: "Viktor Sandbergov", says: /a candidate: 1 of 1, CONFIRMED_MATCH/ },
    { name: "Zebulon Quickwater", says: /not compared: too little of its names/ },
    { name: "Ottokar Sandbergov Quickwater", says: /no candidate: its score [\d.]+ is under \d+/ },
  ];
  for (const { name, says } of cases) {
    await t.step(name, async () => {
      const { code, stdout } = await runHere(["query", name, "--why-not", "SBX-0001"], []);
      assert.equal(code, 0);
      assert.match(stdout, says);
      assert.match(stdout, /^ *tokens: /m);
      assert(!stdout.includes("Quickwater"));
    });
  }
});

Deno.test("match query takes a date of birth without zeros, as the route does", async () => {
  const { code, stdout } = await runHere(["query", "Viktor Sandbergov", "--dob", "1961-4-12"], []);
  assert.equal(code, 0);
  assert.match(stdout, /CONFIRMED_MATCH/);
});

Deno.test("match query has the gates that AVAL_POLICY moves, and their hash", async () => {
  const policy = await Deno.makeTempFile();
  const ask = async (more: { readonly policy?: string }) => {
    const { stdout } = await runHere(["query", "Wiktor Zandbergov", "--json"], [], more);
    return JSON.parse(stdout);
  };
  const before = await ask({});
  try {
    await Deno.writeTextFile(policy, JSON.stringify({ screening: { possibleAtPoints: 80 } }));
    const { score } = before.candidates[0].classifyResult;
    const after = await ask({ policy });
    assert.equal(after.candidates.length, score < 80 ? 0 : before.candidates.length);
    assert.notEqual(after.meta.gatesHash, before.meta.gatesHash);
    assert.equal(after.meta.ensembleWeightsHash, before.meta.ensembleWeightsHash);
    await Deno.writeTextFile(policy, JSON.stringify({ screening: { possibleAtPoints: 90 } }));
    const { code, stderr } = await runHere(["query", "A B"], [], { policy });
    assert.deepEqual([code, /screening\.possibleAtPoints/.test(stderr)], [1, true]);
  } finally {
    await Deno.remove(policy);
  }
});

Deno.test("match query says what of a name it could not compare as one", async () => {
  const unread = await runHere(["query", "བསྟན་འཛིན་"], []);
  assert.match(unread.stdout, /POSSIBLE_MATCH.*\nnot compared.*: Tibt/);
  const text = await runHere(["query", `${"zuppolo ".repeat(40)}Viktor Sandbergov`], []);
  assert.match(text.stdout, /read as a text: 10 words beyond/);
  assert.match(text.stdout, /compared with those words of the field/);
});

Deno.test("match query screens against the snapshot that AVAL_LISTS names and pins", async (t) => {
  const file = await liveSnapshotFile();
  const id = new Uint8Array(await crypto.subtle.digest("SHA-256", await Deno.readFile(file)))
    .toHex();
  const args = ["query", "Viktor Sandbergov", "--json"];
  await t.step("pinned", async () => {
    const { code, stdout, stderr } = await runCli("match", args, {
      AVAL_LISTS: `${file}#sha256=${id}`,
    });
    assert.equal(code, 0, stderr);
    assert(stderr.includes(`ofac-sdn as of 2026-03-01`) && stderr.includes(id), stderr);
    assert.deepEqual(JSON.parse(stdout).meta.listSnapshotIds, [id]);
    assert.equal(JSON.parse(stdout).classification, "CLEAR");
  });
  const wrong = [
    { why: "another pin", lists: `${file}#sha256=${"0".repeat(64)}`, says: /its sha256 pins/ },
    { why: "no pin", lists: `${file}#sha256=12`, says: /64 hex digits/ },
    { why: "no such file", lists: `${file}.none`, says: /no such file/ },
    { why: "no snapshot", lists: new URL(import.meta.url).pathname, says: /not a list snapshot/ },
  ];
  for (const { why, lists, says } of wrong) {
    await t.step(why, async () => {
      const { code, stdout, stderr } = await runCli("match", args, { AVAL_LISTS: lists });
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, says);
      assert(!stderr.includes("    at "), "no stack");
    });
  }
});

Deno.test("match query never asks an invented list where AVAL_MODE says live", async () => {
  const { code, stdout, stderr } = await runCli("match", ["query", "Viktor Sandbergov"], {
    AVAL_MODE: "live",
  });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /AVAL_LISTS: live needs/);
});

Deno.test("match pairs scores a file line by line, in order", async () => {
  const file = await Deno.makeTempFile();
  try {
    const lines = [line("same"), "", line("other", { right: "Lucan Terravosa" }), line("again")];
    await Deno.writeTextFile(file, `\ufeff${lines.join("\r\n")}`);
    const { code, stdout, stderr } = await runCli("match", ["pairs", file]);
    assert.deepEqual([code, stderr], [0, ""]);
    const scored = stdout.trimEnd().split("\n").map((one) => JSON.parse(one));
    assert.deepEqual(scored.map(({ id }) => id), ["same", "other", "again"]);
    const [same, other, again] = scored.map(({ score }) => score);
    assert.deepEqual([same, again], [100, 100]);
    assert(other >= 0 && other < 50);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("match pairs answers every line of a long input, however it is cut", async () => {
  const ids = Array.from({ length: 2_500 }, (_, index) => `id-${index}`);
  const bytes = new TextEncoder().encode(ids.map((id) => `${line(id)}\n`).join(""));
  const chunks = Array.from(
    { length: Math.ceil(bytes.length / 777) },
    (_, index) => bytes.slice(index * 777, (index + 1) * 777),
  );
  const { code, stdout } = await runHere(["pairs", "-"], chunks);
  assert.equal(code, 0);
  assert.deepEqual(stdout.trimEnd().split("\n").map((one) => JSON.parse(one).id), ids);
});

Deno.test("match pairs says nothing of nothing", async () => {
  assert.deepEqual(await pairs(""), { code: 0, stdout: "", stderr: "" });
});

Deno.test("match pairs exits 1 and names the line that it cannot read", async (t) => {
  const cases = [
    { why: "no JSON", input: `${line("1")}\nIvor Kolvastine\n`, says: /line 2: no JSON object/ },
    { why: "no right", input: `\n\n${line("1", { right: 7 })}`, says: /line 3: "right": / },
    { why: "another schema", input: line("1", { schema: "Cat" }), says: /line 1: "schema": / },
    { why: "endless", input: line("1", { left: "A".repeat(70_000) }), says: /line 1: more than/ },
  ];
  for (const { why, input, says } of cases) {
    await t.step(why, async () => {
      const { code, stderr } = await pairs(input);
      assert.equal(code, 1);
      assert.match(stderr, says);
      assert(!stderr.includes("Kolvastine"), "names stay out of messages");
    });
  }
  await t.step("not UTF-8", async () => {
    const { code, stderr } = await runHere(["pairs", "-"], [new Uint8Array([0x22, 0xff, 0x22])]);
    assert.equal(code, 1);
    assert.match(stderr, /line 1: not UTF-8/);
  });
  await t.step("no such file", async () => {
    const { code, stdout, stderr } = await runCli("match", ["pairs", "no-such-file"]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^match: no-such-file: /);
  });
});
