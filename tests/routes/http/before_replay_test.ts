import assert from "node:assert/strict";
import { z } from "zod";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Refusal } from "../../../routes/http/refusals.ts";
import { defineRoute } from "../../../routes/http/route.ts";
import { describe } from "../../../routes/openapi/openapi_document.ts";
import { serviceInMemory } from "../../support/service.ts";

/** The calls of guard and operation, in order. */
type Seen = unknown[];

/** A route whose repeats also need a proof; the operation refuses `spent` proofs. */
function approveRoute(seen: Seen, spent: Set<string> = new Set()) {
  return defineRoute({
    method: "post",
    path: "/test/things/{id}/approve",
    summary: "A test route",
    documentation: { operationId: "approveTest" },
    service: "credentials",
    kind: "test",
    auth: "bearer",
    idempotency: {
      owner: "client",
      beforeReplay: (
        { clock },
        { caller, params, headers, body, request },
      ): Result<undefined, Refusal<"unauthorized">> => {
        const { mode } = request;
        seen.push([caller.clientId, params.id, body.by, mode, typeof clock.now()]);
        if (headers["x-proof"] === "fault") throw new Error("the disk is on fire");
        return /^good/.test(headers["x-proof"] ?? "")
          ? ok(undefined)
          : refuse({ code: "unauthorized" });
      },
    },
    params: z.object({ id: z.uuid() }),
    headers: z.object({ "x-proof": z.string().optional() }),
    body: z.object({ by: z.string() }),
    answers: { 200: z.object({ approvedBy: z.string() }) },
    refuses: ["unauthorized", "four_eyes_violation"],
    run: (_ports, { headers, body }): Result<
      { readonly approvedBy: string },
      Refusal<"unauthorized" | "four_eyes_violation">
    > => {
      const proof = headers["x-proof"] ?? "";
      if (spent.has(proof)) return refuse({ code: "unauthorized" });
      if (body.by === "the preparing one") return refuse({ code: "four_eyes_violation" });
      spent.add(proof);
      seen.push("run");
      return ok({ approvedBy: body.by });
    },
  });
}

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const path = `/test/things/${id}/approve`;

Deno.test("a repeat shows its own proof before it is answered, and runs nothing", async () => {
  const seen: Seen = [];
  await using service = await serviceInMemory({ routes: [approveRoute(seen)] });
  const acme = service.as("acme");
  const approve = (proof: string, by = "dean") =>
    acme.post(path, { by }, {
      "idempotency-key": "k",
      ...(proof === "" ? {} : { "x-proof": proof }),
    });
  const first = await approve("good 1");
  assert.deepEqual([first.status, first.headers.get("idempotent-replayed")], [200, null]);
  for (const proof of ["", "bad"]) {
    const bare = await approve(proof);
    assert.deepEqual([bare.status, bare.body.error, bare.headers.get("idempotent-replayed")], [
      401,
      "unauthorized",
      null,
    ]);
  }
  const again = await approve("good 2");
  assert.deepEqual([again.status, again.text, again.headers.get("idempotent-replayed")], [
    200,
    first.text,
    "true",
  ]);
  // Who shows nothing learns nothing of what the key was used for.
  assert.equal((await approve("bad", "rector")).status, 401);
  assert.equal((await approve("good 3", "rector")).body.error, "idempotency_key_conflict");
  assert.equal(seen.filter((entry) => entry === "run").length, 1);
});

Deno.test("the proof comes after authentication and validation, and sees what is valid", async () => {
  const seen: Seen = [];
  await using service = await serviceInMemory({ mode: "live", routes: [approveRoute(seen)] });
  const nobody = await service.fetch(path, { method: "POST", body: '{"by":"dean"}' });
  assert.equal(nobody.status, 401);
  await nobody.body?.cancel();
  const acme = service.as("acme");
  const proof = { "x-proof": "good" };
  assert.equal((await acme.post(path, { by: 7 }, proof)).status, 400);
  assert.equal((await acme.post("/test/things/x/approve", { by: "dean" }, proof)).status, 404);
  assert.deepEqual(seen, []);
  assert.equal((await acme.post(path, { by: "dean" }, proof)).status, 200);
  assert.deepEqual(seen, [["acme", id, "dean", "live", "object"], "run"]);
});

Deno.test("a refusal of the proof reserves no key, and a fault in it is a 500", async () => {
  const seen: Seen = [];
  await using service = await serviceInMemory({ routes: [approveRoute(seen)] });
  const acme = service.as("acme");
  const key = { "idempotency-key": "k" };
  assert.equal((await acme.post(path, { by: "dean" }, key)).status, 401);
  const fault = await acme.post(path, { by: "dean" }, { ...key, "x-proof": "fault" });
  assert.deepEqual([fault.status, fault.body.error], [500, "internal_error"]);
  assert.doesNotMatch(fault.text, /fire/);
  // Another request under the same key: neither of them has used it.
  const other = await acme.post(path, { by: "rector" }, { ...key, "x-proof": "good" });
  assert.deepEqual([other.status, other.body], [200, { approvedBy: "rector" }]);
});

Deno.test("the operation's own refusals hold as well: a proof that is spent runs nothing twice", async () => {
  const seen: Seen = [];
  await using service = await serviceInMemory({
    routes: [approveRoute(seen, new Set(["good old"]))],
  });
  const acme = service.as("acme");
  const spent = await acme.post(path, { by: "dean" }, { "x-proof": "good old" });
  assert.equal(spent.status, 401);
  const same = await acme.post(path, { by: "the preparing one" }, { "x-proof": "good" });
  assert.deepEqual([same.status, same.body.error], [409, "four_eyes_violation"]);
  assert.equal(seen.includes("run"), false);
});

Deno.test("a service whose route acts outside without reserving its key does not start", async () => {
  const acting = defineRoute({
    method: "post",
    path: "/test/acts",
    summary: "A test route",
    service: "screening",
    kind: "test",
    auth: "bearer",
    idempotency: { owner: "client" },
    answers: { 200: z.object({}) },
    perform: (): Promise<never> => Promise.reject(new Error("It acts")),
  });
  await assert.rejects(serviceInMemory({ routes: [acting] }), /reserves its idempotency key/);
});

Deno.test("OpenAPI has the refusals of a proof before a replay", () => {
  const route = approveRoute([]);
  const { paths } = describe([route], { mode: "sandbox", baseUrl: "https://aval.example" }) as {
    readonly paths: Record<string, {
      readonly post: { readonly responses: Record<string, unknown>; readonly parameters: unknown };
    }>;
  };
  const { responses, parameters } = paths[route.path]?.post ?? {};
  assert.match(JSON.stringify(responses?.["401"]), /unauthorized/);
  assert.match(JSON.stringify(parameters), /"x-proof"/);
});
