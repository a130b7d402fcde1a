import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { removeItem } from "../../core/credentials/batches/remove_item.ts";
import { BatchId, BatchItemId } from "../../core/credentials/batch_schema.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import { openCredentialBatches } from "../../kv/credentials/credential_batches.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { batchBody, BATCHES, csvBody, DEAN } from "../support/credential_batches.ts";
import {
  approveBatch,
  approvedDegree,
  clientOf,
  codeOf,
  exchangeCode,
  type InstitutionAt,
  itemsOf,
  type OfferedItem,
  sandboxInstitution,
  submittedBatch,
} from "../support/credential_journey.ts";
import { liveInstitution } from "../support/live_institutions.ts";
import { decryptedRecords } from "../support/decrypted_store.ts";
import { employerPathOf, employerSessionsPath, startEmployer } from "../support/employing.ts";
import { failingBackend } from "../support/failing_backend.ts";
import { proofOf, requestOf } from "../support/issuance.ts";
import { assertHidden } from "../support/login_traces.ts";
import { seededRandom } from "../support/random.ts";
import { type Answer, liveEnvironment, type TestServiceOptions } from "../support/service.ts";
import { csvOf, recheckOf, type Recognisable, recognisableStudents } from "../support/students.ts";
import { recordedTelemetry } from "../support/telemetry.ts";
import { sendAnswer } from "../support/verifying.ts";
import { heldInMemory, runWallet } from "../support/wallet.ts";

const modes = { sandbox: sandboxInstitution, live: liveInstitution };

/** Everything that a service writes and answers. */
interface Traces {
  readonly at: InstitutionAt;
  readonly kv: string;
  readonly answers: Answer[];
  readonly spans: () => string;
}

/** Starts a service over a file, and keeps all its traces. */
async function traced(mode: keyof typeof modes, folder: string, options: TestServiceOptions = {}) {
  const kv = `${folder}/kv.sqlite3`;
  const recorded = recordedTelemetry();
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const at = await modes[mode]({
    ...options,
    kv,
    telemetry: recorded.telemetry,
    env: { AVAL_MODE: mode, AVAL_LOG: "debug", AVAL_SECRET_KEY },
  });
  const spans = () => JSON.stringify([recorded.spans, [...recorded.counted], recorded.measured]);
  return { at, kv, answers: [] as Answer[], spans };
}

/** All bytes of a folder's files, including deleted rows and journals. */
async function bytesOf(folder: string): Promise<string> {
  let text = "";
  for await (const { name } of Deno.readDir(folder)) {
    text += Buffer.from(await Deno.readFile(`${folder}/${name}`)).toString("latin1");
  }
  return text;
}

const latin1 = (text: string) => Buffer.from(text).toString("latin1");

/** Fails if a student's data are in clear text anywhere in the service's writes and answers. */
async function assertNowhere(
  folder: string,
  { at: { service }, answers, spans }: Traces,
  hidden: readonly string[],
): Promise<void> {
  const store = await bytesOf(folder);
  const audit = JSON.stringify(await service.auditEvents());
  assert(store.includes("credential_batch_item") && audit.includes("BATCH_CREATED"));
  assertHidden(hidden, {
    store,
    audit: latin1(audit),
    log: latin1(service.logLines.join("\n")),
    spans: latin1(spans()),
    answers: latin1(answers.map(({ text }) => text).join("\n")),
  });
}

/** The content of the store, decrypted with all keys. */
async function readable({ at: { service }, kv }: Traces): Promise<string> {
  return (await decryptedRecords(kv, service)).map(({ text }) => text ?? "").join("\n");
}

/** Fails if a student's data are in the store, encrypted or not. */
async function assertForgotten(traces: Traces, { secrets }: Recognisable): Promise<void> {
  assertHidden(secrets, { "the decrypted store": latin1(await readable(traces)) });
}

/**
 * Sends requests about a student that are refused, each with values that must not be stored or
 * repeated.
 */
async function sendRefused(
  { at, answers }: Traces,
  templateId: string,
  { row }: Recognisable,
): Promise<void> {
  const { claimValues } = row;
  const wrongDate = { ...row, claimValues: { ...claimValues, award_date: row.studentFullName } };
  const strange = {
    ...row,
    claimValues: { ...claimValues, [row.studentFullName]: row.studentEmail },
  };
  const bodies = [
    batchBody(templateId, [wrongDate, strange, { ...row, studentEmail: row.studentFullName }]),
    batchBody(templateId, [{ ...row, studentDob: row.studentFullName, [row.studentEmail]: 1 }]),
    batchBody(templateId, [row.studentFullName, null, [row.studentEmail]]),
    batchBody(templateId, [row], { preparedBySignatoryId: row.studentEmail }),
    batchBody(row.studentFullName, [row]),
    csvBody(templateId, csvOf([{ row: wrongDate, secrets: [] }])),
    csvBody(templateId, `${csvOf([{ row, secrets: [] }])},"${row.studentFullName}`),
    csvBody(templateId, `${row.studentFullName},claim.${row.studentEmail}\r\n1,2`),
  ];
  for (const body of bodies) {
    const answer = await at.registry.post(BATCHES, body);
    assert([400, 404].includes(answer.status), answer.text);
    answers.push(answer);
  }
  const key = { "idempotency-key": row.studentEmail };
  const [, ...replayed] = [
    await at.registry.post(BATCHES, batchBody(templateId, [row]), key),
    await at.registry.post(BATCHES, batchBody(templateId, [row]), key),
    await at.registry.post(BATCHES, batchBody(templateId, [row, row]), key),
  ];
  assert.deepEqual(replayed.map(({ status }) => status), [201, 409]);
  answers.push(...replayed);
}

/**
 * Rechecks a student's item with a wrong value, then with the right ones, so that the batch is
 * approved.
 */
async function recheckAndApprove(
  { at, answers }: Traces,
  batchId: string,
  student: Recognisable,
): Promise<void> {
  const [item] = await itemsOf(at, batchId);
  const recheck = async (changed: Readonly<Record<string, unknown>>) =>
    await at.registry.post(`${item!.path}/recheck`, recheckOf(student, changed));
  const { studentFullName, studentEmail } = student.row;
  answers.push(
    await recheck({ award_title: studentEmail, [studentFullName]: studentEmail }),
    await approveBatch(at, batchId),
    await recheck({}),
    await at.registry.post(`${BATCHES}/${batchId}/approve`, { approvedBySignatoryId: DEAN }, {
      "x-credentials-step-up-assertion": studentFullName.replaceAll(/[^ -~]/g, "."),
    }),
    await approveBatch(at, batchId),
  );
  const statuses = answers.slice(-5).map(({ status }) => status);
  assert.deepEqual(statuses, [200, 409, 200, 401, 200]);
}

/** Sends unsuccessful wallet requests about a student whose offer the wallet has. */
async function sendFromWallet(
  { at, answers }: Traces,
  item: OfferedItem,
  { row }: Recognisable,
): Promise<void> {
  const wallet = clientOf(at.service, "wallet", {});
  const code = await codeOf(at, item);
  const { status, body } = await exchangeCode(at, code);
  assert.equal(status, 200);
  const bearer = { authorization: `Bearer ${body.access_token}` };
  const request = async (claims: Readonly<Record<string, unknown>>) =>
    await wallet.post("/v1/credentials", requestOf(await proofOf(claims)), bearer);
  const { studentFullName: name, studentEmail: mail } = row;
  answers.push(
    await exchangeCode(at, code),
    await exchangeCode(at, name),
    await request({ nonce: mail, aud: name, iss: mail }),
    await request({ nonce: body.c_nonce, aud: name }),
    await wallet.post("/v1/credentials", { format: name, proof: { jwt: mail } }, bearer),
    await wallet.post("/v1/credentials", row, bearer),
    await wallet.get(`/v1/credentials/offers/${encodeURIComponent(name)}`),
    await wallet.get(`/v1/credentials/status-lists/${encodeURIComponent(mail)}`),
  );
  const statuses = answers.slice(-8).map((answer) => answer.status);
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 400, 404, 404]);
}

/** A student redeems an offer and shows the credential to an employer, who reads it once. */
async function redeemAndShow(
  { at, answers }: Traces,
  { offerUri }: OfferedItem,
  { row }: Recognisable,
): Promise<void> {
  const held = heldInMemory();
  const { service, employer } = at;
  assert.equal((await runWallet(service, ["redeem", offerUri], "", held)).code, 0);
  const started = await startEmployer(employer);
  const { authorizationRequest: request } = started;
  const { studentFullName: name, studentEmail: mail } = row;
  answers.push(
    await sendAnswer(service, request, { vp_token: { academic_degree: [name] } }),
    await sendAnswer(service, request, { vp_token: { [mail]: [JSON.stringify(row)] } }),
    await sendAnswer(service, request, { state: mail, error: name, error_description: mail }),
  );
  assert.deepEqual(answers.slice(-3).map(({ status }) => status), [400, 400, 404]);
  const shown = await runWallet(service, ["present", started.authorizationRequestUri], "", held);
  assert.equal(shown.code, 0, shown.stderr);
  assertHidden(secretsOfClaims(row), { "the callback's reply": latin1(shown.stdout) });
  const path = employerPathOf(started);
  const failed = await startEmployer(employer);
  answers.push(
    await sendAnswer(service, request, { vp_token: { academic_degree: [name] } }),
    await sendAnswer(service, failed.authorizationRequest, {
      error: name,
      error_description: mail,
    }),
    await employer.get(employerPathOf(failed)),
    await employer.get(`${path}?claimsDelivery=peek`),
    await employer.get(`${employerSessionsPath}?clientId=employer&limit=100`),
  );
  const claimed = await employer.get(path);
  assert.equal(claimed.body.decision.disclosedClaims.family_name, row.claimValues["family_name"]);
  answers.push(
    await employer.get(path),
    await employer.get(`${employerSessionsPath}?clientId=employer&limit=100`),
  );
}

function secretsOfClaims({ claimValues }: Recognisable["row"]): readonly string[] {
  return Object.values(claimValues).filter((value) => typeof value === "string");
}

/** Removes a student's row, as the operator's command does. */
async function removeRow(
  { at: { service: { store, clock } } }: Traces,
  { batchId, itemId, mode }: {
    readonly batchId: string;
    readonly itemId: string;
    readonly mode: keyof typeof modes;
  },
): Promise<void> {
  const random = seededRandom(51);
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const secrets = { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) };
  const keys = await openDataKeys({ store, clock, random, secrets });
  const removed = await removeItem({
    audit: openOperatorAudit({ clock, random, dataKeys: keys }),
    units: openUnits(store),
    credentialBatches: openCredentialBatches({
      store,
      clock,
      random,
      mode,
      atRest: keys["at-rest"],
      codes: keys["session-token"],
      rowDays: 90,
    }),
  }, { batchId: BatchId.parse(batchId), itemId: BatchItemId.parse(itemId) });
  assert(removed.ok);
}

/** Reads what the service exports about a client. */
async function readExports({ at: { service, registry }, answers }: Traces, mode: string) {
  const client = mode === "sandbox" ? registry : null;
  for (const path of ["/v1/screen/gdpr/export", "/v1/verify/gdpr/export"]) {
    if (client !== null) answers.push(await client.get(path));
  }
  answers.push(
    await clientOf(service, "anybody", {}).get(
      "/v1/credentials/.well-known/openid-credential-issuer",
    ),
  );
}

const day = { hours: 24 };

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`${mode}: nothing of a student stands in clear anywhere, and of a redeemed or removed row nothing at all`, async () => {
    const folder = await Deno.makeTempDir();
    {
      const faults = failingBackend();
      const traces = await traced(mode, folder, { wrapBackend: faults.wrapBackend });
      await using at = traces.at;
      const { service, registry } = at;
      const students = recognisableStudents([
        "Refused",
        "Redeemed",
        "Removed",
        "Revoked",
        "Waiting",
        "Csv",
        "Crashed",
      ]);
      const { Refused, Redeemed, Removed, Revoked, Waiting, Csv, Crashed } = students;
      const templateId = await approvedDegree(at);
      await sendRefused(traces, templateId, Refused);
      const rows = [Redeemed, Removed, Revoked, Waiting].map(({ row }) => row);
      const batchId = await submittedBatch(at, templateId, rows);
      const uploaded = await registry.post(BATCHES, csvBody(templateId, csvOf([Csv])));
      traces.answers.push(uploaded);
      // A process that dies here leaves rows without their batch.
      const crash = Promise.reject(new Error("A fault before the last commit"));
      crash.catch(() => {});
      service.holdNextCommit(crash);
      const crashed = await registry.post(BATCHES, batchBody(templateId, [Crashed.row]));
      assert.equal(crashed.status, 500);
      traces.answers.push(crashed);
      const unread = (await decryptedRecords(traces.kv, service)).filter(({ text }) =>
        text === null
      );
      assert.equal(unread.length, 1, "what the fault has left is there, and nobody can read it");
      assert(unread[0]!.expiresAt !== null);
      await recheckAndApprove(traces, batchId, Redeemed);
      await recheckAndApprove(traces, uploaded.body.batchId, {
        ...Csv,
        row: { ...Csv.row, claimValues: csvClaims(Csv) },
      });
      const [redeemed, removed, revoked] = await itemsOf(at, batchId);
      const [ofCsv] = await itemsOf(at, uploaded.body.batchId);
      await sendFromWallet(traces, ofCsv!, Csv);
      assert((await readable(traces)).includes(Redeemed.row.studentFullName), "the search works");
      await redeemAndShow(traces, redeemed!, Redeemed);
      await assertForgotten(traces, Redeemed);
      await removeRow(traces, { mode, batchId, itemId: removed!.itemId });
      await assertForgotten(traces, Removed);
      traces.answers.push(await registry.post(`${revoked!.path}/offer`, undefined));
      traces.answers.push(await registry.post(`${revoked!.path}/revoke`, undefined));
      await assertForgotten(traces, Revoked);
      await assertForgotten(traces, Crashed);
      await readExports(traces, mode);
      await service.runMaintenance();
      const all = Object.values(students).flatMap(({ secrets }) => secrets);
      await assertNowhere(folder, traces, all);
      await assertLapses(traces, { batchId, waiting: Waiting });
      await assertNowhere(folder, traces, all);
    }
    await Deno.remove(folder, { recursive: true });
  });
}

/** The claims of the rows of {@link csvOf}. */
function csvClaims({ row: { claimValues } }: Recognisable): Readonly<Record<string, unknown>> {
  const { family_name, given_name, award_title, award_date } = claimValues;
  return { family_name, given_name, award_title, award_date };
}

/**
 * Asserts that an unredeemed row disappears after 90 days: for readers immediately, from the store
 * soon afterwards.
 */
async function assertLapses(
  traces: Traces,
  { batchId, waiting }: { readonly batchId: string; readonly waiting: Recognisable },
): Promise<void> {
  const { at: { service, registry }, kv } = traces;
  const held = (await decryptedRecords(kv, service)).filter(({ text }) =>
    text?.includes(waiting.row.studentFullName)
  );
  // A database counts by the machine's clock.
  const until = Temporal.Now.instant().add({ hours: 90 * 24, minutes: 5 }).epochMilliseconds;
  assert.equal(held.length, 1);
  assert(held.every(({ expiresAt }) => expiresAt !== null && expiresAt <= until));
  const read = await registry.get(`${BATCHES}/${batchId}`);
  assert(read.text.includes(waiting.row.studentFullName));
  for (let days = 0; days < 90; days++) service.clock.advance(day);
  const late = await registry.get(`${BATCHES}/${batchId}`);
  assert.equal(late.status, 200);
  traces.answers.push(late);
}

for (const mode of ["sandbox", "live"] as const) {
  Deno.test(`${mode}: nor where the store fails, or the identity provider is down`, async () => {
    const folder = await Deno.makeTempDir();
    {
      const faults = failingBackend();
      const traces = await traced(mode, folder, { wrapBackend: faults.wrapBackend });
      await using at = traces.at;
      const { service, registry, employer } = at;
      const { Redeemed, Waiting } = recognisableStudents(["Redeemed", "Waiting"]);
      const statuses: number[] = [];
      /** Sends a request to a store that fails at every kind of access, then to one that works. */
      const failing = async (send: () => Promise<Answer>): Promise<Answer> => {
        for (const what of ["reads", "commits"] as const) {
          faults.fail(what);
          const failed = await send();
          faults.fail(null);
          statuses.push(failed.status);
          if (failed.status >= 500) traces.answers.push(failed);
        }
        const done = await send();
        assert(done.status < 500, done.text);
        return done;
      };
      const templateId = await approvedDegree(at);
      const rows = [Redeemed.row, Waiting.row];
      const { body: { batchId } } = await failing(() =>
        registry.post(BATCHES, batchBody(templateId, rows))
      );
      const [item, waiting] = await itemsOf(at, batchId);
      await failing(() => registry.post(`${item!.path}/recheck`, recheckOf(Redeemed)));
      await failing(() => approveBatch(at, batchId));
      const offered = (await itemsOf(at, batchId))[0]!;
      const code = await codeOf(at, offered);
      const token = await failing(() => exchangeCode(at, code));
      const wallet = clientOf(service, "wallet", {});
      const proof = requestOf(await proofOf({ nonce: token.body?.c_nonce }));
      const bearer = { authorization: `Bearer ${token.body?.access_token}` };
      await failing(() => wallet.post("/v1/credentials", proof, bearer));
      const renewed = await failing(() => registry.post(`${item!.path}/offer`, undefined));
      const held = heldInMemory();
      const { offerUri } = renewed.body;
      assert.equal((await runWallet(service, ["redeem", offerUri], "", held)).code, 0);
      const started = await startEmployer(employer);
      faults.fail("commits");
      await runWallet(service, ["present", started.authorizationRequestUri], "", held);
      faults.fail(null);
      const shown = await runWallet(
        service,
        ["present", started.authorizationRequestUri],
        "",
        held,
      );
      assert.equal(shown.code, 0, shown.stderr);
      const claimed = await failing(() => employer.get(employerPathOf(started)));
      assert.notEqual(claimed.body.decision.disclosedClaims, null);
      await failing(() => registry.post(`${waiting!.path}/revoke`, undefined));
      at.loseProvider();
      service.clock.advance({ minutes: 30 });
      const lost = await registry.post(BATCHES, batchBody(templateId, rows));
      assert.equal(lost.status, mode === "live" ? 503 : 201);
      traces.answers.push(lost);
      const faultsSeen = statuses.filter((status) => status >= 500).length;
      assert(faultsSeen >= 12, statuses.join());
      assert(service.logLines.some((line) => line.includes("A fault of the store")));
      await assertNowhere(folder, traces, [...Redeemed.secrets, ...Waiting.secrets]);
    }
    await Deno.remove(folder, { recursive: true });
  });
}
