import type { ClientId } from "../../core/access/schema.ts";
import type { SignedCheckpoint } from "../../core/audit/checkpoint.ts";
import type { ExportedEntry } from "../../core/audit/export.ts";
import { ok, type Result } from "../../base/result.ts";
import {
  type BadAudit,
  hasCheckpoints,
  verifyStoredAudit,
} from "../../kv/audit/audit_checkpoint_verification.ts";
import {
  type AuditCheckpoints,
  openAuditCheckpoints,
  readOrigin,
  verifierKeysOf,
} from "../../kv/audit/audit_checkpoints.ts";
import { clientEntries, coveredEntries, exported } from "../../kv/audit/audit_export.ts";
import { moveToChain } from "../../kv/audit/audit_sequencer.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import type { KeyRing } from "../../kv/keys/key_ring.ts";
import { DamagedValueError } from "../../kv/store/damaged_value.ts";
import { type CommandRefusal, type Done, failed } from "../command/command.ts";
import type { OpenedTools } from "./admin_command.ts";
import { readSecrets } from "./secrets.ts";

/** The arguments of `audit verify`. */
export interface AuditVerification {
  /** Keys that verify checkpoints; none: the one that the operator's secret gives. */
  readonly keys: readonly string[];
  /** A file with a checkpoint that was kept outside the store. */
  readonly checkpoint: string | null;
}

/** `admin audit verify`: all that the store holds of the audit log, and a line with the verdict. */
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

/** For people. */
const whatToDo = "Keep the store as it is and follow AvalAuditChainBroken in docs/runbooks.md";

async function verifyAll(
  { keys, checkpoint }: AuditVerification,
  tools: OpenedTools,
): Promise<Done> {
  const { store, clock } = tools;
  const needsKey = checkpoint !== null || await hasCheckpoints(store);
  const verifierKeys = keys.length === 0 && needsKey ? await keysOfSecret(tools) : ok(keys);
  if (!verifierKeys.ok) return verifierKeys;
  const kept = checkpoint === null ? null : await readText(checkpoint);
  if (kept === undefined) return failed(`Cannot read ${checkpoint}`);
  const verified = await verifyStoredAudit({
    store,
    clock,
    verifierKeys: verifierKeys.value,
    ...(kept === null ? {} : { kept }),
  });
  if (!verified.ok) {
    const { code, seq } = verified.refusal;
    tools.out(`verdict broken: ${partOf(code)} ${seq}, ${code}\n`);
    return broken(verified.refusal);
  }
  const { head: { seq, hash }, pending, checkpoints, signed, indexed } = verified.value;
  const rows = { entries: seq, head: hash, pending, checkpoints, signed, indexed };
  for (const [name, value] of Object.entries(rows)) tools.out(`${name} ${value}\n`);
  tools.out("verdict holds\n");
  return ok(null);
}

/** `admin audit checkpoint`: prints the checkpoint of the chain as it stands, made if need be. */
export async function checkpointAudit(tools: OpenedTools): Promise<Done> {
  const made = await makeCheckpoint(tools);
  if (!made.ok) return made;
  const { verifierKey, note } = made.value;
  const keys = await keysOfSecret(tools);
  if (!keys.ok) return keys;
  tools.err(`Verifier key: ${verifierKey}\n`);
  // What was signed before a rotation, or is signed after it, is verified by another key.
  for (const other of keys.value) {
    if (other !== verifierKey) tools.err(`Another of this log: ${other}\n`);
  }
  tools.out(note);
  return ok(null);
}

/** `admin audit export`: entries of a client (null: of all) with their proofs, as JSON Lines. */
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

/** Beside it first, then over it: nobody reads half an export. */
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

async function makeCheckpoint(
  tools: OpenedTools,
): Promise<Result<SignedCheckpoint, CommandRefusal>> {
  const signing = await signingKeys(tools);
  if (!signing.ok) return signing;
  await moveToChain(tools.store, tools);
  const checkpoints: AuditCheckpoints = openAuditCheckpoints({ ...tools, signing: signing.value });
  const made = await checkpoints.make();
  if (!made.ok) return broken(made.refusal);
  return made.value === null ? failed("The audit chain has no entry yet") : ok(made.value);
}

async function keysOfSecret(
  tools: OpenedTools,
): Promise<Result<readonly string[], CommandRefusal>> {
  const signing = await signingKeys(tools);
  return signing.ok ? ok(verifierKeysOf(await readOrigin(tools.store), signing.value)) : signing;
}

async function signingKeys(tools: OpenedTools): Promise<Result<KeyRing, CommandRefusal>> {
  const secrets = readSecrets(tools.variables);
  if (!secrets.ok) return secrets;
  const keys = await openDataKeys({ ...tools, secrets: secrets.value });
  return ok(keys["audit-signing"]);
}

function broken({ code, seq }: BadAudit) {
  return failed(`The audit chain does not hold: ${partOf(code)} ${seq}, ${code}. ${whatToDo}`);
}

/** The part of the store that a code is about. */
function partOf(code: BadAudit["code"]): string {
  if (code.startsWith("checkpoint_")) return "checkpoint";
  if (code.startsWith("tree_")) return "tree at entry";
  if (code.startsWith("index_")) return "client index of entry";
  return code.startsWith("outbox_") ? "waiting event" : "entry";
}

async function readText(path: string): Promise<string | undefined> {
  return await Deno.readTextFile(path).catch(() => undefined);
}
