import assert from "node:assert/strict";
import { registers } from "../../cli/registers.ts";
import { folderOf } from "../support/folder.ts";

const fixtures = new URL("../../fixtures/kyb/", import.meta.url).pathname;

/** Runs a command in this process. */
async function run(args: readonly string[], input = "") {
  let [out, err] = ["", ""];
  const code = await registers(args, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    input: new Blob([input]).stream(),
  });
  return { code, out, err };
}

interface Vector {
  readonly country: string;
  readonly scheme: string;
  readonly number: string;
  readonly checksumValid: boolean;
}

Deno.test("registers check answers JSON lines one by one, in order", async () => {
  const vectors: readonly Vector[] = JSON.parse(
    await Deno.readTextFile(`${fixtures}regnum-vectors.json`),
  );
  const asked = vectors.map(({ country, scheme, number }) => ({ country, scheme, number }));
  const lines = (values: readonly unknown[]) =>
    values.map((value) => `${JSON.stringify(value)}\n`).join("");
  const { code, out } = await run(["check"], lines(asked));
  assert.equal(code, 0);
  const expected = vectors.map(({ country, scheme, number, checksumValid }) => ({
    country,
    scheme,
    number,
    checksumValid,
  }));
  assert.equal(out, lines(expected));
});

Deno.test("registers check says null where no rule is known, and echoes what it was given", async () => {
  const asked = [
    { country: "PL", scheme: "KRS", number: "0000028860" },
    { country: "NZ", scheme: null, number: "106 249 852" },
    { country: "SE", number: 5565431193 },
  ];
  const { out } = await run(["check"], asked.map((line) => JSON.stringify(line)).join("\n"));
  assert.deepEqual(out.trim().split("\n").map((line) => JSON.parse(line)), [
    { country: "PL", scheme: "KRS", number: "0000028860", checksumValid: null },
    { country: "NZ", scheme: null, number: "106 249 852", checksumValid: null },
    { country: "SE", scheme: null, number: 5565431193, checksumValid: true },
  ]);
});

Deno.test("registers check stops at a line that is not as it should be, and names it", async () => {
  const { code, out, err } = await run(["check"], `{"country":"EE","number":"1"}\nnonsense\n`);
  assert.equal(code, 1);
  assert.equal(out.split("\n").length, 2);
  assert.match(err, /^registers: standard input: line 2: /);
});

Deno.test("registers check prints what the rules find about one number", async () => {
  const { code, out } = await run(["check", "EE", "96365807", "--scheme", "registrikood"]);
  assert.equal(code, 0);
  assert.match(out, /^form +right$/m);
  assert.match(out, /^check digits +wrong$/m);
  const json = await run(["check", "gb", "1403668", "--json"]);
  assert.deepEqual(JSON.parse(json.out), {
    country: "GB",
    scheme: "CRN",
    normalized: "01403668",
    formatValid: true,
    checksumValid: null,
    notes: ["leading_zeros_restored"],
  });
});

Deno.test("registers build, inspect and find go from published files to a record", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const out = `${folder}/registers.bin`;
  const built = await run(["build", fixtures, "--out", out]);
  assert.equal(built.code, 0, built.err);
  assert.match(built.err, /regnum-vectors\.json: .*left out/);
  const { records, registerNumbers } = JSON.parse((await run(["inspect", out, "--json"])).out);
  assert.deepEqual([records, registerNumbers], [24, 20]);
  assert.match((await run(["inspect", out])).out, /^records +24$/m);
  const byNumber = await run(["find", out, "GB", "3004112"]);
  assert.equal(JSON.parse(byNumber.out).legalName, "GALAPAGOS CONSERVATION TRUST");
  assert.equal((await run(["find", out, "1595D0QCK7Y15293JK84"])).out, byNumber.out);
  assert.deepEqual(await run(["find", out, "GB", "99999999"]), { code: 0, out: "", err: "" });
});

Deno.test("registers build leaves the snapshot as it was when a file is refused", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const [cut, out] = [`${folder}/cut.json`, `${folder}/registers.bin`];
  await Deno.writeTextFile(cut, `[{"LEI": "001GPB6A9XPE8XJICC14"`);
  await Deno.writeTextFile(out, "before");
  const { code, err } = await run(["build", cut, "--out", out]);
  assert.equal(code, 1);
  assert.match(err, /cut\.json: The file ends within its JSON/);
  assert.equal(await Deno.readTextFile(out), "before");
  assert.equal((await run(["inspect", out])).code, 1);
});

Deno.test("registers refuses a call that makes no sense", async () => {
  for (
    const args of [
      [],
      ["nonsense"],
      ["check", "EE"],
      ["check", "--scheme", "CVR"],
      ["build", "--out", "x"],
      ["build", "x"],
      ["inspect"],
      ["find", "x"],
    ]
  ) {
    assert.equal((await run(args)).code, 2, args.join(" "));
  }
});
