import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { HeldCredential } from "../../sandbox/wallet/held_credential.ts";
import { succeeds } from "../support/backups.ts";
import { BATCHES, DEAN } from "../support/credential_batches.ts";
import {
  approvedDegree,
  codeOf,
  exchangeCode,
  type Institution,
  institutionAt,
  itemsOf,
  submittedBatch,
} from "../support/credential_journey.ts";
import { employerPathOf, employerSessionsPath, startEmployer } from "../support/employing.ts";
import { assertHidden, type Served, servedAt } from "../support/login_traces.ts";
import { otlpReceiver } from "../support/otlp_receiver.ts";
import { startServer } from "../support/server.ts";
import { recognisableStudents } from "../support/students.ts";
import { heldInMemory, runWallet } from "../support/wallet.ts";

const { Redeemed, Stopped } = recognisableStudents(["Redeemed", "Stopped"]);

/** Issues offers to two students. @returns the offers, and the assertion that approved them */
async function issue(institution: Institution) {
  const { registry } = institution;
  const templateId = await approvedDegree(institution);
  const batchId = await submittedBatch(institution, templateId, [Redeemed.row, Stopped.row]);
  const assertion = await institution.assertion();
  const path = `${BATCHES}/${batchId}/approve`;
  const header = { "x-credentials-step-up-assertion": assertion };
  const approved = await registry.post(path, { approvedBySignatoryId: DEAN }, header);
  assert.equal(approved.status, 200, approved.text);
  return { items: await itemsOf(institution, batchId), assertion };
}

/** One student redeems and presents, the other stops halfway. @returns the data of each */
async function redeem(served: Served, institution: Institution) {
  const { items: [first, second], assertion } = await issue(institution);
  const held = heldInMemory();
  const code = await codeOf({ service: served }, first!);
  const redeemed = await runWallet(served, ["redeem", first!.offerUri], "", held);
  assert.equal(redeemed.code, 0, redeemed.stderr);
  const started = await startEmployer(institution.employer);
  const request = started.authorizationRequest;
  const shown = await runWallet(served, ["present", started.authorizationRequestUri], "", held);
  assert.equal(shown.code, 0, shown.stderr);
  const stoppedCode = await codeOf({ service: served }, second!);
  const { body: token } = await exchangeCode({ service: served }, stoppedCode);
  const kept = await held.list();
  assert(kept.ok);
  const [{ credential } = { credential: "" } as HeldCredential] = kept.value;
  const offerIds = [first!, second!].map(({ offerUri }) => offerUri.split("%2F").at(-1) ?? "");
  const hidden = [
    ...[code, stoppedCode, token.access_token, token.c_nonce, ...offerIds],
    ...[assertion, assertion.split(".").at(-1) ?? "", request.state, request.nonce],
    ...credential.split("~").filter((part) => part !== "").map((part) => part.slice(-40)),
  ];
  return { hidden, started };
}

Deno.test("after credentials in a server process nothing of students, codes, tokens and proofs stands in its store, log, spans, audit export or lists", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  await using receiver = otlpReceiver();
  const answers: string[] = [];
  const hidden: string[] = [...Redeemed.secrets, ...Stopped.secrets];
  let log = "";
  {
    await using server = await startServer({
      AVAL_KV: kv,
      AVAL_LOG: "debug",
      AVAL_BASE_URL: "http://localhost:8000",
      ...receiver.environment,
    });
    const served = servedAt(server.url);
    const institution = institutionAt(server.url);
    const redeemed = await redeem(served, institution);
    hidden.push(...redeemed.hidden);
    const { employer } = institution;
    answers.push(
      (await employer.get(`${employerSessionsPath}?clientId=employer&limit=100`)).text,
      (await employer.get(`${employerPathOf(redeemed.started)}?claimsDelivery=peek`)).text,
      (await employer.get("/v1/verify/gdpr/export")).text,
      (await employer.get("/v1/verify/usage")).text,
    );
    await receiver.until(({ spans }) =>
      ["POST /v1/credentials", "GET /v1/verify/usage"].every((route) =>
        spans.some(({ name }) => name === route)
      )
    );
    // Everything awaited is exported: at an exit, the runtime's exporter sometimes waits for ever.
    await server.kill();
    log = server.errorText();
  }
  const { stdout: audit } = await succeeds(["audit", "export", "--out", "-"], { AVAL_KV: kv });
  const { stdout: verdict } = await succeeds(["audit", "verify"], { AVAL_KV: kv });
  assert.match(verdict, /verdict holds/);
  for (
    const kind of ["BATCH_CREATED", "BATCH_APPROVED", "CREDENTIAL_ISSUED", "ACADEMIC_DECISION"]
  ) {
    assert(audit.includes(kind), kind);
  }
  let store = "";
  for await (const { name } of Deno.readDir(folder)) {
    store += Buffer.from(await Deno.readFile(`${folder}/${name}`)).toString("latin1");
  }
  assert(log.includes('"debug"') && store.includes("credential_token"));
  const latin1 = (text: string) => Buffer.from(text).toString("latin1");
  assertHidden(hidden, {
    store,
    log: latin1(log),
    audit: latin1(audit),
    spans: latin1(receiver.text()),
    answers: latin1(answers.join("\n")),
  });
  await Deno.remove(folder, { recursive: true });
});
