import assert from "node:assert/strict";
import fc from "fast-check";
import { INSTITUTION } from "../support/credential_batches.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { templateRequest, templatesPath } from "../support/templates.ts";
import { runs } from "../support/runs.ts";

async function create(service: TestService, changes: Readonly<Record<string, unknown>>) {
  return await service.as("acme").post(templatesPath, templateRequest(INSTITUTION, changes));
}

Deno.test("a refused schema or frame is a 400 that names the keyword's place", async () => {
  await using service = await serviceInMemory();
  const refused: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
    [
      { claimsSchema: { type: "object", properties: { a: { patern: "x" } } } },
      /claimsSchema.*\/properties\/a\/patern/,
    ],
    [
      { claimsSchema: { type: "object", properties: { a: { pattern: "(?=a)" } } } },
      /\/properties\/a\/pattern/,
    ],
    [
      { claimsSchema: { type: "object", properties: { a: { $ref: "https://x.example" } } } },
      /\/properties\/a\/\$ref/,
    ],
    [{ claimsSchema: { type: "object", properties: { iss: {} } } }, /\/properties\/iss/],
    [{ claimsSchema: true }, /claimsSchema.*\/type/],
    [{ claimsSchema: null }, /claimsSchema/],
    [{ claimsSchema: undefined }, /claimsSchema/],
    [{ sdJwtDisclosureFrame: { _sd: ["status"] } }, /sdJwtDisclosureFrame.*\/_sd\/0/],
    [{ sdJwtDisclosureFrame: { _sd: ["family_nam"] } }, /sdJwtDisclosureFrame.*\/_sd\/0/],
    [{ sdJwtDisclosureFrame: [] }, /sdJwtDisclosureFrame/],
    [{ sdJwtDisclosureFrame: undefined }, /sdJwtDisclosureFrame/],
    [{ credentialType: "DIPLOMA" }, /credentialType/],
  ];
  for (const [changes, message] of refused) {
    const { status, body } = await create(service, changes);
    assert.deepEqual([status, body.error], [400, "bad_request"], JSON.stringify(changes));
    assert.match(body.message, message);
  }
  assert.deepEqual((await service.as("acme").get(templatesPath)).body.templates, []);
});

Deno.test("a schema over its size is a 400, a body over its own a 413", async () => {
  await using service = await serviceInMemory();
  const described = (characters: number) => ({
    claimsSchema: { type: "object", description: "x".repeat(characters) },
  });
  assert.equal(
    (await create(service, { ...described(32_000), sdJwtDisclosureFrame: {} })).status,
    201,
  );
  assert.equal((await create(service, described(33_000))).status, 400);
  assert.equal((await create(service, described(300_000))).status, 413);
});

Deno.test("nesting without end is refused", async () => {
  await using service = await serviceInMemory();
  const deep = (levels: number, before: string, after: string) =>
    before.repeat(levels) + "{}" + after.repeat(levels);
  for (const member of ["claimsSchema", "sdJwtDisclosureFrame"]) {
    for (const [before, after] of [['{"not":', "}"], ["[", "]"], ['{"a":', "}"]] as const) {
      const levels = 20_000;
      const text = JSON.stringify(templateRequest(INSTITUTION, { [member]: 0 }))
        .replace(
          `"${member}":0`,
          `"${member}":${deep(levels, before, after).replace("[{}]", "[0]")}`,
        );
      const answer = await service.fetch(templatesPath, {
        method: "POST",
        headers: { "content-type": "application/json", "x-aval-sandbox-client": "acme" },
        body: text,
      });
      assert([400, 413].includes(answer.status), `${member} ${before}: ${answer.status}`);
      await answer.body?.cancel();
    }
  }
});

Deno.test("arbitrary schemas and frames answer 201 or 400, and nothing faults", async () => {
  await using service = await serviceInMemory();
  const keyword = fc.constantFrom(
    ...["type", "properties", "items", "$ref", "anyOf", "pattern", "enum", "required", "not"],
    ...[
      "unevaluatedProperties",
      "patternProperties",
      "format",
      "$defs",
      "__proto__",
      "constructor",
    ],
  );
  const value = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(
        "object",
        "#",
        "#/properties/a",
        "(a+)+$",
        "date",
        "",
        "\ud800",
        1,
        -1,
        1e308,
        true,
        null,
      ),
      fc.array(tie("json"), { maxLength: 3 }),
      fc.dictionary(
        fc.oneof(keyword, fc.constantFrom("_sd", "_sd_decoy", "a", "iss")),
        tie("json"),
        {
          maxKeys: 4,
          noNullPrototype: true,
        },
      ),
    ),
  })).json;
  const schema = value.map((inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? { ...inner, type: "object" }
      : inner
  );
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(schema, fc.jsonValue()), value, async (claimsSchema, frame) => {
      const taken = { type: "object", properties: { a: { properties: { a: true } } } };
      for (
        const changes of [{ claimsSchema, sdJwtDisclosureFrame: {} }, {
          claimsSchema: taken,
          sdJwtDisclosureFrame: frame,
        }]
      ) {
        const { status, text } = await create(service, changes);
        statuses.add(status);
        assert([201, 400].includes(status), `${status} ${text} ${JSON.stringify(changes)}`);
      }
    }),
    // Chance alone may make none that is taken.
    { numRuns: runs(300), examples: [[{ type: "object" }, {}], ["#", {}]] },
  );
  assert.deepEqual([...statuses].toSorted(), [201, 400]);
  const listed = await service.as("acme").get(`${templatesPath}?limit=100`);
  assert.equal(listed.status, 200, "what was taken reads back");
  assert.deepEqual(service.logLines.filter((line) => line.includes('"fault"')), []);
});
