import type { ClientId } from "../../../core/access/schema.ts";
import type { SignedCheckpoint } from "../../../core/audit/checkpoint.ts";
import type { ExportedEntry } from "../../../core/audit/export.ts";
import { ok, type Result } from "../../../base/result.ts";
import {
  type BadAudit,
  hasCheckpoints,
  type VerifiedAudit,
  verifyStoredAudit,
} from "../../../kv/audit/audit_checkpoint_verification.ts";
import { readOrigin, verifierKeysOf } from "../../../kv/audit/audit_checkpoint_reading.ts";
import { openAuditCheckpoints } from "../../../kv/audit/audit_checkpoints.ts";
import { doubtsOf, partOf, unprovedOf } from "../../../kv/audit/audit_verdict.ts";
import { openAuditSealing } from "../../../kv/audit/audit_sealing.ts";
import { clientEntries, coveredEntries, exported } from "../../../kv/audit/audit_export.ts";
import { moveToChain } from "../../../kv/audit/audit_sequencer.ts";
import { type DataKeys, openDataKeys } from "../../../kv/keys/data_keys.ts";
import { readRings } from "../../../kv/keys/stored_ring.ts";
import { DamagedValueError } from "../../../kv/store/damaged_value.ts";
import { type CommandRefusal, type Done, failed } from "../../command/command.ts";
import { openWitness } from "../../../gateways/audit_witness/open_witness.ts";
import { readAuditWitness } from "../../../service/config/audit_witness.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { readSecrets } from "../command/secrets.ts";
import { readServersPolicy } from "../command/servers_policy.ts";

/** The arguments of `audit verify`. */
export interface AuditVerification {
  /** Keys that verify checkpoints; empty: the key from the operator's secret. */
  readonly keys: readonly string[];
  /** A file with a checkpoint that was kept outside the store. */
  readonly checkpoint: string | null;
  /** A folder or an https URL; null: the one in `AVAL_AUDIT_WITNESS`, if set. */
  readonly witness: string | null;
}

/** `admin audit verify`: verifies all stored data of the audit log, and prints a verdict line. */
export async function verifyAudit(
  asked: AuditVerification,
  tools: OpenedTools,
): Promise<Done> {
  try {
    return await verifyAll(asked, tools);
  } catch (thrown) {
    if (!(thrown instanceof DamagedValueError)) throw thrown;
    tools.out(`verdict broken: ${thrown.message}\n`);
    return failed(`The audit chain does not hold: ${thrown.message}. ${whatToDo}`);
  }
}

/** Advice for the operator. */
const whatToDo = "Keep the store as it is and follow AvalAuditChainBroken in docs/runbooks.md";

async function verifyAll(
  asked: AuditVerification,
  tools: OpenedTools,
): Promise<Done> {
  const { store, clock } = tools;
  const policy = await readServersPolicy(tools.variables);
  if (!policy.ok) return policy;
  const { audit: rules } = policy.value;
  const kept = await readKept(asked, { tools, seconds: rules.witnessSeconds });
  if (!kept.ok) return kept;
  const opened = await openVerifiers(asked, { tools, needsKey: kept.value.length > 0 });
  if (!opened.ok) return opened;
  const { verifierKeys, dataKeys: keys } = opened.value;
  const verified = await verifyStoredAudit({
    store,
    clock,
    rules,
    verifierKeys,
    kept: kept.value,
    ...(keys === null ? {} : { sealing: openAuditSealing({ keys, clock }) }),
  });
  if (!verified.ok) {
    tools.out(`verdict broken: ${partOf(verified.refusal)}, ${verified.refusal.code}\n`);
    return broken(verified.refusal);
  }
  tools.out(reportOf(verified.value).map((line) => `${line}\n`).join(""));
  return ok(null);
}

/** The verified and the unproven parts, and the verdict as the last line. */
function reportOf(verified: VerifiedAudit): readonly string[] {
  const { head: { seq, hash }, pending, checkpoints, signed, indexed } = verified;
  const { sealed, overdue, gaps } = verified;
  const rows = {
    entries: seq,
    head: hash,
    pending,
    checkpoints,
    signed,
    indexed,
    sealed: sealed ?? "unknown",
    unsigned: seq - signed,
    overdue,
    gaps: gaps.length,
    unproved: unprovedOf(gaps),
  };
  const doubts = doubtsOf(verified);
  return [
    ...Object.entries(rows).map(([name, value]) => `${name} ${value}`),
    ...gaps.map(({ from, to, cause }) => `gap ${from} ${to} ${cause}`),
    doubts.length === 0 ? "verdict holds" : `verdict holds, but: ${doubts.join("; ")}`,
  ];
}

/** Reads checkpoints from outside the store: from a file, and from the witness. */
async function readKept(
  { checkpoint, witness }: AuditVerification,
  { tools, seconds }: { readonly tools: OpenedTools; readonly seconds: number },
): Promise<Result<readonly string[], CommandRefusal>> {
  const text = checkpoint === null ? null : await readText(checkpoint);
  if (text === undefined) return failed(`Cannot read ${checkpoint}`);
  const kept = text === null ? [] : [text];
  const named = witness ?? tools.variables["AVAL_AUDIT_WITNESS"];
  if (named === undefined) return ok(kept);
  const at = readAuditWitness(named);
  if (!at.ok) return failed(`The witness: ${at.refusal.problems.join("; ")}`);
  const heads = await openWitness(at.value, { seconds }).read();
  if (!heads.ok) return failed(`Cannot read the witness ${named}: ${heads.refusal.reason}`);
  if (heads.value.length === 0) tools.err(`The witness ${named} has no head yet\n`);
  return ok([...kept, ...heads.value]);
}

/** The keys that verify checkpoints, and the keys of the seals if the secret is available. */
interface Verifiers {
  readonly verifierKeys: readonly string[];
  readonly dataKeys: DataKeys | null;
}

async function openVerifiers(
  { keys }: AuditVerification,
  { tools, needsKey }: { readonly tools: OpenedTools; readonly needsKey: boolean },
): Promise<Result<Verifiers, CommandRefusal>> {
  // A store that no server has opened has no keys, and verifying makes none.
  const hasKeys = (await readRings(tools.store)).length > 0;
  if (!hasKeys) return ok({ verifierKeys: keys, dataKeys: null });
  const opened = await openKeys(tools).catch((thrown: unknown) =>
    failed(thrown instanceof Error ? thrown.message : "The keys cannot be opened")
  );
  if (opened.ok) {
    // What cannot be read is found where the tree is verified.
    const origin = await readOrigin(tools.store).catch(() => "");
    const own = verifierKeysOf(origin, opened.value["audit-signing"]);
    return ok({ verifierKeys: keys.length > 0 ? keys : own, dataKeys: opened.value });
  }
  const isNeeded = keys.length === 0 && (needsKey || await hasCheckpoints(tools.store));
  return isNeeded ? opened : ok({ verifierKeys: keys, dataKeys: null });
}

/**
 * `admin audit checkpoint`: prints the checkpoint of the current chain, after making it if needed.
 */
export async function checkpointAudit(
  { acceptGap }: {
    /** The operator's reason for accepting unproven entries; null: nothing is accepted. */
    readonly acceptGap: string | null;
  },
  tools: OpenedTools,
): Promise<Done> {
  const made = await makeCheckpoint(tools, acceptGap);
  if (!made.ok) return made;
  const { verifierKey, note } = made.value;
  const keys = await openKeys(tools);
  if (!keys.ok) return keys;
  tools.err(`Verifier key: ${verifierKey}\n`);
  const all = verifierKeysOf(await readOrigin(tools.store), keys.value["audit-signing"]);
  // What was signed before a rotation, or is signed after it, is verified by another key.
  for (const other of all) if (other !== verifierKey) tools.err(`Another of this log: ${other}\n`);
  tools.out(note);
  return ok(null);
}

/**
 * `admin audit export`: exports entries of a client (null: of all) with their proofs, as JSON
 * Lines.
 */
export async function exportAudit(
  { clientId, out }: { readonly clientId: ClientId | null; readonly out: string },
  tools: OpenedTools,
): Promise<Done> {
  const made = await makeCheckpoint(tools);
  if (!made.ok) return made;
  const { head: { seq: size } } = made.value;
  const { store } = tools;
  const entries = clientId === null
    ? coveredEntries(store, size)
    : clientEntries(store, { clientId, size });
  const header = {
    clientId,
    generatedAt: tools.clock.now().toString({ smallestUnit: "millisecond" }),
    checkpoint: exported(made.value),
  };
  const counted = { entries: 0 };
  const lines = linesOf(header, entries, counted);
  if (out === "-") { for await (const line of lines) tools.out(line); }
  else await writeLines(out, lines);
  if (clientId !== null && counted.entries === 0) {
    tools.err(`Nothing is recorded of "${clientId}": is the name right?\n`);
  }
  tools.err(`${counted.entries} entries under a checkpoint of ${size}\n`);
  return ok(null);
}

async function* linesOf(
  header: unknown,
  entries: AsyncIterable<ExportedEntry>,
  counted: { entries: number },
): AsyncIterable<string> {
  yield `${JSON.stringify(header)}\n`;
  for await (const entry of entries) {
    counted.entries++;
    yield `${JSON.stringify(entry)}\n`;
  }
  yield `${JSON.stringify(counted)}\n`;
}

/**
 * Writes to a temporary file first, then replaces the target, so that no reader sees a partial
 * export.
 */
async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  const beside = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const file = await Deno.open(beside, { write: true, createNew: true, mode: 0o600 });
    await ReadableStream.from(lines).pipeThrough(new TextEncoderStream()).pipeTo(file.writable);
    await Deno.rename(beside, path);
  } catch (thrown) {
    await Deno.remove(beside).catch(() => {});
    throw thrown;
  }
}

/** Makes a checkpoint of the current log, after verifying it. */
export async function makeCheckpoint(
  tools: OpenedTools,
  acceptGap: string | null = null,
): Promise<Result<SignedCheckpoint, CommandRefusal>> {
  const policy = await readServersPolicy(tools.variables);
  if (!policy.ok) return policy;
  const { audit: rules } = policy.value;
  const opened = await openKeys(tools);
  if (!opened.ok) return opened;
  const { value: dataKeys } = opened;
  const sealing = openAuditSealing({ keys: dataKeys, clock: tools.clock });
  const accepts = acceptGap !== null;
  const { bad } = await moveToChain(tools.store, { ...tools, sealing, rules, accepts });
  if (bad !== null) return broken(bad);
  const signing = dataKeys["audit-signing"];
  const checkpoints = openAuditCheckpoints({ ...tools, dataKeys, signing, rules });
  const made = await checkpoints.make(acceptGap === null ? {} : { accepts: acceptGap });
  if (!made.ok) return broken(made.refusal);
  return made.value === null ? failed("The audit chain has no entry yet") : ok(made.value);
}

/** Opens the store's keys by the secrets of the environment. */
export async function openKeys(tools: OpenedTools): Promise<Result<DataKeys, CommandRefusal>> {
  const secrets = readSecrets(tools.variables);
  if (!secrets.ok) return secrets;
  return ok(await openDataKeys({ ...tools, secrets: secrets.value }));
}

function broken(bad: Pick<BadAudit, "code" | "seq">) {
  return failed(`The audit chain does not hold: ${partOf(bad)}, ${bad.code}. ${whatToDo}`);
}

async function readText(path: string): Promise<string | undefined> {
  return await Deno.readTextFile(path).catch(() => undefined);
}
