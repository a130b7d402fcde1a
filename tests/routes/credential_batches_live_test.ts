import assert from "node:assert/strict";
import { AcademicIssuer, Signatory } from "../../core/credentials/issuer_schema.ts";
import { defaultPolicy } from "../../core/policy/policy.ts";
import { credentialBatchRoutes } from "../../routes/api/credential_batches.ts";
import { credentialTemplateRoutes } from "../../routes/api/credential_templates.ts";
import type { Ports } from "../../routes/http/ports.ts";
import { putRecord } from "../support/clients.ts";
import { approvedTemplate, batchBody, BATCHES, DEGREE } from "../support/credential_batches.ts";
import { routesOver } from "../support/login_redeeming.ts";
import { serviceInMemory, type TestClient, type TestService } from "../support/service.ts";

const UNKNOWN = "0198c0de-0000-7000-8000-00000000000a";
const institutions = ["sandbox-university", "beta"];
const ports: Partial<Ports> = {
  academicIssuers: {
    find: (id) =>
      Promise.resolve(
        institutions.includes(id)
          ? AcademicIssuer.parse({ id, name: id, country: null, logo: null, colour: null })
          : null,
      ),
    signer: () => Promise.resolve(null),
  },
  signatories: {
    find: (id) => {
      const academicIssuerId = id.startsWith("beta-") ? "beta" : "sandbox-university";
      return Promise.resolve(Signatory.parse({ id, academicIssuerId, name: "N", idpSubject: id }));
    },
  },
};

const issuer = ["credentials-api-client", "credentials-api-issuer"];

/** Two institutions, and a batch of the first. */
async function twoInstitutions() {
  const { limits } = defaultPolicy;
  const routes = [...credentialBatchRoutes(limits), ...credentialTemplateRoutes(limits)];
  const service = await serviceInMemory({ mode: "live", routes: routesOver(routes, ports) });
  await putRecord(service, "alpha", { academicIssuerId: "sandbox-university" });
  await putRecord(service, "beta", { academicIssuerId: "beta" });
  const alpha = service.as("alpha", { roles: issuer });
  const templateId = await approvedTemplate(reviewing(service, alpha));
  const created = await alpha.post(BATCHES, batchBody(templateId));
  assert.equal(created.status, 201, created.text);
  const { batchId } = created.body;
  const [{ itemId }] = (await alpha.get(`${BATCHES}/${batchId}`)).body.items;
  return { service, alpha, templateId, batchId, itemId };
}

/** A client of the institution, with a reviewer's client for reviews. */
function reviewing(service: TestService, client: TestClient): TestClient {
  const reviewer = service.as("operator", { roles: ["credentials-api-reviewer"] });
  return {
    ...client,
    post: (path, body, headers) =>
      (path.endsWith("/review") ? reviewer : client).post(path, body, headers),
  };
}

/** Every request about one batch. */
function requestsOf(batchId: string, itemId: string) {
  const item = `${BATCHES}/${batchId}/items/${itemId}`;
  return [
    { path: `${BATCHES}/${batchId}`, body: null },
    {
      path: `${item}/recheck`,
      body: { recheckingSignatoryId: "beta-clerk", claimValues: DEGREE },
    },
    { path: `${item}/offer`, body: {} },
    { path: `${BATCHES}/${batchId}/approve`, body: { approvedBySignatoryId: "beta-dean" } },
  ];
}

async function send(client: TestClient, { path, body }: ReturnType<typeof requestsOf>[number]) {
  return body === null ? await client.get(path) : await client.post(path, body);
}

Deno.test("a batch of another institution reads like an unknown one, on every route", async () => {
  const { service, batchId, itemId } = await twoInstitutions();
  await using _ = service;
  for (const name of ["beta", "bound-to-none"]) {
    const foreign = service.as(name, { roles: issuer });
    const unknown = requestsOf(UNKNOWN, UNKNOWN);
    for (const [index, request] of requestsOf(batchId, itemId).entries()) {
      const answer = await send(foreign, request);
      const reference = await send(foreign, unknown[index]!);
      assert.deepEqual([answer.status, answer.text], [404, reference.text], request.path);
    }
  }
});

Deno.test("POST batches for another institution, by its template or its signatory, is 404", async () => {
  const { service, alpha, templateId } = await twoInstitutions();
  await using _ = service;
  const beta = service.as("beta", { roles: issuer });
  const unknown = await beta.post(
    BATCHES,
    batchBody(UNKNOWN, undefined, {
      academicIssuerId: "beta",
      preparedBySignatoryId: "beta-registrar",
    }),
  );
  assert.equal(unknown.status, 404);
  const bodies = [
    batchBody(templateId),
    batchBody(templateId, undefined, { academicIssuerId: "beta" }),
    batchBody(templateId, undefined, {
      academicIssuerId: "beta",
      preparedBySignatoryId: "beta-registrar",
    }),
  ];
  for (const body of bodies) assert.equal((await beta.post(BATCHES, body)).text, unknown.text);
  const foreignSignatory = batchBody(templateId, undefined, {
    preparedBySignatoryId: "beta-registrar",
  });
  assert.equal((await alpha.post(BATCHES, foreignSignatory)).text, unknown.text);
});

Deno.test("a signatory of another institution rechecks nothing", async () => {
  const { service, alpha, batchId, itemId } = await twoInstitutions();
  await using _ = service;
  const answer = await alpha.post(`${BATCHES}/${batchId}/items/${itemId}/recheck`, {
    recheckingSignatoryId: "beta-clerk",
    claimValues: DEGREE,
  });
  assert.equal(answer.status, 404);
});

Deno.test("the routes of batches ask for their roles: creation for both", async () => {
  const { service, templateId, batchId, itemId } = await twoInstitutions();
  await using _ = service;
  const statusesOf = async (roles: readonly string[]) => {
    const client = service.as("alpha", { roles });
    const created = await client.post(BATCHES, batchBody(templateId));
    const others = [];
    for (const request of requestsOf(batchId, itemId)) others.push(await send(client, request));
    return [created, ...others].map(({ status }) => status);
  };
  assert.deepEqual(await statusesOf(["credentials-api-client"]), [403, 200, 403, 403, 403]);
  const [created, read, ...acts] = await statusesOf(["credentials-api-issuer"]);
  assert.deepEqual([created, read], [403, 200]);
  assert(!acts.includes(403));
  assert.deepEqual(await statusesOf(["credentials-api-verifier"]), [403, 403, 403, 403, 403]);
});

Deno.test("POST approve in live without an identity provider is 401", async () => {
  const { service, alpha, batchId } = await twoInstitutions();
  await using _ = service;
  const answer = await alpha.post(`${BATCHES}/${batchId}/approve`, {
    approvedBySignatoryId: "dean",
  }, { "x-credentials-step-up-assertion": "a.b.c" });
  assert.equal(answer.status, 401);
});
