import assert from "node:assert/strict";
import { consoleOf, serviceWithConsole, sessionOf } from "../../../support/console.ts";
import { serviceInMemory } from "../../../support/service.ts";
import { kybRoutes } from "../../../../routes/pages/console/kyb_routes.ts";
import { consoleRoutes } from "../../../../routes/pages/console/console_routes.ts";

const id = "0198f2a4-0000-7000-8000-000000000000";
const routes = consoleRoutes("").map(({ method, path }) => ({
  method,
  path: path.replaceAll(/\{[^}]+\}/g, id),
}));
const record = "/console/client/record";

Deno.test("the console is mounted only where its sessions are", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  for (const { path } of routes) assert.equal((await service.fetch(path)).status, 404);
});

Deno.test("no page and no act of the console is reached without a session", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  for (const { method, path } of routes) {
    const answer = await service.fetch(path, {
      method,
      ...(method === "get" ? {} : {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "formToken=x",
      }),
    });
    assert.equal(answer.status, method === "get" ? 303 : 401, path);
  }
});

Deno.test("KYB is reached by its own role alone, and the rest by an operator's", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const kybPaths = new Set(kybRoutes.map(({ path }) => path.replaceAll(/\{[^}]+\}/g, id)));
  for (const { method, path } of routes) {
    const isKyb = kybPaths.has(path);
    const roles = isKyb ? ["aval-operator"] as const : ["kyb-reviewer"] as const;
    const answer = await service.fetch(path, {
      method,
      headers: {
        ...sessionOf({ personId: "ann", roles }),
        "content-type": "application/x-www-form-urlencoded",
      },
      ...(method === "get" ? {} : { body: "formToken=token-of-ann-live" }),
    });
    assert.equal(answer.status, 403, path);
  }
  assert.deepEqual((await service.auditEvents()).filter(({ kind }) => kind.startsWith("KYB")), []);
});

Deno.test("an act with the form of another session, or without its token, is refused", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const fields = { clientId: "acme" };
  const send = (body: Readonly<Record<string, string>>) =>
    service.fetch("/console/client/suspend", {
      method: "POST",
      headers: {
        ...sessionOf({ personId: "ann", roles: ["aval-operator"] }),
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(body).toString(),
    });
  for (const formToken of ["token-of-bob-live", "", "token-of-ann-liv"]) {
    assert.equal((await send({ ...fields, formToken })).status, 400);
  }
  assert.equal((await send(fields)).status, 400);
  assert.equal((await service.as("acme").get("/v1/screen/decisions")).status, 200);
  assert.equal((await send({ ...fields, formToken: "token-of-ann-live" })).status, 303);
});

Deno.test("an approval asks for a fresh login", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const path = `/console/kyb/applications/${id}/approve`;
  const send = async (isOld: boolean) =>
    (await service.fetch(path, {
      method: "POST",
      headers: {
        ...sessionOf({ personId: "ann", roles: ["kyb-reviewer"], isOld }),
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "formToken=token-of-ann-live&rationale=yes",
    })).status;
  assert.deepEqual([await send(true), await send(false)], [403, 404]);
});

Deno.test("links and redirects of the console begin with the path of the base URL", async () => {
  await using service = await serviceWithConsole({
    mode: "live",
    env: { AVAL_BASE_URL: "http://localhost:8000/trust" },
  });
  const ann = consoleOf(service, "ann");
  const page = "/console/client?clientId=acme";
  const { html } = await ann.get(page);
  assert.ok(!/ (?:href|action|src)="\/(?!trust\/)/.test(html));
  assert.ok(html.includes(`action="/trust${record}"`));
  const done = await ann.submit(page, "/console/client/suspend", { clientId: "acme" });
  assert.equal(done.location, `/trust${page}`);
});
