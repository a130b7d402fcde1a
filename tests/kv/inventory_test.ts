import assert from "node:assert/strict";
import { openCertifier } from "../../cli/admin/certify.ts";
import { ClientId } from "../../core/access/schema.ts";
import { AcademicIssuerId, SignatoryId } from "../../core/credentials/issuer_schema.ts";
import { BatchId, BatchItemId, CredentialBatch } from "../../core/credentials/batch_schema.ts";
import { openIssuerActs } from "../../kv/academic_issuer_acts.ts";
import { openCredentialNonces } from "../../kv/credential_nonces.ts";
import { openCredentialStatuses } from "../../kv/credential_statuses.ts";
import { TemplateId } from "../../core/credentials/template_schema.ts";
import { openCredentialBatches } from "../../kv/credential_batches.ts";
import { openCredentialTemplates } from "../../kv/credential_templates.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openCredentialTokens } from "../../kv/credential_tokens.ts";
import { openLoginRegistrations } from "../../kv/login_registrations.ts";
import { openSignatoryRecords } from "../../kv/signatories.ts";
import type { KeyKind } from "../../kv/store/define_key.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { openUsedAssertions } from "../../kv/used_assertions.ts";
import { snapshotOfFile } from "../../kv/backends/sqlite_snapshot.ts";
import { putRecord } from "../support/clients.ts";
import { DEGREE, employerPathOf, startEmployer, verifierRole } from "../support/employing.ts";
import { evidenceKeys } from "../support/evidence.ts";
import { logIn, openBrowser } from "../support/login_journey.ts";
import { CLEAR_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { COMPLETE, onboardingPath } from "../support/onboarding.ts";
import { seededRandom } from "../support/random.ts";
import { liveEnvironment, serviceInMemory, type TestService } from "../support/service.ts";
import { believingSandbox, present, start } from "../support/verifying.ts";

const root = new URL("../../", import.meta.url);

/** The data keys of a live service. */
async function liveKeys({ store, clock }: Pick<TestService, "store" | "clock">) {
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const secrets = { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) };
  return await openDataKeys({ store, clock, random: seededRandom(3), secrets });
}

/** Puts a batch on file, as a live service does. */
async function putBatch({ store, clock }: Pick<TestService, "store" | "clock">): Promise<void> {
  const keys = await liveKeys({ store, clock });
  const batches = openCredentialBatches({
    store,
    clock,
    random: seededRandom(4),
    mode: "live",
    atRest: keys["at-rest"],
    codes: keys["session-token"],
    rowDays: 90,
  });
  const batch = CredentialBatch.parse({
    id: "01890a5d-ac96-774b-bcce-b302099a8058",
    mode: "live",
    academicIssuerId: "university",
    credentialTemplateId: "01890a5d-ac96-774b-bcce-b302099a8057",
    submissionMethod: "API",
    preparedBySignatoryId: "registrar",
    status: "PENDING_APPROVAL",
    createdAt: clock.now().toString({ smallestUnit: "millisecond" }),
    approvedAt: null,
    approvedBySignatoryId: null,
    itemCount: 1,
    differing: [],
    recheckedBy: [],
  });
  const prepared = await batches.prepare(batch, [{
    studentFullName: "Wilhelmina Recognisable",
    studentEmail: "w@students.example",
    studentDob: null,
    institutionStudentId: null,
    claimValues: {},
  }]);
  const units = openUnits(store);
  const unit = units.begin();
  prepared.add(unit);
  await units.commit(unit);
}

/** Puts a template on file, as a live service does. */
async function putTemplate({ store, clock }: Pick<TestService, "store" | "clock">): Promise<void> {
  const keys = await liveKeys({ store, clock });
  const templates = openCredentialTemplates({ store, mode: "live", atRest: keys["at-rest"] });
  const units = openUnits(store);
  const unit = units.begin();
  templates.add(unit, {
    id: TemplateId.parse("01890a5d-ac96-774b-bcce-b302099a8057"),
    mode: "live",
    academicIssuerId: AcademicIssuerId.parse("university"),
    credentialType: "ENROLMENT",
    claimsSchema: { type: "object" },
    sdJwtDisclosureFrame: {},
    status: "DRAFT",
    createdAt: "2026-01-01T00:00:00.000Z",
    submittedAt: null,
    reviewedAt: null,
    reviewNotes: null,
  });
  await units.commit(unit);
}

/** A declared kind of key, and the module that declares it. */
interface Declared extends KeyKind {
  readonly module: string;
}

async function modules(folder = "kv/"): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
    // Backends keep whatever they are given.
    if (isDirectory && name !== "backends") found.push(...await modules(`${folder}${name}/`));
    if (name.endsWith(".ts")) found.push(`${folder}${name}`);
  }
  return found;
}

function isKeyKind(exported: unknown): exported is KeyKind {
  return typeof exported === "object" && exported !== null && "personal" in exported &&
    "lifetime" in exported && "key" in exported;
}

/** Every kind of key that a module exports, by its name. */
async function declared(): Promise<readonly Declared[]> {
  const found: Declared[] = [];
  for (const path of await modules()) {
    const exported = await import(new URL(path, root).href);
    const kinds = Object.values(exported).filter(isKeyKind);
    found.push(...kinds.map((kind) => ({ ...kind, module: path.replace("kv/", "") })));
  }
  return found.toSorted((a, b) => a.name < b.name ? -1 : 1);
}

/** The rows of a table, cell by cell, of those whose first cell matches. */
async function rowsOf(page: string, first: RegExp): Promise<readonly (readonly string[])[]> {
  const text = await Deno.readTextFile(new URL(page, root));
  return text.split("\n")
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()))
    .filter(([cell]) => cell !== undefined && first.test(cell));
}

const orNone = (text: string | null) => text ?? "-";

Deno.test("every kind of key is declared once", async () => {
  const names = (await declared()).map(({ name }) => name);
  assert(names.length > 20);
  assert.deepEqual(names, [...new Set(names)]);
});

Deno.test("kv/README.md has the row of every declared key, and no other", async () => {
  const rows = await rowsOf("kv/README.md", /^`\["/);
  const expected = (await declared()).map(({ name, parts, value, lifetime, module }) => [
    `\`["${[`${name}"`, ...parts].join(", ")}]\``,
    value,
    orNone(lifetime),
    `\`${module}\``,
  ]);
  assert.deepEqual(rows, expected);
});

Deno.test("docs/data.md says of every declared key what its declaration says, and has no other", async () => {
  const rows = (await rowsOf("docs/data.md", /^`[a-z_]+`$/)).filter(({ length }) => length === 7);
  const said = rows.map(([name, , , kept, protection, personal]) => [
    name!,
    kept!,
    protection!,
    personal!,
  ]);
  const expected = (await declared()).map((kind) => [
    `\`${kind.name}\``,
    orNone(kind.lifetime),
    orNone(kind.protected),
    kind.personal,
  ]);
  const byName = ([a = ""]: readonly string[], [b = ""]: readonly string[]) =>
    a.replaceAll("`", "") < b.replaceAll("`", "") ? -1 : 1;
  assert.deepEqual(said.toSorted(byName), expected);
});

Deno.test("no code of the store begins a key with a kind that is not declared", async () => {
  // What a cryptographic key may be used for also stands in lists (WebCrypto's KeyUsage).
  const known = [...(await declared()).map(({ name }) => name), "encrypt", "sign"];
  for (const path of await modules()) {
    const source = await Deno.readTextFile(new URL(path, root));
    const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/macOf\([^;]*?\]\)/g, "")
      .replace(/^ *parts: \[.*$/gm, "");
    const literals = [...code.matchAll(/(?<![\w\])>])\[\s*"([a-z][a-z_]*)"/g)];
    for (const [, kind] of literals) assert(known.includes(kind!), `${path}: ${kind}`);
  }
});

/** Fills a status list: some revocations stand in a page in the end, others still by themselves. */
async function issueAndRevoke({ store, clock }: Pick<TestService, "store" | "clock">) {
  const statuses = openCredentialStatuses({ store, clock, random: seededRandom(), mode: "live" });
  const units = openUnits(store);
  const unit = units.begin();
  const { listId, idx } = await statuses.allocate(unit, AcademicIssuerId.parse("university"));
  const around = Array.from({ length: 20 }, (_, n) => (idx >> 5 << 5) + n);
  for (const near of around) await statuses.revoke(unit, { listId, idx: near });
  await units.commit(unit);
  await (await statuses.list(listId))?.bytes();
  const other = units.begin();
  await statuses.revoke(other, { listId, idx });
  await units.commit(other);
}

/** Gives a wallet's secrets out. */
async function nameSecrets({ store, clock }: Pick<TestService, "store" | "clock">) {
  const opening = { store, clock, random: seededRandom(), mode: "live", tokenMinutes: 5 } as const;
  const units = openUnits(store);
  const unit = units.begin();
  openCredentialNonces({ ...opening, nonceMinutes: 5 }).add(unit);
  openCredentialTokens(opening).add(unit, {
    batchId: BatchId.parse("01900000-0000-7000-8000-000000000001"),
    itemId: BatchItemId.parse("01900000-0000-7000-8000-000000000002"),
    offerHash: "",
  });
  await units.commit(unit);
}

Deno.test("whatever a busy service stores has its row in the inventory", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  {
    await using service = await serviceInMemory({
      mode: "live",
      kv,
      policy: {},
      verifying: believingSandbox,
    });
    const acme = service.as("acme");
    const { publicJwk } = await evidenceKeys();
    await putRecord(service, "acme", { evidenceEncryptionKey: publicJwk });
    const acts = { ...service, random: seededRandom(), audit: { record: () => {} } };
    await openLoginRegistrations(acts).put(ClientId.parse("globex"), {
      redirectUris: ["https://rp.example/callback"],
    });
    assert.equal((await acme.post(onboardingPath, COMPLETE)).status, 200);
    const signatory = { id: SignatoryId.parse("s1"), name: "Jana", idpSubject: "sub" };
    const academicIssuerId = AcademicIssuerId.parse("example-university");
    await openSignatoryRecords(acts).put({ ...signatory, academicIssuerId });
    const units = openUnits(service.store);
    const unit = units.begin();
    const until = service.clock.now().add({ hours: 168 });
    openUsedAssertions({ ...service, issuer: "https://idp.example" }).add(unit, {
      jti: "1",
      until,
    });
    assert.equal((await units.commit(unit)).kind, "committed");
    const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
    const institutions = openIssuerActs({
      ...acts,
      secrets: { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) },
      certifier: openCertifier({ ...acts, issuer: "https://aval.example/v1/credentials" }),
    });
    await institutions.put(AcademicIssuerId.parse("vienna"), {
      brand: { name: "Wien", country: "AT", logo: null, colour: null },
      own: null,
    });
    const started = await start(acme, "aml-identity");
    assert.equal((await present(service, started, { pid_aml_identity: ERIKA })).status, 200);
    const employer = service.as("acme", verifierRole);
    const academic = await startEmployer(employer);
    assert.equal((await present(service, academic, { academic_degree: DEGREE })).status, 200);
    await employer.get(`${employerPathOf(academic)}?claimsDelivery=peek`);
    const key = { "idempotency-key": "order-1" };
    await acme.post("/v1/screen", { name: CLEAR_NAME }, key);
    const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME, mode: "sandbox" });
    const review = { decision: "escalated", notes: "x".repeat(2_000) };
    const reviewed = await acme.post(`/v1/screen/${body.meta.decisionId}/review`, review);
    assert.equal(reviewed.status, 200);
    await acme.get("/v1/screen/gdpr/export");
    for (let hour = 0; hour < 30; hour++) {
      // A token lives for an hour; another role makes another one.
      const again = service.as("acme", { roles: [`${hour}`] });
      for (let request = 0; request < (hour === 29 ? 150 : 5); request++) {
        await again.get("/v1/lists");
      }
      await service.runMaintenance();
      service.clock.advance({ hours: 1 });
    }
    await issueAndRevoke(service);
    await putTemplate(service);
    await putBatch(service);
    await nameSecrets(service);
    await logIn(service, openBrowser(service), {
      client_id: "globex",
      redirect_uri: "https://rp.example/callback",
    });
  }
  const stored = new Set<string>();
  for await (const { key } of snapshotOfFile(kv)) stored.add(key[0]);
  const known = (await declared()).map(({ name }) => name);
  for (const kind of stored) assert(known.includes(kind), kind);
  // Read only, seldom there at all, or gone again after a minute of a slow machine.
  const seldom = [
    "anomaly_told",
    "audit_outbox",
    "chunk",
    "incomplete",
    "rate_limit",
    "store_probe",
  ];
  const missed = known.filter((kind) => !stored.has(kind) && !seldom.includes(kind));
  assert.deepEqual(missed, [], "the test's service stores nothing of these kinds");
  await Deno.remove(folder, { recursive: true });
});
