import assert from "node:assert/strict";
import { Role } from "../../core/access/schema.ts";
import {
  askRoute,
  type BearerRoute,
  bearerRoutesOf,
  forbiddenBy,
} from "../support/bearer_routes.ts";
import { putRecord } from "../support/clients.ts";
import { serviceInMemory } from "../support/service.ts";

/** Whether a token with these roles may call. */
type Rule = (has: (role: Role) => boolean) => boolean;

const anyRole: Rule = () => true;
const oneOf = (...roles: readonly Role[]): Rule => (has) => roles.some(has);
const each = (...roles: readonly Role[]): Rule => (has) => roles.every(has);

const client = "credentials-api-client";
const issuer = "credentials-api-issuer";
const reviewer = "credentials-api-reviewer";
const verifier = "credentials-api-verifier";
const kybReviewer = "kyb-reviewer";

/**
 * Roles that operations of academic credentials and of staff need (decisions.md part 4); other
 * operations need none. A row for an unknown operation has no effect; an operation without a row
 * fails.
 */
const rules: Readonly<Record<string, Rule>> = {
  "GET /v1/credentials/issue/templates": oneOf(client, issuer),
  "POST /v1/credentials/issue/templates": oneOf(client, issuer),
  "POST /v1/credentials/issue/templates/{}/submit": oneOf(client, issuer),
  "POST /v1/credentials/issue/templates/{}/review": oneOf(reviewer),
  "POST /v1/credentials/issue/batches": each(client, issuer),
  "GET /v1/credentials/issue/batches/{}": oneOf(client, issuer),
  "POST /v1/credentials/issue/batches/{}/approve": oneOf(issuer),
  "POST /v1/credentials/issue/batches/{}/items/{}/recheck": oneOf(issuer),
  "POST /v1/credentials/issue/batches/{}/items/{}/offer": oneOf(issuer),
  "POST /v1/credentials/issue/batches/{}/items/{}/revoke": oneOf(issuer),
  "GET /v1/credentials/verify/sessions": oneOf(verifier),
  "POST /v1/credentials/verify/sessions": oneOf(verifier),
  "GET /v1/credentials/verify/sessions/{}": oneOf(verifier),
  "POST /v1/kyb-applications/{}/review-drafts": oneOf(kybReviewer),
  "GET /v1/kyb-applications/{}/review-drafts/latest": oneOf(kybReviewer),
};

/** Paths of operations that need roles. */
const bound = /^\/v1\/(?:credentials|kyb-applications)\//;

function ruleOf({ method, template }: BearerRoute): Rule {
  const operation = `${method} ${template}`;
  if (!bound.test(template)) return anyRole;
  return rules[operation] ?? assert.fail(`${operation} has no row`);
}

/** Every set of roles that a token can have. */
const tokens: readonly (readonly Role[])[] = Role.options.reduce<readonly (readonly Role[])[]>(
  (sets, role) => [...sets, ...sets.map((set) => [...set, role])],
  [[]],
);

Deno.test("every operation is 403 to exactly the tokens that lack its roles, in live", async (t) => {
  await using service = await serviceInMemory({ mode: "live" });
  await putRecord(service, "acme", { monitoring: true });
  for (const route of await bearerRoutesOf(service)) {
    const { method, template } = route;
    const rule = ruleOf(route);
    await t.step(`${method} ${template}`, async () => {
      for (const roles of tokens) {
        const caller = service.as("acme", { roles });
        const { status, body } = await askRoute(caller, route, {});
        const named = roles.join(" and ") || "no role";
        if (rule((role) => roles.includes(role))) {
          assert(status !== 401 && status !== 403, `${named}: ${status}`);
        } else {
          const refused = forbiddenBy(route, "insufficient_role");
          assert.deepEqual([status, body.error], refused, named);
        }
      }
    });
  }
});

Deno.test("the description names exactly the roles that will do", async (t) => {
  await using service = await serviceInMemory({ mode: "live" });
  for (const route of await bearerRoutesOf(service)) {
    const rule = ruleOf(route);
    await t.step(`${route.method} ${route.template}`, () => {
      for (const roles of tokens) {
        const isDescribed = route.roleSets.some((set) =>
          set.every((role) => roles.some((own) => own === role))
        );
        assert.equal(isDescribed, rule((role) => roles.includes(role)), `${roles}`);
      }
    });
  }
});

Deno.test("a role outside of the table opens nothing, and an agent key no role-bound act", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  const other = service.as("acme", {
    roles: ["credentials-api", "CREDENTIALS-API-ISSUER", "admin"],
  });
  const agent = service.as("acme", { roles: Role.options, scopes: ["agent:read-only"] });
  const roleBound = (await bearerRoutesOf(service)).filter((route) => !ruleOf(route)(() => false));
  for (const route of roleBound) {
    const { template } = route;
    const ask = async (caller: typeof agent) => {
      const { status, body } = await askRoute(caller, route, {});
      return [status, body.error];
    };
    assert.deepEqual(await ask(other), forbiddenBy(route, "insufficient_role"), template);
    const isAgents = template.startsWith("/v1/credentials/verify/sessions");
    const [, code] = await ask(agent);
    assert.equal(code === forbiddenBy(route, "insufficient_scope")[1], !isAgents, template);
  }
});
