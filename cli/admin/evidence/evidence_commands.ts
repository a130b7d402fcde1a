import { z } from "zod";
import { ok } from "../../../base/result.ts";
import { usage } from "../../command/command.ts";
import { by, needed, optional, type Reader } from "../../command/parameter.ts";
import { takes } from "../../command/record.ts";
import { type AdminCommand, adminCommand } from "../command/admin_command.ts";
import { clientOption } from "../command/readers.ts";
import { writeEvidence } from "./evidence.ts";
import { verifyEvidence } from "./verify_evidence.ts";

/** Maximum decisions of a sample, each of which a person reads. */
const sampleMax = 1_000;

/** Reads a day (its start in UTC) or an instant with its time zone. */
const moment: Reader<Temporal.Instant> = (text) => {
  try {
    return ok(Temporal.Instant.from(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text));
  } catch {
    return usage("--from and --to take a day (2026-03-01) or a time (2026-03-01T08:00:00Z)");
  }
};

const sample = by(
  z.string().regex(/^\d{1,4}$/).transform(Number).pipe(z.int().min(1).max(sampleMax)),
  `--sample takes 1 to ${sampleMax} decisions`,
);
const seed = by(z.string().regex(/^[\x21-\x7e]{1,64}$/), "--seed takes 1 to 64 visible characters");

/** The commands that show a period to an examiner. */
export const evidenceCommands: readonly AdminCommand[] = [
  adminCommand({
    name: "evidence",
    arguments: takes({
      from: needed("--from DAY|TIME", moment),
      to: needed("--to DAY|TIME", moment),
      out: needed("--out FOLDER"),
      clientId: optional("--client ID", clientOption),
      sample: optional("--sample N", sample),
      seed: optional("--seed TEXT", seed),
    }),
    help: `
      writes a folder for an examiner: lists in force, rules and thresholds, what became
      of matches, by reviewer and reason, gaps in the log, a sample of decisions with
      proofs, the matcher's measured quality; as a page that prints well and as JSON and
      CSV. --to is not in the period. Reviewers are named: keep the folder from others.
      --sample: decisions that are drawn (25), by --seed (the head of the log)`,
    store: "existing",
    run: writeEvidence,
  }),
  adminCommand({
    name: "verify-evidence",
    arguments: takes({
      folder: needed("--in FOLDER"),
      key: needed("--key VERIFIER_KEY"),
    }),
    help: `
      verifies that the files of a folder are those that were signed. The proofs of
      the sample: deno run --allow-read cli/verify_audit_export.ts FOLDER/sample.jsonl`,
    store: "none",
    run: verifyEvidence,
  }),
];
