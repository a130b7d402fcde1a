import assert from "node:assert/strict";
import { putRecord } from "../support/clients.ts";
import {
  type Answer,
  liveEnvironment,
  serviceInMemory,
  type TestService,
} from "../support/service.ts";
import { submitted, templateRequest, templatesPath, withRole } from "../support/templates.ts";
import { templateRoutes } from "../support/templates_stand_ins.ts";

const unknownId = "01890a5d-ac96-774b-bcce-b302099a8057";

async function twoInstitutions(): Promise<TestService> {
  const service = await serviceInMemory({ mode: "live", routes: templateRoutes() });
  await putRecord(service, "of-alpha", { academicIssuerId: "alpha" });
  await putRecord(service, "of-beta", { academicIssuerId: "beta" });
  return service;
}

const seen = ({ status, text }: Answer) => [status, text];

Deno.test("another institution's template reads as an unknown one, to the byte", async () => {
  await using service = await twoInstitutions();
  const alpha = withRole(service, "of-alpha", "client");
  const beta = withRole(service, "of-beta", "client");
  const made = await alpha.post(templatesPath, templateRequest("alpha"));
  assert.equal(made.status, 201);
  const submit = (id: string) => beta.post(`${templatesPath}/${id}/submit`, {});
  assert.deepEqual(seen(await submit(made.body.templateId)), seen(await submit(unknownId)));
  assert.equal((await submit(unknownId)).status, 404);
  assert.equal((await submit("no-id")).status, 404);
  const create = (id: string) => beta.post(templatesPath, templateRequest(id));
  assert.deepEqual(seen(await create("alpha")), seen(await create("nobody")));
  assert.equal((await create("alpha")).status, 404);
  const list = (id: string) => beta.get(`${templatesPath}?academicIssuerId=${id}`);
  assert.deepEqual(seen(await list("alpha")), seen(await list("nobody")));
  assert.equal((await list("alpha")).status, 404);
  assert.deepEqual((await beta.get(templatesPath)).body, { templates: [], nextCursor: null });
  const own = await alpha.get(templatesPath);
  assert.deepEqual(own.body.templates, [made.body], "and is still a draft");
  assert.deepEqual((await alpha.get(`${templatesPath}?academicIssuerId=alpha`)).body, own.body);
  const page = await beta.get(`${templatesPath}?cursor=${made.body.templateId}`);
  assert.deepEqual(page.body.templates, []);
});

Deno.test("a key that is bound to no institution finds and makes nothing", async () => {
  await using service = await twoInstitutions();
  const id = await submitted(withRole(service, "of-alpha", "client"), "alpha");
  const nobody = withRole(service, "nobody", "issuer");
  assert.deepEqual((await nobody.get(templatesPath)).body, { templates: [], nextCursor: null });
  assert.equal((await nobody.get(`${templatesPath}?academicIssuerId=alpha`)).status, 404);
  assert.equal((await nobody.post(templatesPath, templateRequest("alpha"))).status, 404);
  assert.equal((await nobody.post(`${templatesPath}/${id}/submit`, {})).status, 404);
});

Deno.test("a reviewer of no institution reviews; one of the template's own does not", async () => {
  await using service = await twoInstitutions();
  const id = await submitted(withRole(service, "of-alpha", "issuer"), "alpha");
  const review = (client: string) =>
    withRole(service, client, "reviewer").post(`${templatesPath}/${id}/review`, {
      decision: "APPROVED",
    });
  const own = await review("of-alpha");
  assert.deepEqual([own.status, own.body.error], [409, "four_eyes_violation"]);
  const unknown = await withRole(service, "reviewer", "reviewer")
    .post(`${templatesPath}/${unknownId}/review`, { decision: "APPROVED" });
  assert.equal(unknown.status, 404);
  assert.equal((await review("reviewer")).body.status, "APPROVED");
  const other = await submitted(withRole(service, "of-alpha", "issuer"), "alpha");
  const byBeta = await withRole(service, "of-beta", "reviewer")
    .post(`${templatesPath}/${other}/review`, { decision: "REJECTED" });
  assert.equal(byBeta.body.status, "REJECTED");
});

Deno.test("each operation needs its role", async () => {
  await using service = await twoInstitutions();
  const id = await submitted(withRole(service, "of-alpha", "client"), "alpha");
  const calls = {
    create: (role: Parameters<typeof withRole>[2]) =>
      withRole(service, "of-alpha", role).post(templatesPath, templateRequest("alpha")),
    list: (role: Parameters<typeof withRole>[2]) =>
      withRole(service, "of-alpha", role).get(templatesPath),
    submit: (role: Parameters<typeof withRole>[2]) =>
      withRole(service, "of-alpha", role).post(`${templatesPath}/${id}/submit`, {}),
    review: (role: Parameters<typeof withRole>[2]) =>
      withRole(service, "somebody", role)
        .post(`${templatesPath}/${id}/review`, { decision: "REJECTED" }),
  };
  const may = {
    create: "client,issuer",
    list: "client,issuer",
    submit: "client,issuer",
    review: "reviewer",
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const role of ["client", "issuer", "reviewer", "verifier"] as const) {
      const { status, body } = await call(role);
      const allowed = may[name as keyof typeof may].split(",").includes(role);
      assert.equal(body.error === "insufficient_role", !allowed, `${name} by ${role}: ${status}`);
    }
  }
  const without = await service.fetch(templatesPath);
  assert.equal(without.status, 401);
});

Deno.test("a template of another mode reads as not there", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/store`;
  let id = "";
  {
    await using live = await serviceInMemory({ mode: "live", kv, routes: templateRoutes() });
    await putRecord(live, "of-alpha", { academicIssuerId: "alpha" });
    id = await submitted(withRole(live, "of-alpha", "client"), "alpha");
  }
  const { AVAL_SECRET_KEY } = await liveEnvironment();
  await using sandbox = await serviceInMemory({
    kv,
    seed: 8,
    routes: templateRoutes(),
    env: { AVAL_MODE: "sandbox", AVAL_SECRET_KEY: AVAL_SECRET_KEY! },
  });
  const acme = sandbox.as("acme");
  assert.deepEqual((await acme.get(templatesPath)).body.templates, []);
  const review = await acme.post(`${templatesPath}/${id}/review`, { decision: "APPROVED" });
  assert.equal(review.status, 404);
  await Deno.remove(folder, { recursive: true }).catch(() => {});
});
