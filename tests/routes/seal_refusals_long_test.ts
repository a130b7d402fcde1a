import assert from "node:assert/strict";
import type { ProviderRefusal } from "../../core/seal/ports.ts";
import { putRecord } from "../support/clients.ts";
import { folderOf } from "../support/folder.ts";
import { roomyPolicy } from "../support/policy.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { standInSigning } from "../support/stand_in_signing.ts";

/**
 * Id of a person in the approved application of the sandbox's own client, in
 * fixtures/kyb/applications.json.
 */
const DIRECTOR = "0199a000-0004-7000-8000-000000000002";
const document = new TextEncoder().encode("%PDF-1.7\n%%EOF\n").toBase64();
const KEY = { "idempotency-key": "contract-4711" };

/** Possible faults of one request, in the order in which they are reported. */
const sealOrder = [
  "bad_request",
  "idempotency_key_conflict",
  "unconfigured",
  "account_inactive",
  "no_credential",
  "nobody",
  "document_not_sealable",
  "signing_credential_unusable",
  "authorization_data_rejected",
] as const;
type Wrong = typeof sealOrder[number];

/** The order for signatures, where the person is checked before that person's credential. */
const signOrder: readonly Wrong[] = sealOrder.with(4, "nobody").with(5, "no_credential");

const codes: Readonly<Record<Wrong, readonly [seal: string, sign: string]>> = {
  bad_request: ["400 bad_request", "400 bad_request"],
  idempotency_key_conflict: ["409 idempotency_key_conflict", "409 idempotency_key_conflict"],
  unconfigured: ["503 qseal_not_configured", "503 qes_not_configured"],
  account_inactive: ["403 account_inactive", "403 account_inactive"],
  no_credential: ["503 qseal_not_configured", "503 qes_not_configured"],
  nobody: ["403 representative_not_on_file", "403 signer_not_on_file"],
  document_not_sealable: ["400 document_not_sealable", "400 document_not_sealable"],
  signing_credential_unusable: [
    "409 signing_credential_unusable",
    "409 signing_credential_unusable",
  ],
  authorization_data_rejected: [
    "400 authorization_data_rejected",
    "400 authorization_data_rejected",
  ],
};

type Path = "/v1/seal" | "/v1/sign";

function bodyOf(path: Path, personId: string, content: string) {
  const member = path === "/v1/seal" ? "authorizingRepresentativeId" : "signerId";
  return { document: content, [member]: personId };
}

/** Sets the client's record so that the wanted faults exist. */
async function provision(service: TestService, wrong: ReadonlySet<Wrong>): Promise<void> {
  const credentials = {
    sealCredential: { credentialId: "seal-1" },
    signingCredentials: [{ personId: DIRECTOR, credentialId: "sign-1" }],
  };
  await putRecord(service, "sandbox", {
    ...(wrong.has("no_credential") ? {} : credentials),
    status: wrong.has("account_inactive") ? "SUSPENDED" : "ACTIVE",
  });
}

/** Uses the idempotency key for an act with another document. */
async function useKey(kv: string, path: Path): Promise<void> {
  await using service = await serviceInMemory({ kv, signing: standInSigning().service });
  await provision(service, new Set());
  const other = bodyOf(path, DIRECTOR, "JVBERi0=");
  assert.equal((await service.as("sandbox").post(path, other, KEY)).status, 200);
}

function signingWith(wrong: ReadonlySet<Wrong>) {
  const refusal: ProviderRefusal = { code: "authorization_data_rejected" };
  return standInSigning({
    ...(wrong.has("document_not_sealable")
      ? { document: { code: "document_not_sealable", problem: "encrypted" } }
      : {}),
    ...(wrong.has("signing_credential_unusable")
      ? { credential: { code: "signing_credential_unusable", problem: "key_not_enabled" } }
      : {}),
    ...(wrong.has("authorization_data_rejected")
      ? { sign: () => Promise.resolve({ ok: false, refusal }) }
      : {}),
  });
}

/** Sends a request with these faults. @returns status and code */
async function send(path: Path, wrong: ReadonlySet<Wrong>): Promise<string> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const isUsed = wrong.has("idempotency_key_conflict");
  const kv = isUsed ? `${folder}/kv.sqlite3` : ":memory:";
  if (isUsed) await useKey(kv, path);
  const signing = wrong.has("unconfigured") ? {} : { signing: signingWith(wrong).service };
  await using service = await serviceInMemory({ kv, seed: 8, ...signing });
  await provision(service, wrong);
  const personId = wrong.has("nobody") ? "nobody" : DIRECTOR;
  const content = wrong.has("bad_request") ? "no base64!" : document;
  const answer = await service.as("sandbox").post(path, bodyOf(path, personId, content), KEY);
  return `${answer.status} ${answer.body.error}`;
}

for (const [path, order] of [["/v1/seal", sealOrder], ["/v1/sign", signOrder]] as const) {
  Deno.test(`POST ${path} tells the first of any two refusals that hold at once`, async (t) => {
    const at = path === "/v1/seal" ? 0 : 1;
    for (const [index, first] of order.entries()) {
      await t.step(first, async () => {
        assert.equal(await send(path, new Set([first])), codes[first][at], "alone");
        for (const second of order.slice(index + 1)) {
          assert.equal(await send(path, new Set([first, second])), codes[first][at], second);
        }
      });
    }
    await t.step("all of them", async () => {
      assert.equal(await send(path, new Set(order)), codes.bad_request[at]);
    });
  });
}

Deno.test("POST /v1/seal tells what the edge refuses before anything of its own, in the order of all routes", async () => {
  await using service = await serviceInMemory({
    mode: "live",
    policy: { ...roomyPolicy, rateLimits: { screening: { capacity: 1, refillPerSecond: 0.001 } } },
  });
  const seal = { document: "no base64!" };
  const told = async (client: string, token = {}) => {
    const { status, body } = await service.as(client, token).post("/v1/seal", seal);
    return `${status} ${body.error}`;
  };
  const anybody = await service.fetch("/v1/seal", { method: "POST", body: JSON.stringify(seal) });
  assert.equal(anybody.status, 401);
  await putRecord(service, "acme", { status: "SUSPENDED", ipAllowlist: ["192.0.2.1"] });
  assert.equal(await told("acme"), "403 account_inactive");
  await putRecord(service, "acme", { ipAllowlist: ["192.0.2.1"] });
  assert.equal(await told("acme"), "403 client_access_restricted");
  await putRecord(service, "acme", {});
  assert.equal(await told("acme"), "400 bad_request");
  assert.equal(await told("acme"), "429 rate_limit_exceeded");
});
