import { ClientId } from "../../core/access/schema.ts";
import { queueRow, unsaid } from "../../core/screening/queue/row.ts";
import { DecisionId, type ScreeningDecision } from "../../core/screening/decision_schema.ts";
import { openAuditLog } from "../../kv/audit/audit_log.ts";
import { openDecisions } from "../../kv/screening/decisions.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openUnits } from "../../kv/store/unit.ts";
import { uuidV7 } from "../../base/uuid.ts";
import { COMPLETE, DIRECTOR, onboardingPath } from "../support/onboarding.ts";
import { liveEnvironment, serviceInMemory, type TestService } from "../support/service.ts";
import { noPause } from "../support/store.ts";
import type { KybAct } from "./risk_kyb_act.ts";

const client = ClientId.parse("my-bank");
const decisions = 100_000;
const persons = 50;
/** Decisions of one commit when filling the store: each has a check of its own. */
const atOnce = 10;

/**
 * Measures accept, approve and offboarding of a client with 100,000 decisions, each in a process of
 * its own on a store in a file: seconds, commits and peak memory.
 */
export async function measureOffboarding(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
  const kv = `${folder}/kv.sqlite3`;
  try {
    const began = performance.now();
    const { draftId, at } = await fill(kv);
    const seconds = (performance.now() - began) / 1_000;
    const { size } = await Deno.stat(kv);
    console.log(
      `filled    ${decisions} decisions with their audit entries in ${seconds.toFixed(0)} s, ` +
        `${(size / 1e6).toFixed(0)} MB; a draft of ${persons} persons`,
    );
    const act = (...args: readonly string[]) => actOn(kv, at, args);
    const accepted = await act(
      ...["kyb", "accept", draftId, "--client", client, "--operator", "alice"],
    );
    print("accept", accepted);
    // Of no register, and of directors alone.
    const findings = ["NO_UBO_AND_NO_SMO", "OWNERSHIP_UNEXPLAINED", "REGISTRY_NOT_SUPPORTED"];
    const decided = [
      ...["--rationale", "Papers seen", "--operator", "bob"],
      ...findings.flatMap((code) => ["--acknowledge", code]),
    ];
    print("approve", await act("kyb", "approve", accepted.out.trim(), ...decided));
    const offboarded = await act("client", "offboard", client);
    print("offboard", offboarded);
    const [, deleted] = /^decisions\t(\d+)$/m.exec(offboarded.out) ?? [];
    if (Number(deleted) !== decisions) throw new Error(`Deleted ${deleted} decisions`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Fills a live store with one client's decisions, and the largest draft that a form permits. */
async function fill(kv: string): Promise<{ readonly draftId: string; readonly at: string }> {
  await using service = await serviceInMemory({ mode: "live", kv });
  const directors = Array.from({ length: persons }, (_, at) => ({
    ...DIRECTOR,
    fullName: `${DIRECTOR.fullName} ${String.fromCharCode(65 + at % 26)}${"a".repeat(1 + at)}`,
  }));
  const drafted = await service.as("anybody").post(onboardingPath, {
    ...COMPLETE,
    persons: directors,
  });
  if (drafted.status !== 200) throw new Error(drafted.text);
  await addDecisions(service);
  await service.runMaintenance();
  return { draftId: drafted.body.draftId, at: service.clock.now().toString() };
}

/** Adds decisions as screenings do: with audit entry on the chain and count. */
async function addDecisions(service: TestService): Promise<void> {
  const { store, clock } = service;
  const screened = await service.as("sample").post("/v1/screen", { name: "Yinyin Tan" });
  const { AVAL_SECRET_KEY = "" } = await liveEnvironment();
  const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
  const secrets = { current: Uint8Array.fromBase64(AVAL_SECRET_KEY) };
  const dataKeys = await openDataKeys({ store, clock, random, secrets });
  const { "at-rest": atRest } = dataKeys;
  const made = openDecisions({ store, atRest });
  const found = await made.findUnscoped(DecisionId.parse(screened.body.meta.decisionId));
  if (found === null) throw new Error("A screening has left no decision");
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const audit = openAuditLog({ store, clock, random, dataKeys, log, pause: noPause });
  const units = openUnits(store);
  const { classification, meta } = found.response;
  const { mode, engineVersion, gatesHash, ensembleWeightsHash, listSnapshotIds } = meta;
  const pinned = {
    ...{ classification, mode },
    ...{ engineVersion, gatesHash, ensembleWeightsHash, listSnapshotIds },
  };
  for (let count = 0; count < decisions; count += atOnce) {
    const unit = units.begin();
    for (let n = 0; n < atOnce; n++) {
      const id = DecisionId.parse(uuidV7({ clock, random }));
      const decision: ScreeningDecision = { ...found, id, clientId: client };
      made.add(unit, decision, queueRow(decision, unsaid, null));
      audit.record(unit, {
        kind: "SCREENING_DECISION",
        clientId: client,
        decisionId: id,
        ...pinned,
      });
    }
    if ((await units.commit(unit)).kind !== "committed") throw new Error("The filling was lost");
    if (count % 1_000 === 0) await audit.drain();
  }
  await audit.drain();
}

async function actOn(kv: string, at: string, args: readonly string[]): Promise<KybAct> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", "--allow-all"]
      .concat(new URL("risk_kyb_act.ts", import.meta.url).pathname, kv, at, args),
    env: await liveEnvironment(),
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(`${args.join(" ")}: ${text.decode(stderr)}`);
  return JSON.parse(text.decode(stdout));
}

function print(what: string, act: KybAct): void {
  const { milliseconds, commits, mutationsMax, bytesMax, idleBytes, peakBytes } = act;
  const mega = (bytes: number) => (bytes / 1e6).toFixed(0);
  console.log(
    `${what.padEnd(9)} ${(milliseconds / 1_000).toFixed(2)} s, ${commits} commits of at most ` +
      `${mutationsMax} mutations and ${(bytesMax / 1_024).toFixed(0)} KiB; at most ` +
      `${mega(peakBytes)} MB, ${mega(peakBytes - idleBytes)} more than before`,
  );
}
