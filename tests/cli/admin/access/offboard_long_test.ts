import assert from "node:assert/strict";
import { z } from "zod";
import type { Clock } from "../../../../base/clock.ts";
import { readSecrets } from "../../../../cli/admin/command/secrets.ts";
import { ClientId } from "../../../../core/access/schema.ts";
import { SessionId } from "../../../../core/presentation/schema.ts";
import { loggedAnomalies, throttles } from "../../../../kv/anomalies/anomaly_records.ts";
import { snapshotOfFile } from "../../../../kv/backends/sqlite_snapshot.ts";
import { openDisclosedClaims } from "../../../../kv/credentials/disclosed_claims.ts";
import {
  clientEmployerSessions,
  observedRevocations,
} from "../../../../kv/credentials/employer_sessions.ts";
import { dueDeliveries, eventDeliveries } from "../../../../kv/events/event_deliveries.ts";
import { eventEndpoints } from "../../../../kv/events/event_endpoints.ts";
import { eventHeads, eventPlaces, keptEvents } from "../../../../kv/events/event_feed.ts";
import { eventOutbox, eventOwner } from "../../../../kv/events/event_outbox.ts";
import { eventReaders } from "../../../../kv/events/event_readers.ts";
import { eventWakes } from "../../../../kv/events/event_wakes.ts";
import { openDataKeys } from "../../../../kv/keys/data_keys.ts";
import { openLoginRegistrations } from "../../../../kv/login/login_registrations.ts";
import { openStore } from "../../../../kv/opening/open_store.ts";
import { addTo, openUnits } from "../../../../kv/store/unit.ts";
import type { Backend } from "../../../../kv/store/backend.ts";
import { put, type Store } from "../../../../kv/store/store.ts";
import { walletRiskAnswers } from "../../../../kv/wallet_risk/wallet_risk_answers.ts";
import { openAnswerKeys } from "../../../../kv/presentation/answer_keys.ts";
import { openAuditLog } from "../../../../kv/audit/audit_log.ts";
import { putRecord } from "../../../support/clients.ts";
import { evidenceKeys } from "../../../support/evidence.ts";
import { fixedClock } from "../../../support/clock.ts";
import { declaredKeys } from "../../../support/declared_keys.ts";
import { decryptedRecords } from "../../../support/decrypted_store.ts";
import { Died, dyingAt } from "../../../support/dying_commits.ts";
import { startEmployer } from "../../../support/employing.ts";
import { folderOf } from "../../../support/folder.ts";
import { logIn, openBrowser } from "../../../support/login_journey.ts";
import { CLEAR_NAME, CONFIRMED_NAME, POSSIBLE_NAME } from "../../../support/names.ts";
import { monitorTwice } from "../../../support/monitoring.ts";
import { COMPLETE, onboardingPath } from "../../../support/onboarding.ts";
import { seededRandom } from "../../../support/random.ts";
import { runOnStore } from "../../../support/run_on_store.ts";
import { ERIKA } from "../../../support/sandbox_wallet.ts";
import {
  liveEnvironment,
  serviceInMemory,
  type TestClient,
  type TestService,
} from "../../../support/service.ts";
import { filePause } from "../../../support/store.ts";
import { locationOf } from "../../../support/store_location.ts";
import { believingSandbox, present, start } from "../../../support/verifying.ts";
import { corpusTag, smallCorpus, walletRiskPath } from "../../../support/wallet_risk.ts";

const acme = ClientId.parse("acme");
/** Two clients with the same requests. */
const clients = ["acme", "globex"] as const;

/** Fills a store in a file through the service, which is closed before commands run. */
async function filled(kv: string): Promise<{ readonly draftId: string }> {
  const corpus = `${kv}.tags`;
  await Deno.writeFile(corpus, smallCorpus("run-1", [corpusTag()]).bytes);
  await using service = await serviceInMemory({
    mode: "live",
    kv,
    policy: {},
    verifying: believingSandbox,
    env: { AVAL_TAGPACKS: corpus },
  });
  const { publicJwk } = await evidenceKeys();
  for (const name of clients) {
    const client = service.as(name);
    for (let count = 0; count < 3; count++) {
      const key = { "idempotency-key": `order-${count}` };
      const screened = await client.post("/v1/screen", { name: CLEAR_NAME }, key);
      assert.equal(screened.status, 200);
    }
    const { network, address } = corpusTag();
    const scored = await client.post(walletRiskPath, { network, address }, {
      "idempotency-key": "score",
    });
    assert.equal(scored.status, 200);
    const { body } = await client.post("/v1/screen", { name: POSSIBLE_NAME, mode: "sandbox" });
    const path = `/v1/screen/${body.meta.decisionId}/review`;
    assert.equal((await client.post(path, { decision: "escalated" })).status, 200);
    const listed = await client.post("/v1/screen", { name: CONFIRMED_NAME, mode: "sandbox" });
    const disposed = await client.post(
      `/v1/screen/decisions/${listed.body.meta.decisionId}/dispositions`,
      { reviewer: "max", decision: "confirmed_match" },
    );
    assert.equal(disposed.status, 200);
    const known = { name: POSSIBLE_NAME, mode: "sandbox", subjectRef: "c-1" };
    const { body: { meta } } = await client.post("/v1/screen", known);
    const clear = { decision: "false_positive", clearForDays: 30 };
    assert.equal((await client.post(`/v1/screen/${meta.decisionId}/review`, clear)).status, 200);
    await sendBatch(client);
    await putRecord(service, name, { monitoring: true, evidenceEncryptionKey: publicJwk });
    const started = await start(client, "aml-identity");
    assert.equal((await present(service, started, { pid_aml_identity: ERIKA })).status, 200);
    await startEmployer(service.as(name, { roles: ["credentials-api-verifier"] }));
    const acts = { ...service, random: seededRandom(name.length), audit: { record: () => {} } };
    await openLoginRegistrations(acts).put(ClientId.parse(name), {
      redirectUris: ["https://rp.example/callback"],
    });
    await logIn(service, openBrowser(service), {
      client_id: name,
      redirect_uri: "https://rp.example/callback",
    });
  }
  const sent = await service.fetch(onboardingPath, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(COMPLETE),
  });
  await service.runBatches();
  await monitorTwice(service, clients.map((name) => service.as(name)));
  // One that waits, beside the one that has ended.
  for (const name of clients) await sendBatch(service.as(name));
  await service.runMaintenance();
  for (const name of clients) await putSeldom(service, ClientId.parse(name));
  return await sent.json();
}

async function sendBatch(client: TestClient): Promise<void> {
  const batch = { items: [{ name: POSSIBLE_NAME, subjectRef: "c-1" }], mode: "sandbox" };
  assert.equal((await client.post("/v1/screen/batches", batch)).status, 202);
}

/** Adds rare values: of anomalies, encrypted answers, data shown to employers, and long values. */
async function putSeldom({ store, clock }: TestService, client: ClientId): Promise<void> {
  const random = seededRandom(17);
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const secrets = { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) };
  const { "at-rest": atRest } = await openDataKeys({ store, clock, random, secrets });
  const sessions = store.list(z.unknown(), { prefix: clientEmployerSessions.key(client) });
  const [session] = await Array.fromAsync(sessions);
  const id = SessionId.parse(session?.key.at(-1));
  const expiresAt = clock.now().add({ hours: 24 }).toString({ smallestUnit: "millisecond" });
  const units = openUnits(store);
  const unit = units.begin();
  openDisclosedClaims({ store, clock, random, pause: filePause, atRest, claimsDays: 30 })
    .keep(unit, id, { kind: "claims", claims: {} });
  openAnswerKeys({ store, clock, atRest }).keep(unit, { id, pendingUntil: expiresAt }, "d");
  addTo(unit, [
    put(z.unknown(), observedRevocations.key(id), { status: "valid" }),
    put(z.unknown(), throttles.key("screening", client), { expiresAt }),
    put(z.unknown(), loggedAnomalies.key("screening", client, "volume"), { expiresAt }),
    // Of events, as they stand where the service runs in live.
    ...[
      ...[eventEndpoints, eventHeads, eventOutbox, eventPlaces, eventReaders, keptEvents],
      ...[dueDeliveries, eventDeliveries],
    ].map((kind) => put(z.unknown(), kind.key(eventOwner(client), "live"), {})),
    put(z.unknown(), eventWakes.key(0, eventOwner(client), "live", "an endpoint"), {}),
    // Not encrypted as its kind is, so nobody can read it: it is in several pieces, and goes as well.
    put(z.unknown(), walletRiskAnswers.key(client, "long"), "x".repeat(150_000)),
  ]);
  assert.equal((await units.commit(unit)).kind, "committed");
}

/** Runs commands on a file, as processes of their own. */
async function commandsOn(kv: string) {
  const variables = { ...await liveEnvironment(), AVAL_MODE: "live" };
  const clock = fixedClock();
  const random = seededRandom(99);
  clock.advance({ hours: 1 });
  const use = async <T>(
    run: (store: Store) => Promise<T>,
    wrapBackend?: (backend: Backend) => Backend,
  ): Promise<T> => {
    const store = await openStore({
      location: locationOf(kv),
      clock,
      random,
      pause: filePause,
      ...(wrapBackend === undefined ? {} : { wrapBackend }),
    });
    try {
      return await run(store);
    } finally {
      store.close();
    }
  };
  const keysOf = async (store: Store) => {
    const secrets = readSecrets(variables);
    assert(secrets.ok);
    return await openDataKeys({ store, clock, random, secrets: secrets.value });
  };
  const tools = async (store: Store, out: string[] = []) => ({
    store,
    dataKeys: await keysOf(store),
    clock,
    random,
    pause: filePause,
    variables,
    out: (text: string) => void out.push(text),
    err: () => {},
  });
  return {
    clock,
    use,
    offboard: (wrapBackend?: (backend: Backend) => Backend, args: readonly string[] = []) =>
      use(async (store) => {
        const out: string[] = [];
        const done = await runOnStore(
          ["client", "offboard", acme, ...args],
          await tools(store, out),
        );
        return { done, out: out.join("") };
      }, wrapBackend),
    kyb: (verb: string, args: readonly string[], wrapBackend?: (backend: Backend) => Backend) =>
      use(async (store) => {
        const out: string[] = [];
        const done = await runOnStore(["kyb", verb, ...args], await tools(store, out));
        return { done, out: out.join("") };
      }, wrapBackend),
    register: () =>
      use(async (store) => {
        const put = ["login-client", "put", acme, "--redirect", "https://rp.example/callback"];
        return await runOnStore(put, await tools(store));
      }),
    client: () =>
      use(async (store) => {
        const out: string[] = [];
        await runOnStore(["client", "get", acme], await tools(store, out));
        return JSON.parse(out.join(""));
      }),
    events: () =>
      use(async (store) => {
        const log = { debug() {}, info() {}, warn() {}, error() {} };
        const dataKeys = await keysOf(store);
        const audit = openAuditLog({ store, clock, random, dataKeys, log, pause: filePause });
        return (await Array.fromAsync(audit.eventsOf("acme"))).map(({ event }) => event.kind);
      }),
  };
}

/** Number of keys of each kind in a file. */
async function kindsOf(kv: string): Promise<ReadonlyMap<string, number>> {
  const kinds = new Map<string, number>();
  for await (const { key: [kind] } of snapshotOfFile(kv)) {
    kinds.set(String(kind), (kinds.get(String(kind)) ?? 0) + 1);
  }
  return kinds;
}

/** The effect of an offboarding on a kind of key. */
type Fate =
  /** All of the client's keys are deleted. */
  | "deleted"
  /** They stay, and may name the client: the record that refuses it, the audit log, KYB records. */
  | "kept"
  /** They may name the client, and expire within minutes for every client. */
  | "lapses"
  /**
   * The client's data are deleted. The rest informs a page for some minutes that its session is
   * over.
   */
  | "emptied"
  /** They belong to no client, but to an institution, a student, an applicant or the service. */
  | "of nobody";

/**
 * The effect by kind of key. Before adding a kind here, check whether it contains data of a client.
 */
const fates: Readonly<Record<string, Fate>> = {
  academic_issuer: "of nobody",
  access_token: "deleted",
  access_tokens_indexed: "of nobody",
  answer_key: "deleted",
  anomaly_told: "deleted",
  audit_checkpoint: "of nobody",
  audit_checkpoint_last: "of nobody",
  audit_entry: "kept",
  audit_head: "of nobody",
  audit_of_client: "kept",
  audit_outbox: "kept",
  audit_tile: "of nobody",
  audit_seal: "of nobody",
  audit_tree: "of nobody",
  audit_verification: "of nobody",
  // As the value whose pieces they are, which in this test is a score's.
  chunk: "deleted",
  cleared_pair: "deleted",
  cleared_subject: "deleted",
  client_screening_batch: "deleted",
  client: "kept",
  client_access_token: "deleted",
  client_employer_session: "deleted",
  client_login: "deleted",
  // The console's, which ends it itself.
  client_offboarding: "lapses",
  client_session: "deleted",
  counters_removed: "of nobody",
  credential_batch: "of nobody",
  credential_batch_item: "of nobody",
  credential_batch_staged: "of nobody",
  credential_nonce: "of nobody",
  credential_offer: "of nobody",
  credential_status_changes: "of nobody",
  credential_status_current: "of nobody",
  credential_status_index: "of nobody",
  credential_status_list: "of nobody",
  credential_status_mark: "of nobody",
  credential_status_page: "of nobody",
  credential_status_taken: "of nobody",
  console_link: "lapses",
  console_login: "lapses",
  credential_template: "of nobody",
  credential_template_name: "of nobody",
  credential_token: "of nobody",
  data_key: "of nobody",
  decision: "deleted",
  decision_day: "deleted",
  decision_disposition: "deleted",
  decision_review: "deleted",
  disclosed_claims: "deleted",
  edition: "of nobody",
  edition_changes: "of nobody",
  edition_entries: "of nobody",
  edition_generation: "of nobody",
  edition_last: "of nobody",
  edition_of: "of nobody",
  employer_session: "deleted",
  event: "deleted",
  event_delivery: "deleted",
  event_due: "deleted",
  event_endpoints: "deleted",
  event_head: "deleted",
  event_outbox: "deleted",
  event_place: "deleted",
  event_reader: "deleted",
  event_signing_key: "of nobody",
  event_wake: "deleted",
  evidence_pack: "deleted",
  incomplete: "of nobody",
  issuing_authority: "of nobody",
  kyb_application: "kept",
  kyb_check: "kept",
  kyb_client_application: "kept",
  kyb_draft: "of nobody",
  kyb_record_end: "kept",
  kyb_review_draft: "kept",
  login_client_secret: "deleted",
  login_code: "deleted",
  login_request: "emptied",
  login_signing_keys: "of nobody",
  login_sso: "deleted",
  monitored_book: "deleted",
  monitored_count: "deleted",
  monitored_left: "deleted",
  monitored_subject: "deleted",
  monitored_turn: "deleted",
  monitoring_run: "deleted",
  monitoring_state: "deleted",
  observed_revocation: "deleted",
  person_session: "lapses",
  // A prospect's, whom no operator has on file.
  playground_wallet: "of nobody",
  queue_count: "deleted",
  queue_day: "deleted",
  queue_filled: "of nobody",
  queue_turn: "deleted",
  queued_decision: "deleted",
  queued_subject: "deleted",
  rate_limit: "lapses",
  replay: "deleted",
  // A sandbox's alone, whose browsers are no clients that an operator has on file.
  sandbox_browser: "of nobody",
  sandbox_lists_advanced: "of nobody",
  screening_batch: "deleted",
  screening_batch_results: "deleted",
  screening_batch_rows: "deleted",
  screening_batches_open: "deleted",
  signatory: "of nobody",
  // Housekeeping ends it, onto the chain.
  signing_attempt: "lapses",
  store_probe: "of nobody",
  throttle: "deleted",
  traffic_batch: "of nobody",
  traffic_client: "deleted",
  traffic_day: "deleted",
  traffic_hour: "deleted",
  used_assertion: "of nobody",
  verification_session: "deleted",
  wallet_risk_answer: "deleted",
};
const deletedKinds = Object.keys(fates).filter((kind) => fates[kind] === "deleted");

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await run(folder);
}

async function copyOf(kv: string, to: string): Promise<string> {
  for (const end of ["", "-wal"]) {
    await Deno.remove(`${to}${end}`).catch(() => {});
    await Deno.copyFile(`${kv}${end}`, `${to}${end}`).catch((cause) => {
      if (end === "") throw cause;
    });
  }
  await Deno.remove(`${to}-shm`).catch(() => {});
  return to;
}

/** Kinds of KYB records that remain after a server's maintenance at an instant. */
async function kybAfterMaintenance(kv: string, { now }: Clock): Promise<readonly string[]> {
  {
    await using service = await serviceInMemory({ mode: "live", kv, policy: {}, seed: 8 });
    const { seconds } = now().since(service.clock.now());
    service.clock.advance({ seconds });
    await service.runMaintenance();
  }
  return [...(await kindsOf(kv)).keys()].filter((kind) => /^kyb_(?!draft)/.test(kind)).toSorted();
}

/** Half of all keys belong to another client, and stay. */
function assertDeleted(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  for (const kind of deletedKinds) {
    const [was, is] = [before.get(kind) ?? 0, after.get(kind) ?? 0];
    assert(was >= 2, `the test stores no ${kind}`);
    assert.equal(is, was / 2, kind);
  }
}

Deno.test("an offboarding has an answer for every kind of key", async () => {
  const names = (await declaredKeys()).map(({ name }) => name);
  assert.deepEqual(Object.keys(fates).toSorted(), names);
});

Deno.test("admin client offboard deletes what is kept of one client, keeps KYB and chain, and prints counts", async () => {
  await inFolder(async (folder) => {
    const kv = `${folder}/kv.sqlite3`;
    const { draftId } = await filled(kv);
    const commands = await commandsOn(kv);
    const accepted = await commands.kyb("accept", [
      ...[draftId, "--client", "acme", "--operator", "alice"],
    ]);
    assert(accepted.done.ok);
    const before = await kindsOf(kv);
    const { done, out } = await commands.offboard();
    assert(done.ok, JSON.stringify(done));
    assert.match(out, /^decisions\t9\nreviews\t3\nsessions\t2\nemployerSessions\t1\n/);
    assert.match(out, /kybApplicationsKept\t1\n$/);
    const after = await kindsOf(kv);
    assertDeleted(before, after);
    const { clock } = commands;
    const records = await commands.use((store) => decryptedRecords(kv, { store, clock }));
    for (const { kind, text } of records) {
      if (!text?.includes("acme")) continue;
      assert(["kept", "lapses"].includes(fates[kind] ?? ""), `${kind} names the client`);
    }
    for (const kind of ["audit_entry", "kyb_application", "kyb_check"]) {
      assert((after.get(kind) ?? 0) >= (before.get(kind) ?? 0), kind);
    }
    const { status, suspendedBy, loginClient } = await commands.client();
    assert.deepEqual([status, suspendedBy, loginClient], ["SUSPENDED", ["OFFBOARDING"], null]);
    assert.equal((await commands.events()).at(-1), "CLIENT_OFFBOARDED");

    const registering = await commands.register();
    assert(!registering.ok && /acme was offboarded/.test(registering.refusal.message));
    assert.equal((await commands.client()).loginClient, null);

    const id = accepted.out.trim();
    const late = await commands.kyb("approve", [
      ...[id, "--rationale", "Late", "--operator", "bob"],
    ]);
    assert(!late.done.ok);
    const again = await commands.offboard();
    assert.deepEqual([again.done.ok, again.out], [true, ""]);
    const events = await commands.events();
    assert.equal(events.filter((kind) => kind === "CLIENT_OFFBOARDED").length, 1);

    const exported = await commands.kyb("export", ["acme", "--out", "-"]);
    assert.equal(JSON.parse(exported.out).applications[0].id, id);
    commands.clock.advance({ hours: 24 * 1_826 });
    assert.deepEqual(await kybAfterMaintenance(kv, clock), [
      "kyb_application",
      "kyb_check",
      "kyb_client_application",
      "kyb_record_end",
    ]);
    commands.clock.advance({ hours: 25 });
    assert(!(await commands.kyb("export", ["acme", "--out", "-"])).done.ok);
    assert.deepEqual(await kybAfterMaintenance(kv, clock), []);
  });
});

Deno.test("admin client offboard --dry-run prints what is kept, and changes nothing", async () => {
  await inFolder(async (folder) => {
    const kv = `${folder}/kv.sqlite3`;
    await filled(kv);
    const commands = await commandsOn(kv);
    const before = await kindsOf(kv);
    const { done, out } = await commands.offboard(undefined, ["--dry-run"]);
    assert(done.ok, JSON.stringify(done));
    assert.match(out, /^deleted\tdecisions with their reviews\ndeleted\tverification sessions\n/);
    assert.match(out, /\nstays\taudit entries\tfor ever\n$/);
    const after = new Map(await kindsOf(kv));
    // The index of tokens by client is completed when it is first read.
    after.delete("access_tokens_indexed");
    assert.deepEqual(after, before);
    assert.equal((await commands.client()).status, "ACTIVE");
  });
});

Deno.test("admin client offboard refuses a name of which nothing is kept", async () => {
  await inFolder(async (folder) => {
    const kv = `${folder}/kv.sqlite3`;
    const commands = await commandsOn(kv);
    const { done } = await commands.offboard();
    assert(!done.ok);
    assert.match(done.refusal.message, /Nothing is kept of acme/);
  });
});

Deno.test("two offboardings and an approval at once leave the client refused, and nothing of it", async () => {
  await inFolder(async (folder) => {
    const kv = `${folder}/kv.sqlite3`;
    const { draftId } = await filled(kv);
    const commands = await commandsOn(kv);
    const accepted = await commands.kyb("accept", [
      ...[draftId, "--client", "acme", "--operator", "alice"],
    ]);
    const before = await kindsOf(kv);
    const decided = ["--rationale", "Seen", "--operator", "bob"];
    const [one, approved, two] = await Promise.all([
      commands.offboard(),
      commands.kyb("approve", [accepted.out.trim(), ...decided]),
      commands.offboard(),
    ]);
    assert(one.done.ok && two.done.ok);
    assertDeleted(before, await kindsOf(kv));
    const { status, suspendedBy, kybApplicationId } = await commands.client();
    assert.deepEqual([status, suspendedBy, kybApplicationId], ["SUSPENDED", ["OFFBOARDING"], null]);
    const shown = JSON.parse((await commands.kyb("export", ["acme", "--out", "-"])).out);
    // Whichever came first: an approval is on record, or was refused and left nothing.
    const [{ status: decision }] = shown.applications;
    assert.equal(decision, approved.done.ok ? "APPROVED" : "NEEDS_REVIEW");
    const again = await commands.offboard();
    assert.deepEqual([again.done.ok, again.out], [true, ""]);
  });
});

Deno.test("offboarding that dies at any of its commits is whole once it is repeated", async () => {
  await inFolder(async (folder) => {
    const kv = `${folder}/kv.sqlite3`;
    const { draftId } = await filled(kv);
    await (await commandsOn(kv)).kyb("accept", [
      ...[draftId, "--client", "acme", "--operator", "alice"],
    ]);
    const before = await kindsOf(kv);
    let commits = 0;
    for (let isOver = false; !isOver; commits++) {
      for (const death of ["before", "after"] as const) {
        const copy = await copyOf(kv, `${folder}/copy.sqlite3`);
        const commands = await commandsOn(copy);
        const dying = dyingAt(commits, death);
        await commands.offboard(dying.wrapBackend).catch(unlessDied);
        isOver = !dying.hasDied();
        const { status, suspendedBy } = await commands.client();
        const kinds = await commands.events();
        // Whatever is deleted, requests are refused before, and the audit log says so.
        const isRefused = suspendedBy.includes("OFFBOARDING");
        assert.equal(status, "SUSPENDED");
        assert.equal(isRefused, commits > 0 || death === "after");
        assert.equal(kinds.filter((kind) => kind === "CLIENT_CHANGED").length, isRefused ? 2 : 1);
        assert((await commands.offboard()).done.ok);
        assertDeleted(before, await kindsOf(copy));
        assert((await commands.events()).includes("CLIENT_OFFBOARDED"));
      }
    }
    assert(commits > 8, `only ${commits} commits`);
  });
});

Deno.test("accept, check, approve and reject that die leave no half client and no unaudited act", async () => {
  await inFolder(async (folder) => {
    const kv = `${folder}/kv.sqlite3`;
    const { draftId } = await filled(kv);
    let commands = await commandsOn(kv);
    let copies = 0;
    /** Runs an act that dies, on a copy, then completely. @returns its output */
    const act = async (verb: string, ...args: readonly string[]): Promise<string> => {
      for (const death of ["before", "after"] as const) {
        const copy = await commandsOn(await copyOf(kv, `${folder}/copy${copies++}.sqlite3`));
        const [was, had] = [await stateOf(copy), await copy.client()];
        await copy.kyb(verb, args, dyingAt(0, death).wrapBackend).catch(unlessDied);
        const [is, has] = [await stateOf(copy), await copy.client()];
        if (death === "before") assert.deepEqual([is, has], [was, had]);
        else {
          assert.notDeepEqual(is, was);
          const repeated = await copy.kyb(verb, args);
          assert.equal(repeated.done.ok, verb === "check");
        }
      }
      const { done, out } = await commands.kyb(verb, args);
      assert(done.ok, JSON.stringify(done));
      return out;
    };
    const bob = ["--rationale", "Seen", "--operator", "bob"];
    const id = (await act("accept", draftId, "--client", "acme", "--operator", "alice")).trim();
    const shown = await commands.kyb("show", [id, "--json"]);
    const { checks } = JSON.parse(shown.out);
    // No register is configured, which is a finding.
    const check = checks.find(({ kind }: { kind: string }) => kind === "registry");
    assert.equal(check.evidence.outcome, "not_supported");
    await act("check", id, check.id, "--judgement", "false_positive", ...bob);
    await copyOf(kv, `${folder}/rejected.sqlite3`);
    await act("approve", id, ...bob, "--acknowledge", "REGISTRY_NOT_SUPPORTED");
    assert.equal((await commands.client()).status, "ACTIVE");
    commands = await commandsOn(`${folder}/rejected.sqlite3`);
    assert((await commands.kyb("reject", [id, ...bob])).done.ok);
    assert.equal((await commands.client()).status, "SUSPENDED");
  });
});

/** All listed records, and every event of an operator's act that waits or is on the chain. */
async function stateOf({ kyb, use }: Awaited<ReturnType<typeof commandsOn>>) {
  const listed = await kyb("list", ["--json"]);
  const ids = listed.out.trim().split("\n").map((line) => JSON.parse(line).id);
  const shown = await Promise.all(ids.map((id) => kyb("show", [id, "--json"])));
  const events = await use(async (store) => {
    let count = 0;
    for await (const _ of store.list(z.unknown(), { prefix: ["audit_outbox"] })) count += 1;
    return count;
  });
  return { listed: listed.out, shown: shown.map(({ out }) => out), events };
}

function unlessDied(cause: unknown): void {
  if (!(cause instanceof Died)) throw cause;
}
