import assert from "node:assert/strict";
import { approvedTemplate, BATCHES, csvBody } from "../support/credential_batches.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";

const sample = await Deno.readTextFile(
  new URL("../../fixtures/credentials/batch.csv", import.meta.url),
);

const schema = {
  type: "object",
  properties: {
    award_title: { type: "string" },
    credits: { type: "integer" },
    average: { type: ["number", "null"] },
    honours: { type: "boolean" },
    modules: { type: "array", items: { type: "string" } },
    level: { enum: ["1", "2"] },
  },
  required: ["award_title"],
  additionalProperties: false,
};

const header = "studentFullName,studentEmail,institutionStudentId";

async function submit(
  service: TestService,
  csv: unknown,
  { claimsSchema = schema as unknown } = {},
): Promise<Answer> {
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry, claimsSchema);
  return await registry.post(BATCHES, csvBody(templateId, csv));
}

Deno.test("POST batches takes the batch file of the documentation, with BOM and CRLF too", async () => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry);
  for (const csv of [sample, `\ufeff${sample.replaceAll("\n", "\r\n")}`]) {
    const created = await registry.post(BATCHES, csvBody(templateId, csv));
    assert.equal(created.status, 201, created.text);
    assert.deepEqual([created.body.itemCount, created.body.submissionMethod], [3, "CSV_UPLOAD"]);
    const { items } = (await registry.get(`${BATCHES}/${created.body.batchId}`)).body;
    const [erin, otto, mia] = items.map(({ row }: { row: unknown }) => row);
    assert.deepEqual(erin.claimValues.thesis, { title: "On Synthetic Data", language: "en" });
    assert.equal(otto.studentFullName, "Sample, Otto");
    // An empty cell is absent.
    assert.deepEqual([otto.studentDob, "thesis" in otto.claimValues], [null, false]);
    assert.equal(mia.institutionStudentId, null);
  }
});

Deno.test("POST batches reads cells by the types of the template's schema", async () => {
  await using service = await serviceInMemory();
  const csv = [
    `${header},claim.award_title,claim.credits,claim.average,claim.honours,claim.modules,claim.level`,
    'A,a@x.example,1,007,180,1.5e0,true,"[""M1"",""M2""]",1',
    "B,b@x.example,2,true,,,,,2",
  ].join("\n");
  const created = await submit(service, csv);
  assert.equal(created.status, 201, created.text);
  const { items } = (await service.as("registry").get(`${BATCHES}/${created.body.batchId}`)).body;
  assert.deepEqual(items.map(({ row }: { row: { claimValues: unknown } }) => row.claimValues), [
    {
      award_title: "007",
      credits: 180,
      average: 1.5,
      honours: true,
      modules: ["M1", "M2"],
      level: "1",
    },
    { award_title: "true", level: "2" },
  ]);
});

Deno.test("POST batches lists every bad line of a CSV at once, through quoted lines", async () => {
  await using service = await serviceInMemory();
  const csv = [
    `${header},claim.award_title,claim.credits`, // 1
    'A,a@x.example,1,"a title', // 2 and 3
    'of two lines",180',
    "B,b@x.example,2,Title,many", // 4
    "C,c@x.example,3,Title", // 5
    "", // 6
    'D,d@x.example,4,5" disk,1', // 7
    '"E",e@x.example,5,Title,1', // 8
    "F,no address,6,,1", // 9
    "A,a@x.example,1,Title,1", // 10
  ].join("\r\n");
  const refused = await submit(service, csv);
  assert.equal(refused.status, 400, refused.text);
  const listed = refused.body.rows.map((
    { line, property }: { readonly line: number; readonly property: string },
  ) => `${line} ${property}`);
  assert.deepEqual(listed, [
    // A line end is a control character.
    "2 claim.award_title",
    "4 claim.credits",
    "5 row",
    "7 row",
    "9 studentEmail",
    "9 claim.award_title",
    "10 institutionStudentId",
  ]);
  for (const text of ["many", "disk", "no address", "x.example"]) {
    assert(!refused.text.includes(text), text);
  }
});

Deno.test("POST batches takes no number that another reader would read as another one", async (t) => {
  await using service = await serviceInMemory();
  const cells = ["1e999", "9007199254740993", "-1e300", '"[""x"",{""n"":1e400}]"'];
  const claimsSchema = {
    type: "object",
    properties: { average: { type: "number" }, modules: { type: "array" } },
  };
  for (const cell of cells) {
    await t.step(cell, async () => {
      const column = cell.startsWith('"') ? "modules" : "average";
      const csv = `${header},claim.${column}\nErika Example,e@students.example,S-1,${cell}\n`;
      const refused = await submit(service, csv, { claimsSchema });
      assert.equal(refused.status, 400, refused.text);
      assert.deepEqual(refused.body.rows, [
        { line: 2, property: "claim", reason: "must contain no number above 2^53 - 1" },
      ]);
    });
  }
  const taken = `${header},claim.average\nErika Example,e@students.example,S-1,9007199254740991\n`;
  assert.equal((await submit(service, taken, { claimsSchema })).status, 201);
});

Deno.test("POST batches refuses a header that is not known, at line 1, and says nothing of its text", async (t) => {
  await using service = await serviceInMemory();
  const cases = [
    {
      why: "a claim that no schema names",
      csv: `${header},claim.secret\nA,a@x.example,1,x`,
      properties: ["column 4"],
    },
    {
      why: "a column of its own",
      csv: `${header},secret\nA,a@x.example,1,x`,
      properties: ["column 4"],
    },
    { why: "a column twice", csv: `${header},studentEmail\n`, properties: ["studentEmail"] },
    { why: "a column missing", csv: "studentEmail\nx", properties: ["studentFullName"] },
    {
      why: "semicolons",
      csv: "studentFullName;studentEmail\nA;secret",
      properties: ["column 1", "studentFullName", "studentEmail"],
    },
    { why: "a quote that is never closed", csv: `"${header}\nA`, properties: ["row"] },
  ];
  for (const { why, csv, properties } of cases) {
    await t.step(why, async () => {
      const refused = await submit(service, csv);
      assert.equal(refused.status, 400, refused.text);
      assert.deepEqual(
        refused.body.rows.map(({ line, property }: { line: number; property: string }) => [
          line,
          property,
        ]),
        properties.map((property) => [1, property]),
      );
      assert(!refused.text.includes("secret"));
    });
  }
});

Deno.test("POST batches passes over empty rows, and refuses a text of nothing else", async () => {
  await using service = await serviceInMemory({ policy: { limits: { batchRowsMax: 100 } } });
  const row = "Erika Example,e@students.example,S-1,Bachelor\n";
  const csv = (empty: string, count: number) =>
    `${header},claim.award_title\n${empty.repeat(count)}${row}${empty.repeat(2)}`;
  for (const empty of ["\n", "\r\n", ",,,\n", ',"",,\r\n']) {
    assert.equal((await submit(service, csv(empty, 90))).body.itemCount, 1, empty);
  }
  assert.equal((await submit(service, csv("\n", 100_000))).body.itemCount, 1);
  const refused = await submit(service, csv(',"",,\n', 100_000));
  assert.equal(refused.status, 400);
  assert.deepEqual(refused.body.rows, [
    { line: 102, property: "row", reason: "more than 100 rows are empty: delete them" },
  ]);
});

Deno.test("POST batches refuses a CSV without rows or of another type", async () => {
  await using service = await serviceInMemory();
  assert.equal((await submit(service, `${header}\n\n`)).status, 400);
  assert.equal((await submit(service, 7)).status, 400);
  assert.equal((await submit(service, undefined)).status, 400);
});

Deno.test("POST batches survives hostile CSV: no 500, and no batch", async () => {
  await using service = await serviceInMemory();
  const registry = service.as("registry");
  const templateId = await approvedTemplate(registry, schema);
  const hostile = [
    '"'.repeat(100_000),
    ",".repeat(100_000),
    "\n".repeat(100_000),
    `${header}\n${'"\n'.repeat(50_001)}`,
    `${header},__proto__,claim.__proto__,claim.constructor\n`,
    `${header}\n${"x\n".repeat(6_000)}`,
    `${header}\n${"A".repeat(100_000)},a@x.example,1`,
    `${header}\n=cmd|' /C calc'!A0,a@x.example,\u0000`,
  ];
  for (const csv of hostile) {
    const answer = await registry.post(BATCHES, csvBody(templateId, csv));
    assert.equal(answer.status, 400, answer.text.slice(0, 200));
  }
});
