import { html, raw } from "hono/html";
import type { ClientId } from "../../../core/access/schema.ts";
import type { ExportedCheckpoint } from "../../../core/audit/export.ts";
import type { Evidence } from "../../../core/evidence/collect_evidence.ts";
import { type MatchSum, sumMatches } from "../../../core/evidence/sum_matches.ts";
import type { ScreeningRules } from "../../../core/screening/gates.ts";

/** The content of the page. */
export interface EvidencePage {
  readonly evidence: Evidence;
  /** The rules in force when the page is made. */
  readonly rules: ScreeningRules;
  readonly clientId: ClientId | null;
  readonly from: string;
  readonly to: string;
  readonly generatedAt: string;
  readonly checkpoint: ExportedCheckpoint;
  readonly seed: string;
  /** docs/matching.md. */
  readonly matching: string;
}

/** Maximum matches on the page; the CSV has all. */
const listedMax = 200;

/** Renders the evidence as one printable HTML page without scripts. */
export async function evidencePage(shown: EvidencePage): Promise<string> {
  const { evidence, clientId, from, to, generatedAt, checkpoint } = shown;
  const { POSSIBLE_MATCH, CONFIRMED_MATCH, CLEAR } = evidence.decisions;
  const whose = clientId === null ? "all clients" : `client ${clientId}`;
  const page = await html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <title>Evidence of screening, ${from} to ${to}</title>
        <style>${raw(style)}</style>
      </head>
      <body>
    <h1>Evidence of screening</h1>
    <p>${from} to ${to} (not included), ${whose}, live decisions. Made ${generatedAt}.</p>
    ${table("In short", ["", "number"], [
      ["Entries of the audit log in the period", evidence.entries],
      ["Decisions: CLEAR", CLEAR],
      ["Decisions: POSSIBLE_MATCH", POSSIBLE_MATCH],
      ["Decisions: CONFIRMED_MATCH", CONFIRMED_MATCH],
    ])}
    ${listsSection(evidence)}
    ${rulesSection(shown)}
    ${runsSection(evidence)}
    ${matchesSection(evidence)}
    ${sampleSection(shown)}
    ${gapsSection(evidence)}
    <h2>Quality of the matcher</h2>
    <p>As measured for this version, with its known limits; the whole page is matching.md.</p>
    ${await qualityOf(shown.matching)}
    <h2>How to verify this</h2>
    <p>SHA256SUMS.note signs the SHA-256 of every file with the key of the audit log:
    <code>deno task admin verify-evidence --in FOLDER --key KEY</code>. The proofs of the sample lead to
    the checkpoint below: <code>deno run --allow-read cli/verify_audit_export.ts FOLDER/sample.jsonl
    --key KEY</code>, which needs nothing of the service. Compare the key with the one that the operator
    published.</p>
    <pre>${[checkpoint.verifierKey, "", checkpoint.note].join("\n")}</pre>
      </body>
    </html>
  `;
  return page.toString();
}

type Row = readonly (string | number | null)[];

function table(title: string, columns: readonly string[], rows: readonly Row[]) {
  return html`<h2>${title}</h2>
${rows.length === 0 ? html`<p>None.</p>` : tableOf(columns, rows)}`;
}

function tableOf(columns: readonly string[], rows: readonly Row[]) {
  return html`
    <table>
      <thead>
        <tr>${columns.map((name) => html`<th>${name}</th>`)}</tr>
      </thead>
      <tbody>${rows.map((row) =>
        html`
          <tr>${row.map((cell) =>
            typeof cell === "number"
              ? html`<td class="number">${cell}</td>`
              : html`<td>${cell ?? "–"}</td>`
          )}</tr>
        `
      )}
      </tbody>
    </table>
  `;
}

function listsSection({ lists }: Evidence) {
  return table(
    "Lists in force",
    ["list", "version", "in force from", "until", "entries", "added", "changed", "removed"],
    lists.map((list) => [
      ...[list.source, list.version, list.from, list.until ?? "the end of the period"],
      ...[list.entries, list.added, list.changed, list.removed],
    ]),
  );
}

function rulesSection({ evidence, rules }: EvidencePage) {
  const { gates } = rules;
  return html`${
    table("Rules and thresholds", ["", "in force when this page was made"], [
      ["gates", gates.gateSet],
      ["possible match from a score of", gates.possibleAt],
      ["confirmed match from a score of, with the same day of birth", gates.confirmedAt],
      ["candidates of an answer at most", gates.candidatesMax],
      ["SHA-256 of the gates", rules.gatesHash],
      ["weights", rules.weightSet],
      ["SHA-256 of the weights", rules.ensembleWeightsHash],
    ])
  }
${
    table(
      "Rules that decided",
      ["engine", "gates", "weights", "decisions", "first", "last"],
      evidence.rules.map((used) => [
        ...[used.engineVersion, short(used.gatesHash), short(used.ensembleWeightsHash)],
        ...[used.decisions, used.firstAt, used.lastAt],
      ]),
    )
  }`;
}

function runsSection({ runs }: Evidence) {
  return table(
    runs.length > listedMax
      ? `The last ${listedMax} of ${runs.length} runs of the monitoring (all: runs.csv)`
      : "Runs of the monitoring",
    [
      "client",
      "run",
      "ended",
      "minutes after its lists",
      "customers",
      "compared",
      "hits",
      "opened",
    ],
    runs.slice(-listedMax).map((run) => [
      ...[run.clientId, run.complete ? run.run : `${run.run}, not to its end`, run.endedAt],
      ...[run.minutesAfterLists, run.subjects, run.compared, run.hits, run.opened],
    ]),
  );
}

function matchesSection({ matches }: Evidence) {
  const sums = sumMatches(matches);
  const counted = (title: string, name: string, rows: readonly MatchSum[]) =>
    table(title, [name, "matches"], rows.map((row) => [row.name, row.matches]));
  const { closed, closedByTwo, medianHours, hours95 } = sums;
  const share = closed === 0 ? null : `${(100 * closedByTwo / closed).toFixed(1)} %`;
  return html`${counted("Matches by state at the end of the period", "state", sums.byState)}
${
    table(
      "Matches by age: to the closing, or to the end of the period",
      ["age", "matches", "of these closed"],
      sums.byAge.map(({ name, matches, closed }) => [name, matches, closed]),
    )
  }
${
    table("Closing", ["", ""], [
      ["closed", closed],
      ["of these judged by two people or more", closedByTwo],
      ["share", share],
      ["hours to the closing: half of them within", medianHours],
      ["95 of 100 within", hours95],
    ])
  }
${counted("Matches by reviewer", "reviewer", sums.byReviewer)}
${counted("Matches by reason", "reason", sums.byReason)}
${
    table(
      matches.length > listedMax
        ? `The first ${listedMax} of ${matches.length} matches (all: matches.csv)`
        : "Matches",
      ["decision", "client", "decided", "class", "state", "closed", "reviewers", "reasons"],
      matches.slice(0, listedMax).map((match) => [
        ...[match.decisionId, match.clientId, match.decidedAt, match.classification],
        ...[match.state ?? "deleted", match.closedAt],
        ...[match.reviewers.join(", "), match.reasons.join(", ")],
      ]),
    )
  }`;
}

function sampleSection({ evidence: { sample }, seed }: EvidencePage) {
  return html`${
    table(
      "Sample of decisions",
      ["decision", "entry of the log"],
      sample.map(({ decisionId, seq }) => [decisionId, seq]),
    )
  }
<p>Those with the smallest SHA-256 over <code>${seed}:</code> and the decision's id. Their entries with
proofs of inclusion are in sample.jsonl.</p>`;
}

function gapsSection({ gaps }: Evidence) {
  return table(
    "Gaps in the log",
    ["recorded", "from entry", "to entry", "entries", "cause"],
    gaps.map(({ at, from, to, entries, cause }) => [at, from, to, entries, cause]),
  );
}

function short(hash: string): string {
  return hash.slice(0, 16);
}

/** The sections of docs/matching.md about measurements and missed matches. */
async function qualityOf(matching: string) {
  const { default: markdownIt } = await import("markdown-it");
  const sections = matching.split(/^(?=## )/m)
    .filter((section) => /^## (Quality|Limits)\n/.test(section));
  const markdown = markdownIt({ html: false, linkify: false }).disable(["image", "link"]);
  return raw(markdown.render(sections.join("").replaceAll(/<!--.*?-->/gs, "")));
}

const style = `
body { font: 14px/1.45 system-ui, sans-serif; color: #111; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin-top: 2rem; break-after: avoid; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem .75rem; border-bottom: 1px solid #ccc; overflow-wrap: break-word; }
th { border-bottom: 2px solid #111; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
tr { break-inside: avoid; } thead { display: table-header-group; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
@page { margin: 15mm; } @media print { body { font-size: 10px; margin: 0; max-width: none; } }
`;
