import type { MatchCandidate, MatchResult } from "../../core/ports/matcher.ts";
import type {
  ScoreStep,
  TokenAlignment,
  UnaccountedToken,
} from "../../core/screening/explanation.ts";
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

/** What of the name was not compared as usual. */
function coverageOf({ untransliterated, tokensLeftOut }: MatchResult): readonly string[] {
  return [
    ...some(untransliterated, "compared in its own script only: ", ", "),
    ...(tokensLeftOut === 0
      ? []
      : [`read as a text: ${tokensLeftOut} words beyond what is compared as one name`]),
  ];
}

function reasonsOf({ classifyResult }: Candidate, evidence: MatchCandidate): readonly string[] {
  const { levenshtein, phonetic, rarity, birth, nationality } = evidence;
  const { dobNat, steps = [], notConfirmed = [] } = classifyResult.explain;
  return [
    `listed name: ${evidence.matchedStrength}, ${printable(evidence.matchedScript)}` +
    (evidence.readAs === "name" ? "" : `, compared with ${readings[evidence.readAs]}`),
    `tokens: ${evidence.alignment.map(accountOf).join(", ")}`,
    ...some(evidence.unaccounted.map(leftOf), "words of the query that the list lacks: ", ", "),
    `score: ${steps.map(stepOf).join(", ")} = ${classifyResult.score.toFixed(2)}`,
    `name score ${evidence.nameScore.toFixed(2)}, with evidence ${evidence.score.toFixed(2)}, ` +
    `levenshtein ${levenshtein.toFixed(2)}, phonetic ${phonetic.toFixed(2)}, ` +
    `rarity ${rarity.toFixed(1)}`,
    `date of birth ${words(birth.relation)} (${dobNat.dob.toFixed(2)})` +
    (birth.listed === null ? "" : `, listed ${printable(birth.listed)}`) +
    `; nationality ${words(nationality.relation)} (${dobNat.nationality.toFixed(2)})` +
    some(nationality.listed, ", listed ", " ").join(""),
    ...some(notConfirmed.map(words), "not confirmed: ", ", "),
  ];
}

function some(texts: readonly string[], before: string, between: string): readonly string[] {
  return texts.length === 0 ? [] : [before + texts.map(printable).join(between)];
}

/** `maduro=1`, `nicolas~0 (1 letter differs) -2.10`: the listed token and the query's positions. */
function accountOf({ listed, query, how, edits, transliterated, points = 0 }: TokenAlignment) {
  const told = [
    ...(how === "same" ? [] : [edits === undefined ? words(how) : `${words(how)} ${edits}`]),
    ...(transliterated === true ? ["transliterated"] : []),
  ];
  return [
    printable(listed) + (query.length === 0 ? "" : (how === "same" ? "=" : "~") + query.join("+")),
    ...(told.length === 0 ? [] : [`(${told.join(", ")})`]),
    ...(points === 0 ? [] : [points.toFixed(2)]),
  ].join(" ");
}

function leftOf({ query, kind, points }: UnaccountedToken): string {
  return `${query} (${words(kind)}) ${points.toFixed(2)}`;
}

function stepOf({ step, points }: ScoreStep): string {
  return `${points > 0 ? "+" : ""}${points.toFixed(2)} ${words(step)}`;
}

const readings: Readonly<Record<MatchCandidate["readAs"], string>> = {
  name: "the whole query",
  name_in_text: "the words of a text that it accounts for",
  one_of_several_names: "one of several names",
  slips_mended: "the query, slips of the pen mended",
};

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
