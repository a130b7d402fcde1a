import assert from "node:assert/strict";
import { consoleOf, serviceWithConsole } from "../../../support/console.ts";
import { ownOrigin } from "../../../support/desk.ts";
import { folderOf } from "../../../support/folder.ts";
import { liveEnvironment, serviceInMemory } from "../../../support/service.ts";
import { kybRoutes } from "../../../../routes/pages/console/kyb_routes.ts";
import { consoleRoutes } from "../../../../routes/pages/console/console_routes.ts";

const id = "0198f2a4-0000-7000-8000-000000000000";
const routes = consoleRoutes("")
  .map(({ method, path }) => ({ method, path: path.replaceAll(/\{[^}]+\}/g, id) }))
  // A script has nothing to keep from anyone.
  .filter(({ path }) => !path.startsWith("/console/files/"));
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
        headers: { "content-type": "application/x-www-form-urlencoded", origin: ownOrigin },
        body: "formToken=x",
      }),
    });
    assert.equal(answer.status, method === "get" ? 303 : 401, path);
  }
});

Deno.test("KYB is reached by its own role alone, and the rest by an operator's", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const kybPaths = new Set(kybRoutes.map(({ path }) => path.replaceAll(/\{[^}]+\}/g, id)));
  const operator = await consoleOf(service, "ann", { roles: ["aval-operator"] });
  const reviewer = await consoleOf(service, "bob", { roles: ["kyb-reviewer"] });
  for (const { method, path } of routes) {
    const person = kybPaths.has(path) ? operator : reviewer;
    const { status } = method === "get" ? await person.get(path) : await person.post(path, {});
    assert.equal(status, 403, path);
  }
  assert.deepEqual((await service.auditEvents()).filter(({ kind }) => kind.startsWith("KYB")), []);
});

const tokenIn = (html: string) => /name="formToken" value="([^"]+)"/.exec(html)![1]!;

Deno.test("no act takes the form of another session, one without a token, or one of another site", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const bob = await consoleOf(service, "bob");
  const [own, foreign] = [
    tokenIn((await ann.get("/console")).html),
    tokenIn((await bob.get("/console")).html),
  ];
  const before = (await service.auditEvents()).length;
  const acts = routes.filter(({ method }) => method === "post");
  assert.ok(acts.length >= 10);
  for (const { path } of acts) {
    for (const fields of [{ formToken: foreign }, { formToken: "" }, {}]) {
      assert.equal((await ann.post(path, { clientId: "acme", ...fields })).status, 400, path);
    }
    for (const origin of ["https://evil.example", "null"]) {
      const fields = { formToken: own, clientId: "acme" };
      assert.equal((await ann.post(path, fields, { origin })).status, 403, path);
    }
  }
  assert.equal((await service.auditEvents()).length, before);
  const suspended = await ann.post("/console/client/suspend", { clientId: "acme", formToken: own });
  assert.equal(suspended.status, 303);
});

Deno.test("an approval asks for a fresh login", async () => {
  await using service = await serviceWithConsole({ mode: "live" });
  const ann = await consoleOf(service, "ann");
  const approve = async () =>
    (await ann.submit("/console", `/console/kyb/applications/${id}/approve`, { rationale: "yes" }))
      .status;
  assert.equal(await approve(), 404);
  service.clock.advance({ minutes: 6 });
  assert.equal(await approve(), 403);
});

Deno.test("links and redirects of the console begin with the path of the base URL", async () => {
  await using service = await serviceWithConsole({
    mode: "live",
    env: { AVAL_BASE_URL: "http://localhost:8000/trust" },
  });
  const ann = await consoleOf(service, "ann");
  const page = "/console/client?clientId=acme";
  const { html } = await ann.get(page);
  assert.ok(!/ (?:href|action|src)="\/(?!trust\/)/.test(html));
  assert.ok(html.includes(`action="/trust${record}"`));
  const done = await ann.submit(page, "/console/client/suspend", { clientId: "acme" });
  assert.equal(done.location, `/trust${page}`);
});

Deno.test("a link's session is none where the deployment has become a sandbox", async () => {
  await using folder = await folderOf({});
  const kv = `${folder.path}/kv.sqlite3`;
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  let cookie = "";
  {
    await using service = await serviceWithConsole({ mode: "live", kv });
    ({ cookie } = await consoleOf(service, "ann"));
    assert.equal((await service.fetch("/console", { headers: { cookie } })).status, 200);
  }
  const env = { AVAL_MODE: "sandbox", AVAL_SECRET_KEY };
  await using service = await serviceWithConsole({ kv, env, seed: 8 });
  assert.equal((await service.fetch("/console", { headers: { cookie } })).status, 303);
});
