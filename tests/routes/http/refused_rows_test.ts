import assert from "node:assert/strict";
import { z } from "zod";
import { refuse, type Result } from "../../../base/result.ts";
import type { Refusal } from "../../../routes/http/refusals.ts";
import type { RefusedRow } from "../../../routes/http/refused_rows.ts";
import { defineRoute } from "../../../routes/http/route.ts";
import { describe } from "../../../routes/openapi/openapi_document.ts";
import { serviceInMemory } from "../../support/service.ts";

/** A batch route that refuses these rows. */
function batchRoute(rows: readonly RefusedRow[], message?: string) {
  return defineRoute({
    method: "post",
    path: "/test/batches",
    summary: "A test route",
    documentation: { operationId: "createTest" },
    service: "credentials",
    kind: "test",
    auth: "bearer",
    idempotency: { owner: "client" },
    body: z.object({ csvContent: z.string() }),
    form: { refusesRows: true },
    answers: { 201: z.object({}) },
    refuses: ["bad_request"],
    run: (): Result<Record<string, never>, Refusal<"bad_request">> =>
      refuse({ code: "bad_request", rows, ...(message === undefined ? {} : { message }) }),
  });
}
const post = async (rows: readonly RefusedRow[], message?: string) => {
  await using service = await serviceInMemory({ routes: [batchRoute(rows, message)] });
  const { status, body } = await service.as("acme").post("/test/batches", { csvContent: "a" });
  return { status, body };
};

Deno.test("a refusal lists every bad row, says how many, and nothing else of them", async () => {
  const rows = [
    { line: 2, property: "studentEmail", reason: "expected email", value: "secret@example.org" },
    { line: 2, property: "claim.credits", reason: "it is required" },
    { index: 0, property: "studentDob", reason: "expected date" },
  ];
  const { status, body } = await post(rows);
  assert.deepEqual([status, body], [400, {
    error: "bad_request",
    message: "2 rows are not valid; `rows` lists what is wrong with each",
    rows: [
      { line: 2, property: "studentEmail", reason: "expected email" },
      { line: 2, property: "claim.credits", reason: "it is required" },
      { index: 0, property: "studentDob", reason: "expected date" },
    ],
  }]);
  assert.equal((await post(rows, "Nothing was stored")).body.message, "Nothing was stored");
});

Deno.test("a refusal lists 5,000 faults at most, and says of how many", async () => {
  const faults = (count: number) =>
    Array.from(
      { length: count },
      (_, n) => ({ line: n + 2, property: "studentEmail", reason: "x" }),
    );
  const all = await post(faults(5_000));
  assert.equal(all.body.rows.length, 5_000);
  assert.equal(all.body.message, "5000 rows are not valid; `rows` lists what is wrong with each");
  const more = await post(faults(5_003));
  assert.deepEqual([more.body.rows.length, more.body.rows.at(-1).line], [5_000, 5_001]);
  assert.match(more.body.message, /^5003 rows are not valid; .* first 5000 of 5003 faults$/);
  const one = await post(faults(1));
  assert.match(one.body.message, /^1 row is not valid/);
});

Deno.test("a refusal that lists rows is kept for no replay", async () => {
  const rows: RefusedRow[] = [{ line: 2, property: "studentEmail", reason: "expected email" }];
  await using service = await serviceInMemory({ routes: [batchRoute(rows)] });
  const acme = service.as("acme");
  const send = () => acme.post("/test/batches", { csvContent: "a" }, { "idempotency-key": "k" });
  assert.equal((await send()).body.rows.length, 1);
  rows.push({ line: 3, property: "studentEmail", reason: "expected email" });
  const again = await send();
  assert.deepEqual([again.body.rows.length, again.headers.get("idempotent-replayed")], [2, null]);
});

Deno.test("only a route that says so lists rows", async () => {
  const { form: _, ...silent } = batchRoute([{ line: 2, property: "p", reason: "r" }]);
  await using service = await serviceInMemory({ routes: [silent] });
  const { status, text } = await service.as("acme").post("/test/batches", { csvContent: "a" });
  assert.equal(status, 500);
  assert.doesNotMatch(text, /"line"/);
});

Deno.test("rows without a bad_request in the normal form stop the start", async () => {
  const { refuses: _, ...without } = batchRoute([]);
  const oauth = { ...batchRoute([]), form: { errors: "page", refusesRows: true } } as const;
  for (const route of [without, oauth]) {
    await assert.rejects(serviceInMemory({ routes: [route] }), /rows are listed by a bad_request/);
  }
});

Deno.test("OpenAPI has the rows in that operation's 400, and in no other", () => {
  const { form: _, ...route } = batchRoute([]);
  const other = { ...route, path: "/test/x", documentation: { operationId: "x" } };
  const { paths, components } = describe([batchRoute([]), other], {
    mode: "live",
    baseUrl: "https://aval.example",
  }) as {
    readonly paths: Record<string, {
      readonly post: {
        readonly responses: Record<string, {
          readonly content: Record<string, { readonly schema: unknown; readonly examples: object }>;
        }>;
      };
    }>;
    readonly components: { readonly schemas: Record<string, { readonly properties: object }> };
  };
  const bad = (path: string) =>
    paths[path]?.post.responses["400"]?.content["application/json"]?.schema;
  assert.deepEqual(bad("/test/batches"), { $ref: "#/components/schemas/RowsError" });
  assert.deepEqual(bad("/test/x"), { $ref: "#/components/schemas/Error" });
  assert.deepEqual(Object.keys(components.schemas["RowsError"]?.properties ?? {}), [
    "error",
    "message",
    "rows",
  ]);
  assert.deepEqual(Object.keys(components.schemas["RefusedRow"]?.properties ?? {}), [
    "line",
    "index",
    "property",
    "reason",
  ]);
});
