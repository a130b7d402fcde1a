import type { ClientId } from "../../../core/access/schema.ts";
import { collectEvidence } from "../../../core/evidence/collect_evidence.ts";
import { ok } from "../../../base/result.ts";
import { entriesAt, exported, linkedEntries } from "../../../kv/audit/audit_export.ts";
import { readOrigin, signerOf } from "../../../kv/audit/audit_checkpoint_reading.ts";
import { openDecisions } from "../../../kv/screening/decisions.ts";
import type { Store } from "../../../kv/store/store.ts";
import { openEngine } from "../../../service/screening/matching.ts";
import { makeCheckpoint, openKeys } from "../audit/audit.ts";
import { type Done, failed } from "../../command/command.ts";
import { writeFileWhole } from "../../command/write_file.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { readServersPolicy } from "../command/servers_policy.ts";
import { evidencePage } from "./evidence_page.ts";
import { evidenceTables } from "./evidence_tables.ts";
import { signedFilesName, signFiles } from "./signed_files.ts";

/** The arguments of `evidence`. */
export interface EvidenceOptions {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  readonly out: string;
  readonly clientId: ClientId | null;
  readonly sample: number | null;
  readonly seed: string | null;
}

/** Default number of drawn decisions, which a person can read in a day. */
const sampleDefault = 25;
/** File mode readable only by its owner, since the file names reviewers. */
const mode = 0o600;

const matchingPage = new URL("../../../docs/matching.md", import.meta.url);

/**
 * `admin evidence`: writes a folder with evidence about a period for an examiner, signed by the
 * audit log's key.
 */
export async function writeEvidence(
  { from, to, out, clientId, sample, seed }: EvidenceOptions,
  tools: OpenedTools,
): Promise<Done> {
  if (Temporal.Instant.compare(from, to) >= 0) return failed("--from is not before --to");
  const policy = await readServersPolicy(tools.variables);
  if (!policy.ok) return policy;
  const made = await makeCheckpoint(tools);
  if (!made.ok) return made;
  const keys = await openKeys(tools);
  if (!keys.ok) return keys;
  const { store, clock } = tools;
  const checkpoint = made.value;
  const { seq: size, hash } = checkpoint.head;
  const asked = { from, to, clientId, sample: sample ?? sampleDefault, seed: seed ?? hash };
  const evidence = await collectEvidence({
    entries: entriesOf(store, size),
    decisions: openDecisions({ store, atRest: keys.value["at-rest"] }),
  }, asked);
  const { rules } = await openEngine(policy.value.screening);
  const shown = {
    ...{ evidence, rules, clientId, seed: asked.seed },
    from: from.toString(),
    to: to.toString(),
    generatedAt: clock.now().toString({ smallestUnit: "second" }),
    checkpoint: exported(checkpoint),
  };
  const matching = await Deno.readTextFile(matchingPage);
  const files = new Map([
    ["evidence.html", await evidencePage({ ...shown, matching })],
    ["evidence.json", `${JSON.stringify(shown, null, 2)}\n`],
    ...evidenceTables(evidence),
    ["sample.jsonl", await sampleLines(store, size, shown)],
    ["matching.md", matching],
  ]);
  const { active } = keys.value["audit-signing"];
  const note = await signFiles(files, signerOf(await readOrigin(store), active));
  try {
    await Deno.mkdir(out, { mode: 0o700 });
  } catch (thrown) {
    if (thrown instanceof Deno.errors.AlreadyExists) {
      return failed(`${out} exists already: evidence is never overwritten`);
    }
    if (thrown instanceof Deno.errors.NotFound) return failed(`${out}: no folder to put it in`);
    throw thrown;
  }
  for (const [name, text] of [...files, [signedFilesName, note] as const]) {
    await writeFileWhole(`${out}/${name}`, new TextEncoder().encode(text), mode);
  }
  const { matches } = evidence;
  tools.err(`${evidence.entries} entries, ${matches.length} matches: ${out}/evidence.html\n`);
  tools.err(`Verifier key: ${checkpoint.verifierKey}\n`);
  return ok(null);
}

async function* entriesOf(store: Store, size: number) {
  for await (const { entry } of linkedEntries(store, size)) yield entry;
}

/**
 * The entries of the drawn decisions and of lists with their proofs, in the form of `admin audit
 * export`.
 */
async function sampleLines(
  store: Store,
  size: number,
  { evidence: { sample }, clientId, seed, generatedAt, checkpoint }:
    & Pick<Parameters<typeof evidencePage>[0], "evidence" | "generatedAt" | "checkpoint">
    & { readonly clientId: ClientId | null; readonly seed: string },
): Promise<string> {
  const seqs = sample.map(({ seq }) => seq);
  const header = { clientId, generatedAt, checkpoint, sample: { seed, decisions: seqs.length } };
  const entries = await Array.fromAsync(entriesAt(store, { seqs, size }));
  const lines = [header, ...entries, { entries: entries.length }];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
