import assert from "node:assert/strict";
import { z } from "zod";
import { ok } from "../../../../base/result.ts";
import { type Access, defineRoute } from "../../../../routes/http/route.ts";
import { describe } from "../../../../routes/openapi/openapi_document.ts";
import { serviceInMemory } from "../../../support/service.ts";

const client = "credentials-api-client";
const issuer = "credentials-api-issuer";
const reviewer = "credentials-api-reviewer";

function bound(
  name: string,
  access: Access,
) {
  return defineRoute({
    method: "get",
    path: `/test/${name}`,
    summary: "A test route",
    documentation: { operationId: name },
    service: "credentials",
    kind: "test",
    auth: "bearer",
    access,
    answers: { 200: z.object({}) },
    run: () => ok({}),
  });
}
const routes = [
  bound("one", { roles: [client, issuer] }),
  bound("all", { rolesAll: [client, issuer] }),
  bound("both", { roles: [issuer, reviewer], rolesAll: [client] }),
  bound("hidden", { rolesAll: [client, issuer], hidesForbidden: true }),
];

Deno.test("roles asks for one of them, rolesAll for each, both for both", async (t) => {
  await using service = await serviceInMemory({ mode: "live", routes });
  const cases: readonly {
    readonly path: string;
    readonly allowed: readonly (readonly string[])[];
    readonly refused: readonly (readonly string[])[];
    readonly refusal?: readonly [number, string];
  }[] = [
    { path: "one", allowed: [[client], [issuer], [client, issuer]], refused: [[], [reviewer]] },
    {
      path: "all",
      allowed: [[client, issuer], [issuer, reviewer, client]],
      refused: [[], [client], [issuer], [client, reviewer]],
    },
    {
      path: "both",
      allowed: [[client, issuer], [client, reviewer]],
      refused: [[], [client], [issuer, reviewer], [reviewer]],
    },
    {
      path: "hidden",
      allowed: [[client, issuer]],
      refused: [[], [client], [issuer]],
      refusal: [404, "not_found"],
    },
  ];
  for (const { path, allowed, refused, refusal = [403, "insufficient_role"] } of cases) {
    const ask = (roles: readonly string[]) => service.as("acme", { roles }).get(`/test/${path}`);
    for (const roles of allowed) {
      await t.step(`${path} with ${roles}`, async () => {
        assert.equal((await ask(roles)).status, 200);
      });
    }
    for (const roles of refused) {
      await t.step(`${path} without: ${roles}`, async () => {
        const { status, body } = await ask(roles);
        assert.deepEqual([status, body.error], refusal);
      });
    }
  }
});

Deno.test("a sandbox deployment asks for no role", async () => {
  await using service = await serviceInMemory({ routes });
  for (const path of ["one", "all", "both"]) {
    assert.equal((await service.as("acme").get(`/test/${path}`)).status, 200);
  }
});

Deno.test("OpenAPI names the roles that will do, and the 403 of who has none", () => {
  const { paths } = describe(routes, { mode: "live", baseUrl: "https://aval.example" }) as {
    readonly paths: Record<string, {
      readonly get: { readonly security: unknown; readonly responses: Record<string, unknown> };
    }>;
  };
  const read = (name: string) => paths[`/test/${name}`]?.get;
  assert.deepEqual(read("one")?.security, [{ bearer: [client] }, { bearer: [issuer] }]);
  assert.deepEqual(read("all")?.security, [{ bearer: [client, issuer] }]);
  assert.deepEqual(read("both")?.security, [
    { bearer: [client, issuer] },
    { bearer: [client, reviewer] },
  ]);
  assert.match(JSON.stringify(read("all")?.responses["403"]), /insufficient_role/);
  assert.equal(read("hidden")?.responses["403"], undefined);
});
