/** The JSON of the documentation: each body is valid as a request or an answer of its operation. */

import assert from "node:assert/strict";
import { compactDecrypt, importJWK } from "jose";
import { ClientRecord } from "../core/access/client_schema.ts";
import { parsePolicy } from "../core/policy/policy.ts";
import { encryptText } from "../standards/jose/jwe.ts";
import { runCli } from "./support/cli.ts";
import { serviceInMemory } from "./support/service.ts";

const root = new URL("../", import.meta.url);

/** The meaning of a block. */
type Example =
  /** A body of an operation: `POST /v1/screen 200`, or `POST /v1/screen request`. */
  | {
    readonly of: string;
    /** Whether the block omits members, as it states. */
    readonly shortened?: true;
  }
  /** A value that is read by code other than a route. */
  | { readonly readBy: (value: unknown, text: string) => void }
  /** JSON that is not of this service, with the reason. */
  | { readonly noneFor: string };

/** Every block of JSON, by page and in order. A new block must be added here. */
const examples: Readonly<Record<string, readonly Example[]>> = {
  "README.md": [
    { of: "POST /v1/screen 200", shortened: true },
    { of: "POST /v1/screen/{decisionId}/review 200", shortened: true },
    { of: "POST /v1/verify/sessions/{sessionId}/responses 200" },
    { of: "POST /v1/login/token 200", shortened: true },
    { of: "GET /v1/credentials/verify/sessions/{sessionId} 200", shortened: true },
  ],
  "docs/api.md": [{ of: "GET /health 200" }],
  "docs/configuration.md": [{
    readBy: (_, text) => {
      const parsed = parsePolicy(text);
      assert(parsed.ok);
    },
  }],
  "docs/credentials.md": [
    { noneFor: "a payload of a credential, which a template's claims make" },
    { of: "POST /v1/credentials request" },
    { of: "POST /v1/credentials request" },
  ],
  "docs/guide-applicants.md": [
    { of: "POST /v1/onboarding/kyb-applications 200", shortened: true },
  ],
  "docs/operations.md": [{ readBy: (value) => void ClientRecord.parse(value) }],
  "docs/sandbox.md": [
    { of: "POST /v1/verify/sessions/{sessionId}/responses 400" },
  ],
  "docs/screening.md": [{ of: "POST /v1/screen/{decisionId}/review request" }],
  "docs/seal.md": [{ of: "POST /v1/seal 503" }],
  "docs/trust.md": [
    {
      noneFor: "verifier_info of OpenID4VP: tests/routes/verifier_info_test.ts reads such a file",
    },
  ],
  "docs/verification.md": [{ of: "POST /v1/verify/sessions request" }],
};

/** The texts of a page's JSON blocks. */
async function blocksOf(page: string): Promise<readonly string[]> {
  const text = await Deno.readTextFile(new URL(page, root));
  return [...text.matchAll(/^```jsonc?\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
}

// deno-lint-ignore no-explicit-any -- a JSON Schema is any shape until it is walked
type Schema = any;

/** The faults of a value by JSON Schema, with the keywords that `/openapi.json` uses. */
function faultsOf(
  value: unknown,
  schema: Schema,
  how: { readonly document: Schema; readonly shortened: boolean; readonly at: string },
): readonly string[] {
  const { document, shortened, at } = how;
  if (typeof schema.$ref === "string") {
    const path: string[] = schema.$ref.split("/").slice(1);
    return faultsOf(value, path.reduce((found, part) => found[part], document), how);
  }
  const options: Schema[] | undefined = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) {
    const all = options.map((option) => faultsOf(value, option, how));
    return all.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  const faults: string[] = (schema.allOf ?? []).flatMap((part: Schema) =>
    faultsOf(value, part, how)
  );
  const types: string[] = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return [...faults, `${at}: expected ${types.join(" or ")}`];
  }
  const listed: unknown[] | undefined = schema.const === undefined ? schema.enum : [schema.const];
  if (listed !== undefined && !listed.includes(value)) {
    return [...faults, `${at}: expected one of ${listed.join(", ")}`];
  }
  // A word that stands for something, or is cut off, has no form.
  if (
    typeof value === "string" && schema.pattern !== undefined && !/^[A-Z_]+$|\.\.\.$/.test(value)
  ) {
    if (!new RegExp(schema.pattern, "u").test(value)) faults.push(`${at}: another form`);
  }
  if (Array.isArray(value) && schema.items !== undefined) {
    value.forEach((each, index) =>
      faults.push(...faultsOf(each, schema.items, { ...how, at: `${at}[${index}]` }))
    );
  }
  if (isRecord(value) && schema.properties !== undefined) {
    for (const name of shortened ? [] : schema.required ?? []) {
      if (!(name in value)) faults.push(`${at}.${name} is missing`);
    }
    for (const [name, each] of Object.entries(value)) {
      const own = schema.properties[name] ??
        (isRecord(schema.additionalProperties) ? schema.additionalProperties : undefined);
      if (own === undefined) faults.push(`${at}.${name} is unknown`);
      else faults.push(...faultsOf(each, own, { ...how, at: `${at}.${name}` }));
    }
  }
  return faults;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "integer":
      return Number.isInteger(value);
    case "string":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    default:
      throw new Error(`JSON Schema has no type ${type}`);
  }
}

/** The schema of a body. */
function schemaOf(of: string, document: Schema): Schema {
  const [method = "", path = "", part = ""] = of.split(" ");
  const operation = document.paths[path]?.[method.toLowerCase()];
  assert(operation !== undefined, of);
  const { content } = part === "request" ? operation.requestBody : operation.responses[part] ?? {};
  const schema = content?.["application/json"]?.schema;
  assert(schema !== undefined, `${of} has no JSON`);
  return schema;
}

Deno.test("faultsOf() finds what an example has too much, too little or otherwise", () => {
  const schema = {
    type: "object",
    properties: {
      a: { type: "string", enum: ["x"] },
      b: { anyOf: [{ type: "null" }, { type: "integer" }] },
    },
    required: ["a", "b"],
  };
  const how = { document: {}, shortened: false, at: "$" };
  assert.deepEqual(faultsOf({ a: "x", b: null }, schema, how), []);
  assert.deepEqual(faultsOf({ a: "x" }, schema, how), ["$.b is missing"]);
  assert.deepEqual(faultsOf({ a: "x" }, schema, { ...how, shortened: true }), []);
  assert.deepEqual(faultsOf({ a: "y", b: 1, c: 1 }, schema, { ...how, shortened: true }), [
    "$.a: expected one of x",
    "$.c is unknown",
  ]);
  assert.equal(faultsOf({ a: "x", b: 1.5 }, schema, how).length, 1);
});

Deno.test("every block of JSON in the documentation is a body of the operation that it is shown for", async () => {
  await using service = await serviceInMemory();
  const document = (await service.as("sandbox").get("/openapi.json")).body;
  const pages = ["README.md"];
  for await (const { name } of Deno.readDir(new URL("docs/", root))) {
    if (name.endsWith(".md")) pages.push(`docs/${name}`);
  }
  const wrong: string[] = [];
  for (const page of pages) {
    const blocks = await blocksOf(page);
    const known = examples[page] ?? [];
    assert.equal(blocks.length, known.length, `${page}: each block of JSON is in the table above`);
    blocks.forEach((text, at) => {
      const example = known[at]!;
      if ("noneFor" in example) return;
      const value = JSON.parse(text.replaceAll(/\s\/\/ .*$/gm, ""));
      if ("readBy" in example) return example.readBy(value, text);
      const { of, shortened = false } = example;
      const schema = schemaOf(of, document);
      wrong.push(
        ...faultsOf(value, schema, {
          document,
          shortened,
          at: `${page}, block ${at + 1}, ${of}: $`,
        }),
      );
    });
  }
  assert.deepEqual(wrong, []);
});

Deno.test("the worked name of docs/matching.md is judged as its table says", async () => {
  await using service = await serviceInMemory();
  const text = await Deno.readTextFile(new URL("docs/matching.md", root));
  const [, section = ""] = /^## In short$([\s\S]*?)^## /m.exec(text) ?? [];
  const rows = [
    ...section.matchAll(/^\| ([A-Z][a-z]+ [A-Z][a-z]+) +\|(.*?)\|(.*?)\| `(\w+)` +\|/gm),
  ];
  assert.equal(rows.length, 6);
  for (const [, name, dob = "", score = "", expected] of rows) {
    const asked = { name, ...(dob.trim() === "" ? {} : { dob: dob.trim() }) };
    const { body } = await service.as("bank").post("/v1/screen", asked);
    assert.equal(body.classification, expected, JSON.stringify(asked));
    if (score.trim() !== "") {
      assert.equal(body.candidates[0].classifyResult.score, Number(score), JSON.stringify(asked));
    }
  }
});

/** The words of a command on a page; quoted text is one word. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
}

Deno.test("docs/screening.md shows what its commands print", async () => {
  const text = await Deno.readTextFile(new URL("docs/screening.md", root));
  const section = /^## Against real lists$([^]*?)^## /m.exec(text)?.[1] ?? "";
  const commands = [...section.matchAll(/^(?:AVAL_\S+ )?deno task (lists|match) (.*)$/gm)]
    // Those that fetch from publishers, and what is built of it.
    .filter(([, , rest = ""]) => !/^fetch|--from/.test(rest));
  const blocks = [...section.matchAll(/^```(\w*)\n([^]*?)^```$/gm)];
  const shown = blocks.flatMap(([, language, block]) => language === "" ? [block!] : []);
  const folder = await Deno.makeTempDir();
  const file = `${folder}/lists.bin`;
  const printed: string[] = [];
  for (const [, task, rest = ""] of commands) {
    const args = wordsOf(rest).map((word) => word === "lists.bin" ? file : word);
    const ran = await runCli(task as "lists" | "match", args, { AVAL_LISTS: file });
    assert.equal(ran.code, 0, ran.stderr);
    // What a build prints is long, and the page shows none of it.
    if (args[0] !== "build") printed.push(...`${ran.stderr}${ran.stdout}`.split("\n"));
  }
  await Deno.remove(folder, { recursive: true });
  assert.deepEqual(commands.map(([, task]) => task), ["lists", "lists", "match"]);
  // The lines that prove it, in their order.
  let at = 0;
  for (const line of shown.flatMap((block) => block.trimEnd().split("\n"))) {
    at = printed.indexOf(line, at) + 1;
    assert(at > 0, `print the blocks anew by the commands above them: ${line}`);
  }
});

Deno.test("docs/screening.md shows what screening a file prints", async () => {
  const text = await Deno.readTextFile(new URL("docs/screening.md", root));
  const section = /^## Screen a file of customers$([^]*?)^## /m.exec(text)?.[1] ?? "";
  const [, file = "", out = ""] = /^deno task screen (\S+) --out (\S+)$/m.exec(section) ?? [];
  const folder = await Deno.makeTempDir();
  const path = new URL(file, root).pathname;
  const { code, stdout, stderr } = await runCli("screen", [path, "--out", `${folder}/${out}`]);
  await Deno.remove(folder, { recursive: true });
  assert.equal(code, 0, stderr);
  const printed = `${stderr}${stdout}`.replaceAll(`${folder}/`, "");
  assert.equal(/^```text\n([^]*?)^```$/m.exec(section)?.[1], printed);
});

/** The code block of a page that contains a word. */
async function blockWith(page: string, word: string): Promise<string> {
  const text = await Deno.readTextFile(new URL(page, root));
  const blocks = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  return blocks.find((block) => block.includes(word)) ?? assert.fail(`${page}: ${word}`);
}

Deno.test("the evidence key of docs/verification.md is one that a client's record takes, and opens packs", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(
    `${folder}/evidence_key.mjs`,
    await blockWith("docs/verification.md", "generateKey"),
  );
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--allow-write=evidence.json", "evidence_key.mjs"],
    cwd: folder,
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const printed = ClientRecord.parse(JSON.parse(new TextDecoder().decode(stdout)));
  const privateJwk = JSON.parse(await Deno.readTextFile(`${folder}/evidence.json`));
  const { mode } = await Deno.stat(`${folder}/evidence.json`);
  assert.equal((mode ?? 0) & 0o077, 0, "nobody else reads the private key");
  const pack = await encryptText("pack", printed.evidenceEncryptionKey ?? assert.fail("no key"));
  const key = await importJWK(privateJwk, "ECDH-ES+A256KW");
  const { plaintext } = await compactDecrypt(pack, key);
  assert.equal(new TextDecoder().decode(plaintext), "pack");
  await Deno.remove(folder, { recursive: true });
});
