import type { MatchCandidate, TokenAlignment } from "../../core/ports/matcher.ts";
import type { Candidate } from "../../core/screening/schema.ts";
import type { NameScreening } from "../../core/screening/screen_name.ts";
import { printable } from "../terminal.ts";

/** What a screening found and why, for people. Holds nothing of what was asked. */
export function renderScreening({ classification, candidates, found }: NameScreening): string {
  const matched = new Map(found.candidates.map((one) => [one.entityId, one]));
  const rows = candidates.flatMap((candidate) => {
    const evidence = matched.get(candidate.entityId);
    return evidence === undefined ? [] : [{ candidate, evidence }];
  });
  const head = ["SCORE", "CLASS", "LIST", "TYPE", "MATCHED NAME", "STRENGTH", "FOUND VIA"];
  const lines = columns([head, ...rows.map(({ candidate }) => cellsOf(candidate))]);
  const scripts = found.untransliterated;
  return [
    `${classification}, candidates: ${candidates.length}`,
    ...(scripts.length === 0
      ? []
      : [`compared in its own script only: ${scripts.map(printable).join(", ")}`]),
    ...(rows.length === 0 ? [] : ["", lines[0] ?? ""]),
    ...rows.flatMap(({ candidate, evidence }, index) => [
      lines[index + 1] ?? "",
      ...reasonsOf(candidate, evidence).map((reason) => `       ${reason}`),
    ]),
    "",
  ].join("\n");
}

function cellsOf({ classifyResult, ...candidate }: Candidate): readonly string[] {
  const { explain } = classifyResult;
  return [
    classifyResult.score.toFixed(1).padStart(5),
    classifyResult.classification,
    `${candidate.source} ${candidate.listRef}`,
    candidate.isPep ? `${candidate.entityType}, PEP` : candidate.entityType,
    explain.matchedName,
    explain.nameStrength,
    candidate.matchedVia.join("+"),
  ].map(printable);
}

function reasonsOf({ classifyResult }: Candidate, evidence: MatchCandidate): readonly string[] {
  const { nameScore, levenshtein, phonetic, rarity, birth, nationality } = evidence;
  const { dobNat } = classifyResult.explain;
  const numbers = [
    `name score ${nameScore.toFixed(1)}`,
    `levenshtein ${levenshtein.toFixed(2)}`,
    `phonetic ${phonetic.toFixed(2)}`,
    `rarity ${rarity.toFixed(1)}`,
  ];
  return [
    `tokens: ${evidence.alignment.map(accountOf).join(", ")}`,
    numbers.join(", "),
    `date of birth ${words(birth.relation)} (${dobNat.dob.toFixed(2)}), ` +
    `nationality ${words(nationality.relation)} (${dobNat.nationality.toFixed(2)})`,
    ...(classifyResult.exactMatchShortCircuit ? ["exact match: short circuit to 100"] : []),
    ...(classifyResult.floored ? ["exact name: kept at the threshold by the floor"] : []),
  ];
}

/** `maduro=1`, `nicolas~0 (edited)`, `moros (missing)`: the listed token and the query's positions. */
function accountOf({ listed, query, how }: TokenAlignment): string {
  const token = printable(listed);
  if (how === "missing") return `${token} (missing)`;
  return how === "same"
    ? `${token}=${query.join("+")}`
    : `${token}~${query.join("+")} (${words(how)})`;
}

function words(value: string): string {
  return value.replaceAll("_", " ");
}

function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => lengthOf(row[column] ?? "")))
  );
  return rows.map((row) =>
    row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - lengthOf(cell)))
      .join("  ").trimEnd()
  );
}

function lengthOf(text: string): number {
  return [...text].length;
}
