import type { MatchCandidate, MatchResult } from "../../core/matching/ports.ts";
import type {
  ScoreStep,
  TokenAlignment,
  UnaccountedToken,
} from "../../core/matching/explanation.ts";
import {
  accountWords,
  birthWords,
  kindWords,
  nationalityWords,
  obstacleWords,
  readingWords,
  stepWords,
} from "../../core/matching/wording.ts";
import type { Candidate } from "../../core/screening/candidate_schema.ts";
import type { NameScreening } from "../../core/screening/screen_name.ts";
import { printable } from "../command/terminal.ts";

/** Renders a screening and its reasons for people. Contains nothing of the query. */
export function renderScreening({ classification, candidates, found }: NameScreening): string {
  const matched = new Map(found.candidates.map((one) => [one.entityId, one]));
  const rows = candidates.flatMap((candidate) => {
    const evidence = matched.get(candidate.entityId);
    return evidence === undefined ? [] : [{ candidate, evidence }];
  });
  const head = ["SCORE", "CLASS", "LIST", "TYPE", "MATCHED NAME", "STRENGTH", "FOUND VIA"];
  const lines = columns([head, ...rows.map(({ candidate }) => cellsOf(candidate))]);
  return [
    `${classification}, candidates: ${candidates.length}`,
    ...coverageOf(found),
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

/** Parts of the name that were not compared in the usual way. */
function coverageOf({ untransliterated, unread, tokensLeftOut }: MatchResult): readonly string[] {
  const isCompared = (code: string) => !unread.includes(code);
  return [
    ...some(unread, "not compared, since no list has the script: "),
    ...some(untransliterated.filter(isCompared), "compared in its own script only: "),
    ...(tokensLeftOut === 0
      ? []
      : [`read as a text: ${tokensLeftOut} words beyond what is compared as one name`]),
  ];
}

/** The lines that explain a candidate's score. */
export function reasonsOf(
  { classifyResult }: Candidate,
  evidence: MatchCandidate,
): readonly string[] {
  const { levenshtein, phonetic, rarity, birth, nationality } = evidence;
  const { dobNat, steps = [], notConfirmed = [] } = classifyResult.explain;
  const reading = readingWords[evidence.readAs];
  return [
    `listed name: ${evidence.matchedStrength}, ${printable(evidence.matchedScript)}` +
    (reading === "" ? "" : `, compared with ${reading}`),
    `tokens: ${evidence.alignment.map(accountOf).join(", ")}`,
    ...some(evidence.unaccounted.map(unaccountedOf), "words of the query not on the list: "),
    `score: ${steps.map(stepOf).join(", ")} = ${classifyResult.score.toFixed(2)}`,
    `name score ${evidence.nameScore.toFixed(2)}, with evidence ${evidence.score.toFixed(2)}, ` +
    `levenshtein ${levenshtein.toFixed(2)}, phonetic ${phonetic.toFixed(2)}, ` +
    `rarity ${rarity.toFixed(1)}`,
    `date of birth ${birthWords[birth.relation]} (${dobNat.dob.toFixed(2)})` +
    (birth.listed === null ? "" : `, listed ${printable(birth.listed)}`) +
    `; nationality ${nationalityWords[nationality.relation]} (${dobNat.nationality.toFixed(2)})` +
    some(nationality.listed, ", listed ").join(""),
    ...some(notConfirmed.map((one) => obstacleWords[one]), "not confirmed: "),
  ];
}

function some(texts: readonly string[], before: string): readonly string[] {
  return texts.length === 0 ? [] : [before + texts.map(printable).join(", ")];
}

/** `maduro=1`, `nicolas~0 (edited 1) -2.10`: the listed token and the query's positions. */
function accountOf({ listed, query, how, edits, transliterated, kind, points }: TokenAlignment) {
  const remarks = [
    [accountWords[how], edits].filter((part) => part !== undefined).join(" "),
    transliterated === true ? "transliterated" : "",
    kind === undefined ? "" : kindWords[kind],
  ].filter((part) => part !== "");
  return [
    printable(listed) + (query.length === 0 ? "" : (how === "same" ? "=" : "~") + query.join("+")),
    ...(remarks.length === 0 ? [] : [`(${remarks.join(", ")})`]),
    ...(points === undefined || points === 0 ? [] : [points.toFixed(2)]),
  ].join(" ");
}

function unaccountedOf({ query, kind, points }: UnaccountedToken): string {
  const words = kindWords[kind];
  return `${query}${words === "" ? "" : ` (${words})`} ${points.toFixed(2)}`;
}

function stepOf({ step, points }: ScoreStep): string {
  return `${points > 0 ? "+" : ""}${points.toFixed(2)} ${stepWords[step]}`;
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
