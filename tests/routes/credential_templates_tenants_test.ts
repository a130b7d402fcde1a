import assert from "node:assert/strict";
import { type LiveInstitutions, liveInstitutions } from "../support/live_institutions.ts";
import { type Answer, serviceInMemory } from "../support/service.ts";
import { submitted, templateRequest, templatesPath, withRole } from "../support/templates.ts";

const unknownId = "01890a5d-ac96-774b-bcce-b302099a8057";

/** Two institutions, each with a client: `registry-alpha`, `registry-beta`. */
function twoInstitutions(): Promise<LiveInstitutions> {
  return liveInstitutions({ institutions: { alpha: {}, beta: {} } });
}

const seen = ({ status, text }: Answer) => [status, text];

Deno.test("another institution's template reads as an unknown one, to the byte", async () => {
  await using at = await twoInstitutions();
  const { service } = at;
  const alpha = withRole(service, "registry-alpha", "client");
  const beta = withRole(service, "registry-beta", "client");
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
  await using at = await twoInstitutions();
  const { service } = at;
  const id = await submitted(withRole(service, "registry-alpha", "client"), "alpha");
  const nobody = withRole(service, "nobody", "issuer");
  assert.deepEqual((await nobody.get(templatesPath)).body, { templates: [], nextCursor: null });
  assert.equal((await nobody.get(`${templatesPath}?academicIssuerId=alpha`)).status, 404);
  assert.equal((await nobody.post(templatesPath, templateRequest("alpha"))).status, 404);
  assert.equal((await nobody.post(`${templatesPath}/${id}/submit`, {})).status, 404);
});

Deno.test("a reviewer of no institution reviews; one of the template's own does not", async () => {
  await using at = await twoInstitutions();
  const { service } = at;
  const id = await submitted(withRole(service, "registry-alpha", "issuer"), "alpha");
  const review = (client: string) =>
    withRole(service, client, "reviewer").post(`${templatesPath}/${id}/review`, {
      decision: "APPROVED",
    });
  const own = await review("registry-alpha");
  assert.deepEqual([own.status, own.body.error], [409, "four_eyes_violation"]);
  const unknown = await withRole(service, "reviewer", "reviewer")
    .post(`${templatesPath}/${unknownId}/review`, { decision: "APPROVED" });
  assert.equal(unknown.status, 404);
  assert.equal((await review("reviewer")).body.status, "APPROVED");
  const other = await submitted(withRole(service, "registry-alpha", "issuer"), "alpha");
  const byBeta = await withRole(service, "registry-beta", "reviewer")
    .post(`${templatesPath}/${other}/review`, { decision: "REJECTED" });
  assert.equal(byBeta.body.status, "REJECTED");
});

Deno.test("each operation needs its role", async () => {
  await using at = await twoInstitutions();
  const { service } = at;
  const id = await submitted(withRole(service, "registry-alpha", "client"), "alpha");
  const calls = {
    create: (role: Parameters<typeof withRole>[2]) =>
      withRole(service, "registry-alpha", role).post(templatesPath, templateRequest("alpha")),
    list: (role: Parameters<typeof withRole>[2]) =>
      withRole(service, "registry-alpha", role).get(templatesPath),
    submit: (role: Parameters<typeof withRole>[2]) =>
      withRole(service, "registry-alpha", role).post(`${templatesPath}/${id}/submit`, {}),
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
  await using live = await twoInstitutions();
  const id = await submitted(withRole(live.service, "registry-alpha", "client"), "alpha");
  await using sandbox = await serviceInMemory({
    kv: live.location,
    seed: 8,
    env: { AVAL_MODE: "sandbox", AVAL_SECRET_KEY: live.env["AVAL_SECRET_KEY"]! },
  });
  const acme = sandbox.as("acme");
  assert.deepEqual((await acme.get(templatesPath)).body.templates, []);
  const review = await acme.post(`${templatesPath}/${id}/review`, { decision: "APPROVED" });
  assert.equal(review.status, 404);
});
