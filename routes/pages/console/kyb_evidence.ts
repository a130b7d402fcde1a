import { html } from "hono/html";
import type { KybCheck } from "../../../core/kyb/application_schema.ts";
import type { RegistryCheck } from "../../../core/kyb/registry_schema.ts";
import type { RaisedFlag } from "../../../core/kyb/rules.ts";
import type { ScreeningEvidence } from "../../../core/kyb/schema.ts";
import type { Html } from "../../html/layout.ts";
import { classWords } from "../desk/match_words.ts";
import { badge, facts, table, type Tone } from "../parts.ts";
import { renderTime } from "../shown_time.ts";

/** Severities of findings, as a shape and colour. */
const severityTones: Readonly<Record<RaisedFlag["severity"], Tone>> = {
  critical: "bad",
  warning: "warn",
  info: "none",
};

/** What rules found, with what it is about. */
export function renderFindings(flags: readonly RaisedFlag[]): Html {
  return table({
    caption: "Findings",
    columns: ["Finding", "Severity", "About", "In words"],
    rows: flags.map(({ code, severity, path, message }) => [
      html`<code>${code}</code>`,
      badge(severity, severityTones[severity]),
      path,
      message,
    ]),
    empty: "Nothing was found.",
  });
}

/** Words for what a register said. */
const registryWords: Readonly<Record<RegistryCheck["outcome"], readonly [string, Tone]>> = {
  verified: ["verified", "good"],
  not_found: ["not found", "bad"],
  mismatch: ["differs", "warn"],
  inactive: ["not active", "bad"],
  format_invalid: ["number is not valid", "warn"],
  unavailable: ["register did not answer", "warn"],
  not_supported: ["no register was asked", "none"],
};

/** The evidence of a check: a register's, or a screening's. */
export function renderEvidence(check: Pick<KybCheck, "kind" | "evidence">): Html {
  return check.kind === "registry"
    ? renderRegistry(check.evidence as RegistryCheck)
    : renderScreening(check.evidence as ScreeningEvidence);
}

/** What a register said of a company. */
export function renderRegistry(check: RegistryCheck): Html {
  const [word, tone] = registryWords[check.outcome];
  return facts([
    ["Outcome", badge(word, tone)],
    ...("provider" in check ? [["Register", check.provider] as const] : []),
    ["Asked", renderTime(check.checkedAt)],
    ["Number", check.number?.normalized ?? "could not be read"],
    ...(check.outcome === "mismatch"
      ? [["Differs in", check.field === "status" ? "status" : "name"] as const]
      : []),
    ...(check.outcome === "format_invalid"
      ? [["Wrong", check.reason === "format" ? "form" : "check digit"] as const]
      : []),
    ...("recordUpdatedAt" in check && check.recordUpdatedAt !== undefined
      ? [["Record of", renderTime(check.recordUpdatedAt)] as const]
      : []),
    ...("snapshotAt" in check && check.snapshotAt !== undefined
      ? [["Snapshot of", renderTime(check.snapshotAt)] as const]
      : []),
    ...("evidenceHash" in check
      ? [["SHA-256 of the answer", html`<code>${check.evidenceHash}</code>`] as const]
      : []),
  ]);
}

function classOf(classification: keyof typeof classWords): Html {
  const [word, tone] = classWords[classification];
  return badge(word, tone);
}

/** What a screening found. */
export function renderScreening(
  { classification, candidates, nameCoverage, screenedAt }: ScreeningEvidence,
): Html {
  const unread = nameCoverage?.unreadScripts ?? [];
  return html`
    ${facts([
      [
        "Class",
        classification === null ? badge("could not be screened", "bad") : classOf(classification),
      ],
      ["Screened", renderTime(screenedAt)],
      ...(unread.length === 0 ? [] : [["Compared with nothing", unread.join(", ")] as const]),
    ])}
    ${candidates.length === 0 ? "" : table({
      caption: "Listed entities that it may be",
      columns: ["Listed name", "List", "Entry", "Score", "Class", "PEP"],
      rows: candidates.map((candidate) => [
        candidate.matchedName,
        candidate.source,
        candidate.listRef,
        candidate.score.toFixed(1),
        classWords[candidate.classification][0],
        candidate.isPep ? "yes" : "no",
      ]),
      empty: "",
    })}
  `;
}
