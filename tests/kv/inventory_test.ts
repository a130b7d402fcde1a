import assert from "node:assert/strict";
import { ok } from "../../base/result.ts";
import { runAdmin } from "../support/admin.ts";
import { ClientId } from "../../core/access/schema.ts";
import { listClientTokens } from "../../kv/access/client_tokens.ts";
import { openLoginRegistrations } from "../../kv/login/login_registrations.ts";
import { snapshotOfFile } from "../../kv/backends/sqlite_snapshot.ts";
import { putRecord } from "../support/clients.ts";
import { students } from "../support/credential_batches.ts";
import { codeOf, exchangeCode, offersTo } from "../support/credential_journey.ts";
import { declaredKeys, storeModules } from "../support/declared_keys.ts";
import { liveInstitution } from "../support/live_institutions.ts";
import { employerPathOf, startEmployer } from "../support/employing.ts";
import { evidenceKeys } from "../support/evidence.ts";
import { logIn, openBrowser } from "../support/login_journey.ts";
import { monitorTwice } from "../support/monitoring.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../support/names.ts";
import { ERIKA } from "../support/sandbox_wallet.ts";
import { reviewsPath } from "../support/kyb_reviews.ts";
import { COMPLETE, onboardingPath } from "../support/onboarding.ts";
import { seededRandom } from "../support/random.ts";
import { liveEnvironment, serviceInMemory, type TestClient } from "../support/service.ts";
import { believingSandbox, present, start } from "../support/verifying.ts";
import { corpusTag, smallCorpus, walletRiskPath } from "../support/wallet_risk.ts";
import { heldInMemory, runWallet } from "../support/wallet.ts";

const root = new URL("../../", import.meta.url);

/** The rows of a table whose first cell matches, as cells. */
async function rowsOf(page: string, first: RegExp): Promise<readonly (readonly string[])[]> {
  const text = await Deno.readTextFile(new URL(page, root));
  return text.split("\n")
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()))
    .filter(([cell]) => cell !== undefined && first.test(cell));
}

const orNone = (text: string | null) => text ?? "-";

Deno.test("every kind of key is declared once", async () => {
  const names = (await declaredKeys()).map(({ name }) => name);
  assert(names.length > 20);
  assert.deepEqual(names, [...new Set(names)]);
});

Deno.test("kv/README.md has the row of every declared key, and no other", async () => {
  const rows = await rowsOf("kv/README.md", /^`\["/);
  const expected = (await declaredKeys()).map(({ name, parts, value, lifetime, module }) => [
    `\`["${[`${name}"`, ...parts].join(", ")}]\``,
    value,
    orNone(lifetime),
    `\`${module}\``,
  ]);
  assert.deepEqual(rows, expected);
});

Deno.test("docs/data.md says of every declared key what its declaration says, and has no other", async () => {
  const rows = await rowsOf("docs/data.md", /^`[a-z_]+`(, `[a-z_]+`)*$/);
  // Kinds with personal data have a row each, with more columns; others share one.
  const said = rows.flatMap((cells) => {
    if (cells.length === 7) return [[cells[0]!, cells[3]!, cells[4]!, cells[5]!]];
    if (cells.length !== 3) return [];
    return cells[0]!.split(", ").map((name) => [name, cells[1]!, cells[2]!, "no"]);
  });
  const expected = (await declaredKeys()).map((kind) => [
    `\`${kind.name}\``,
    orNone(kind.lifetime),
    orNone(kind.protected),
    kind.personal.startsWith("no") ? "no" : kind.personal.replace(/^yes: /, ""),
  ]);
  const byName = ([a = ""]: readonly string[], [b = ""]: readonly string[]) =>
    a.replaceAll("`", "") < b.replaceAll("`", "") ? -1 : 1;
  assert.deepEqual(said.toSorted(byName), expected);
});

Deno.test("no code of the store begins a key with a kind that is not declared", async () => {
  // What a cryptographic key may be used for also stands in lists (WebCrypto's KeyUsage).
  const known = [...(await declaredKeys()).map(({ name }) => name), "encrypt", "sign"];
  for (const path of await storeModules()) {
    const source = await Deno.readTextFile(new URL(path, root));
    const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/macOf\([^;]*?\]\)/g, "")
      .replace(/^ *parts: \[.*$/gm, "");
    const literals = [...code.matchAll(/(?<![\w\])>])\[\s*"([a-z][a-z_]*)"/g)];
    for (const [, kind] of literals) assert(known.includes(kind!), `${path}: ${kind}`);
  }
});

/**
 * An institution issues and an employer verifies. Of the students one has redeemed and presented a
 * credential, one is revoked, one has an access token and a nonce, and one has done nothing.
 */
async function issueAndVerify(kv: string): Promise<void> {
  await using at = await liveInstitution({ kv, seed: 8 });
  const [redeemed, revoked, exchanged] = await offersTo(at, students(4));
  const held = heldInMemory();
  for (const { offerUri } of [redeemed!, revoked!]) {
    assert.equal((await runWallet(at.service, ["redeem", offerUri], "", held)).code, 0);
  }
  const started = await startEmployer(at.employer);
  const { code, stderr } = await runWallet(
    at.service,
    ["present", started.authorizationRequestUri],
    "",
    held,
  );
  assert.equal(code, 0, stderr);
  assert.equal(
    (await at.employer.get(`${employerPathOf(started)}?claimsDelivery=peek`)).status,
    200,
  );
  assert.equal((await at.registry.post(`${revoked!.path}/revoke`, undefined)).status, 200);
  assert.equal((await exchangeCode(at, await codeOf(at, exchanged!))).status, 200);
}

/** Two operators accept and reject an application that staff has reviewed. */
async function rejectDraft(kv: string, draftId: string, staff: TestClient): Promise<void> {
  const run = async (...args: readonly string[]) => {
    const { status, out } = await runAdmin(kv, ["kyb", ...args], {
      variables: { ...await liveEnvironment(), AVAL_MODE: "live" },
    });
    assert.equal(status, 0);
    return out.trim();
  };
  const id = await run("accept", draftId, "--client", "initech", "--operator", "alice");
  assert.equal((await staff.post(reviewsPath(id), undefined)).status, 201);
  await run("reject", id, "--rationale", "No papers", "--operator", "bob");
}

Deno.test("whatever a busy service stores has its row in the inventory", async () => {
  const folder = await Deno.makeTempDir();
  const kv = `${folder}/kv.sqlite3`;
  const corpus = `${folder}/tags.aval`;
  await Deno.writeFile(corpus, smallCorpus("run", [corpusTag()]).bytes);
  {
    await using service = await serviceInMemory({
      mode: "live",
      env: { AVAL_TAGPACKS: corpus },
      kv,
      policy: {},
      verifying: believingSandbox,
      eventSender: {
        judge: () => Promise.resolve(ok(null)),
        post: () => Promise.resolve({ outcome: "connection", status: null }),
      },
    });
    const acme = service.as("acme");
    const { publicJwk } = await evidenceKeys();
    await putRecord(service, "acme", { monitoring: true, evidenceEncryptionKey: publicJwk });
    await monitorTwice(service, [acme]);
    const acts = { ...service, random: seededRandom(), audit: { record: () => {} } };
    await openLoginRegistrations(acts).put(ClientId.parse("globex"), {
      redirectUris: ["https://rp.example/callback"],
    });
    const drafted = await acme.post(onboardingPath, COMPLETE);
    assert.equal(drafted.status, 200);
    const staff = service.as("kyb-desk", { roles: ["kyb-reviewer"] });
    await rejectDraft(kv, drafted.body.draftId, staff);
    assert.equal((await acme.post(onboardingPath, COMPLETE)).status, 200);
    const started = await start(acme, "aml-identity");
    assert.equal((await present(service, started, { pid_aml_identity: ERIKA })).status, 200);
    const key = { "idempotency-key": "order-1" };
    await acme.post("/v1/screen", { name: CLEAR_NAME }, key);
    const { body } = await acme.post("/v1/screen", { name: POSSIBLE_NAME, mode: "sandbox" });
    const review = { decision: "escalated", notes: "x".repeat(2_000) };
    const reviewed = await acme.post(`/v1/screen/${body.meta.decisionId}/review`, review);
    assert.equal(reviewed.status, 200);
    const known = { name: POSSIBLE_NAME, mode: "sandbox", subjectRef: "c-1" };
    const { body: { meta } } = await acme.post("/v1/screen", known);
    const clear = { decision: "false_positive", clearForDays: 30 };
    assert.equal((await acme.post(`/v1/screen/${meta.decisionId}/review`, clear)).status, 200);
    const listed = await acme.post("/v1/screen", { name: CONFIRMED_NAME, mode: "sandbox" });
    const disposed = await acme.post(
      `/v1/screen/decisions/${listed.body.meta.decisionId}/dispositions`,
      { ...review, reviewer: "max" },
    );
    assert.equal(disposed.status, 200);
    await service.recordLists();
    await Array.fromAsync(listClientTokens(service, ClientId.parse("acme")));
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
    const last = service.as("acme", { roles: ["last"] });
    const batch = { items: [{ name: POSSIBLE_NAME, subjectRef: "c-1" }], mode: "sandbox" };
    for (let batches = 0; batches < 2; batches++) {
      await service.runBatches();
      assert.equal((await last.post("/v1/screen/batches", batch)).status, 202);
    }
    const { body: { endpointId } } = await last.post("/v1/events/endpoints", {
      url: "https://receiver.example/events",
      publicKeySignature: true,
    });
    // One that is delivered in vain, and one that has no number yet.
    assert.equal((await last.post(`/v1/events/endpoints/${endpointId}/test`, {})).status, 202);
    await service.runEvents();
    assert.equal((await last.post(`/v1/events/endpoints/${endpointId}/test`, {})).status, 202);
    const wallet = { network: "ETH", address: corpusTag().address };
    const scored = await service.as("globex").post(walletRiskPath, wallet, key);
    assert.equal(scored.status, 200);
    await logIn(service, openBrowser(service), {
      client_id: "globex",
      redirect_uri: "https://rp.example/callback",
    });
  }
  await issueAndVerify(kv);
  const stored = new Set<string>();
  for await (const { key } of snapshotOfFile(kv)) stored.add(key[0]);
  const known = (await declaredKeys()).map(({ name }) => name);
  for (const kind of stored) assert(known.includes(kind), kind);
  // Of newer lists, of sessions whose answers are encrypted, of a sandbox's playground, of persons at the desk, read only, seldom there at all,
  // only after hundreds of revocations, gone with the end of an act or of a request, or gone again after
  // a minute of a slow machine.
  const seldom = [
    "anomaly_told",
    "answer_key",
    "audit_outbox",
    "audit_verification",
    "chunk",
    "client_offboarding",
    "credential_batch_staged",
    "credential_status_page",
    "edition_changes",
    "edition_generation",
    "incomplete",
    "console_link",
    "console_login",
    "person_session",
    "playground_wallet",
    "sandbox_browser",
    "sandbox_lists_advanced",
    "rate_limit",
    "signing_attempt",
    "store_probe",
  ];
  const missed = known.filter((kind) => !stored.has(kind) && !seldom.includes(kind));
  assert.deepEqual(missed, [], "the test's service stores nothing of these kinds");
  await Deno.remove(folder, { recursive: true });
});
