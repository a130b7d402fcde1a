import type { Evidence } from "../../../core/evidence/collect_evidence.ts";
import { csvLine, type CsvValue } from "../../../standards/csv/csv_line.ts";

/** The tables of evidence as CSV (RFC 4180), by the name of their file. */
export function evidenceTables(
  { lists, rules, runs, matches }: Evidence,
): readonly (readonly [string, string])[] {
  return [
    [
      "lists.csv",
      csv(
        "source version snapshotId sha256 entries added changed removed from until".split(" "),
        lists.map((list) => [
          ...[list.source, list.version, list.snapshotId, list.sha256, list.entries],
          ...[list.added, list.changed, list.removed, list.from, list.until],
        ]),
      ),
    ],
    [
      "rules.csv",
      csv(
        "engineVersion gatesHash ensembleWeightsHash decisions firstAt lastAt".split(" "),
        rules.map((used) => [
          ...[used.engineVersion, used.gatesHash, used.ensembleWeightsHash],
          ...[used.decisions, used.firstAt, used.lastAt],
        ]),
      ),
    ],
    [
      "runs.csv",
      csv(
        "runId clientId run complete endedAt minutesAfterLists subjects compared hits opened listSnapshotIds"
          .split(" "),
        runs.map((run) => [
          ...[run.runId, run.clientId, run.run, String(run.complete), run.endedAt],
          ...[run.minutesAfterLists, run.subjects, run.compared, run.hits, run.opened],
          run.listSnapshotIds.join(" "),
        ]),
      ),
    ],
    [
      "matches.csv",
      csv(
        "decisionId clientId decidedAt classification state closedAt hours reviewers reasons judgements identities"
          .split(" "),
        matches.map((match) => [
          ...[match.decisionId, match.clientId, match.decidedAt, match.classification],
          ...[match.state, match.closedAt, match.hours],
          ...[match.reviewers, match.reasons, match.judgements, match.identities].map((list) =>
            list.join(" ")
          ),
        ]),
      ),
    ],
  ];
}

function csv(columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [columns, ...rows].map((row) => csvLine(row)).join("");
}
