import assert from "node:assert/strict";
import { credentialTypes } from "../../core/credentials/template_schema.ts";
import type { RevocationStatus } from "../../core/presentation/ports.ts";
import type { TrustAnchor } from "../../core/presentation/trust_anchors.ts";
import type { OwnCredentials } from "../../service/credentials/own_credentials.ts";
import { type Certificate, parseCertificate } from "../../standards/x509/certificate.ts";
import { type Certified, certify } from "../support/certificates.ts";
import {
  DEGREE,
  employerPathOf,
  employerSessionsPath,
  startEmployer,
  verifierRole,
} from "../support/employing.ts";
import { always, certificatesPem } from "../support/pem.ts";
import { httpAnswer, rawServer } from "../support/raw_answers.ts";
import { serviceInMemory, type TestClient, type TestService } from "../support/service.ts";
import { makeStatusList } from "../support/status_list_issuer.ts";
import { present, start } from "../support/verifying.ts";

const root = await certify({ name: "Universities", ...always });
const signer = await certify({ name: "Signer", issuer: root, ...always });
const issuer = { chain: [signer.der], key: signer.keys.privateKey };
const uri = "https://issuer.example/lists/1";
const academic = { academic_degree: DEGREE };
const status = { academic_degree: { status_list: { uri, idx: 1 } } };
const peek = "?claimsDelivery=peek";

async function statusIn(client: TestClient, path: string): Promise<string> {
  const { status, body } = await client.get(path);
  assert.equal(status, 200);
  return body.decision.revocationStatus;
}

/** The listed state of each session, the newest first. */
async function listed(client: TestClient): Promise<readonly string[]> {
  const { body } = await client.get(employerSessionsPath);
  return body.sessions.map((row: { decision: { revocationStatus: string } | null }) =>
    row.decision?.revocationStatus ?? "none"
  );
}

Deno.test("a revocation after the presentation shows at the next read, a peek too, and then in the list", async () => {
  let statuses: readonly number[] = [0, 0];
  let isUp = true;
  let now = () => 0;
  const { connect, asked } = rawServer(async ({ href }) =>
    isUp
      ? httpAnswer(
        200,
        { "content-type": "application/statuslist+jwt" },
        await makeStatusList(href, now(), issuer, { statuses }),
      )
      : httpAnswer(503, {}, "")
  );
  await using service = await serviceInMemory({
    mode: "live",
    env: { AVAL_TRUST_ANCHORS: certificatesPem(root) },
    connect,
  });
  now = () => service.clock.now().epochMilliseconds / 1000;
  const acme = service.as("acme", verifierRole);
  const agent = service.as("acme", { ...verifierRole, scopes: ["agent:read-only"] });
  const started = await startEmployer(acme);
  const path = employerPathOf(started);
  assert.equal((await present(service, started, academic, { issuer, status })).status, 200);
  assert.equal(asked.length, 1);
  assert.deepEqual(await listed(acme), ["VALID"]);
  assert.equal(await statusIn(acme, `${path}${peek}`), "VALID");
  assert.equal(asked.length, 2, "nothing that is kept will do");
  statuses = [0, 1];
  assert.deepEqual(await listed(acme), ["VALID"], "a list asks nobody");
  assert.equal(asked.length, 2);
  assert.equal(await statusIn(agent, path), "REVOKED");
  assert.deepEqual(await listed(acme), ["VALID"], "an agent's read changes nothing");
  assert.equal(await statusIn(acme, `${path}${peek}`), "REVOKED");
  assert.deepEqual(await listed(acme), ["REVOKED"]);
  const claimed = await acme.get(path);
  assert.deepEqual(claimed.body.decision.disclosedClaims, DEGREE);
  assert.equal(claimed.body.decision.revocationStatus, "REVOKED");
  isUp = false;
  assert.equal(await statusIn(acme, path), "UNKNOWN");
  assert.deepEqual(await listed(acme), ["UNKNOWN"]);
});

Deno.test("in live a credential that is revoked, or whose list cannot be had, is refused", async () => {
  let now = () => 0;
  const { connect } = rawServer(async ({ href }) =>
    href === uri
      ? httpAnswer(
        200,
        { "content-type": "application/statuslist+jwt" },
        await makeStatusList(href, now(), issuer, { statuses: [0, 1] }),
      )
      : httpAnswer(404, {}, "")
  );
  await using service = await serviceInMemory({
    mode: "live",
    env: { AVAL_TRUST_ANCHORS: certificatesPem(root) },
    connect,
  });
  now = () => service.clock.now().epochMilliseconds / 1000;
  const acme = service.as("acme", verifierRole);
  const cases = [["credential_revoked", uri], ["revocation_unknown", `${uri}0`]] as const;
  for (const [rule, at] of cases) {
    const started = await startEmployer(acme);
    const refused = await present(service, started, academic, {
      issuer,
      status: { academic_degree: { status_list: { uri: at, idx: 1 } } },
    });
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, new RegExp(rule));
    assert.equal((await acme.get(employerPathOf(started))).body.status, "pending");
  }
  const started = await startEmployer(acme);
  assert.equal((await present(service, started, academic, { issuer })).status, 200);
  assert.equal(await statusIn(acme, employerPathOf(started)), "UNKNOWN", "it has no list");
});

function read({ der }: Certified): Certificate {
  const certificate = parseCertificate(der);
  assert(certificate !== null);
  return certificate;
}

/** A live deployment that issues credentials, and a new certificate authority of it. */
async function issuingService() {
  const authority = await certify({ name: "Issuing authority", ...always });
  const university = await certify({
    name: "Signer",
    organization: "Example University",
    country: "AT",
    issuer: authority,
    ...always,
  });
  let anchors: readonly TrustAnchor[] = [];
  const statuses = new Map<string, RevocationStatus>();
  const own: OwnCredentials = {
    anchors: () => Promise.resolve(anchors),
    statusLists: {
      find: ({ listId, idx }) => Promise.resolve(statuses.get(`${listId} ${idx}`) ?? "unknown"),
    },
  };
  const { connect, asked } = rawServer(() => httpAnswer(404, {}, ""));
  const service = await serviceInMemory({ mode: "live", own, connect });
  return {
    service,
    makeAuthority: () => {
      anchors = [{ ...read(authority), types: Object.values(credentialTypes) }];
    },
    statuses,
    asked,
    issuer: { chain: [university.der], key: university.keys.privateKey },
  };
}

async function answerTo(
  service: TestService,
  client: TestClient,
  presenting: Parameters<typeof present>[3],
) {
  const started = await startEmployer(client);
  const { status, body } = await present(service, started, academic, presenting);
  return { started, rule: status === 200 ? null : String(body.message).replace(/^.*: /, "") };
}

Deno.test("an authority that is made while the server runs is believed about degrees, never about a PID", async () => {
  const { service, makeAuthority, issuer } = await issuingService();
  await using _ = service;
  const acme = service.as("acme", verifierRole);
  const untrusted = "issuer_untrusted (credential academic_degree)";
  assert.equal((await answerTo(service, acme, { issuer })).rule, untrusted);
  makeAuthority();
  assert.equal((await answerTo(service, acme, { issuer })).rule, null);
  const age = await start(acme, "age-verification");
  const pid = await present(service, age, { pid_birthdate: { birthdate: "1984-08-12" } }, {
    issuer,
  });
  assert.equal(pid.status, 400);
  assert.match(pid.body.message, /issuer_untrusted/);
});

Deno.test("the status of what is issued here is read from the store, without any request", async () => {
  const { service, makeAuthority, statuses, asked, issuer } = await issuingService();
  await using _ = service;
  makeAuthority();
  const acme = service.as("acme", verifierRole);
  const address = "http://localhost:8000/v1/credentials/status-lists/list-1";
  const status = { academic_degree: { status_list: { uri: address, idx: 5 } } };
  const unknown = await answerTo(service, acme, { issuer, status });
  assert.equal(unknown.rule, "revocation_unknown (credential academic_degree)");
  statuses.set("list-1 5", "valid");
  const { started, rule } = await answerTo(service, acme, { issuer, status });
  assert.equal(rule, null);
  const path = employerPathOf(started);
  assert.equal(await statusIn(acme, `${path}${peek}`), "VALID");
  statuses.set("list-1 5", "revoked");
  const { body: { decision } } = await acme.get(path);
  assert.equal(decision.revocationStatus, "REVOKED");
  assert.deepEqual(decision.disclosedClaims, DEGREE);
  assert.deepEqual(decision.issuer, { name: "Example University", country: "AT" });
  const late = await answerTo(service, acme, { issuer, status });
  assert.equal(late.rule, "credential_revoked (credential academic_degree)");
  assert.deepEqual(asked, []);
});
