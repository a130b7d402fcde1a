import { Weights } from "../../core/matching/weights.ts";

/** A fitted number: its range and its smallest step. */
export interface Range {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** A number that is not fitted, with the reason. */
export interface Kept {
  readonly kept: string;
}

const fewDates = "too few labelled names near the gate have a date or country to learn from";
const ofGate = "a rule that stands below or above the gate; it moves with the curve";
const ofStrangers = "set on strangers and ordinary names: few labelled names are so common";
const ofFields = "set on fields of listed names and of strangers: no labelled name stands in one";
const bound = "a bound of work or of what an answer shows";

/**
 * The treatment of every number of `weights.json`, by its dotted path. The curve is not included:
 * it is made from the scores of the fitted weights.
 */
export const parameterTable: Readonly<Record<string, Range | Kept>> = {
  "tokens.word": { kept: "the unit that the other tokens are weighed by" },
  "tokens.particle": { least: 0, most: 0.6, step: 0.05 },
  "tokens.initial": { least: 0.2, most: 1, step: 0.1 },
  "tokens.organisationForm": { least: 0, most: 0.3, step: 0.025 },
  "tokens.title": { least: 0, most: 0.3, step: 0.025 },
  "tokens.number": { least: 0.2, most: 1.6, step: 0.1 },
  "tokens.family": { least: 1, most: 1.6, step: 0.05 },
  "tokens.commonest": { least: 0.3, most: 1, step: 0.05 },
  "tokens.rarest": { least: 1, most: 1.6, step: 0.05 },
  "tokens.generic": { least: 0.1, most: 1, step: 0.05 },
  "tokens.topic": { least: 0.2, most: 1.2, step: 0.05 },
  "tokens.patronymic": { least: 0.2, most: 1.2, step: 0.05 },
  "tokens.ordinal": { least: 0, most: 1, step: 0.05 },
  "similarity.folded": { least: 0.9, most: 1, step: 0.01 },
  "similarity.editCost": { least: 0.7, most: 1.8, step: 0.1 },
  "similarity.lettersPerEdit": { least: 3, most: 6, step: 1 },
  "similarity.firstLetter": { least: 0, most: 0.3, step: 0.02 },
  "similarity.soundsAlike": { least: 0.8, most: 1, step: 0.01 },
  "similarity.unvowelled": { least: 0.8, most: 1, step: 0.01 },
  "similarity.initial": { least: 0.4, most: 0.9, step: 0.05 },
  "similarity.initials": { least: 0.5, most: 1, step: 0.05 },
  "similarity.equivalent": { least: 0.7, most: 1, step: 0.02 },
  "similarity.nickname": { least: 0.5, most: 1, step: 0.05 },
  "similarity.otherName": { least: 0.2, most: 1, step: 0.05 },
  "similarity.oneFather": { least: 0.5, most: 1, step: 0.05 },
  "similarity.swapCost": { least: 0.3, most: 1.8, step: 0.1 },
  "similarity.unvowelledLongVowel": { least: 0, most: 0.4, step: 0.02 },
  "similarity.joined": { least: 0.9, most: 1, step: 0.01 },
  "similarity.least": { least: 0.4, most: 0.75, step: 0.05 },
  "similarity.soundsEditCost": { least: 0, most: 0.8, step: 0.05 },
  "similarity.soundsShort": { least: 0, most: 0.3, step: 0.02 },
  "similarity.unvowelledAkin": { least: 0.1, most: 0.5, step: 0.02 },
  "similarity.unvowelledEnds": { least: 0, most: 0.3, step: 0.02 },
  "meant.cut": { kept: ofFields },
  "meant.beginning": { kept: ofFields },
  "meant.withoutVowels": { kept: ofFields },
  "meant.misread": { kept: ofFields },
  "meant.behindApostrophe": { kept: ofFields },
  "meant.stemLetter": { kept: ofFields },
  "meant.behindCut": { kept: ofFields },
  "penalties.extraQuery": { least: 0.3, most: 1, step: 0.05 },
  "penalties.extraQueryCovered": { least: 0, most: 0.6, step: 0.05 },
  "penalties.extraQueryBody": { least: 0.05, most: 0.8, step: 0.05 },
  "penalties.extraListed": { least: 0.05, most: 0.6, step: 0.05 },
  "penalties.numbersDiffer": { least: 0.3, most: 1, step: 0.05 },
  "penalties.familyMissing": { least: 0.5, most: 1, step: 0.05 },
  "penalties.givenDiffers": { least: 0.5, most: 1, step: 0.05 },
  "penalties.wordsDiffer": { least: 0.4, most: 1, step: 0.05 },
  "penalties.bodyDiffers": { least: 0.4, most: 1, step: 0.05 },
  "penalties.placesDiffer": { least: 0.4, most: 1, step: 0.05 },
  "penalties.familyDiffers": { least: 0.3, most: 1, step: 0.05 },
  "penalties.knownGivenDiffers": { least: 0.3, most: 1, step: 0.05 },
  "penalties.patronymicDiffers": { least: 0.4, most: 1, step: 0.05 },
  "penalties.partDiffers": { least: 0.4, most: 1, step: 0.05 },
  "penalties.initialBeside": { least: 0.4, most: 1, step: 0.05 },
  "penalties.initialsDiffer": { least: 0.4, most: 1, step: 0.05 },
  "penalties.weakLikeMost": { kept: ofGate },
  "penalties.syllableLeftMost": { kept: ofGate },
  "penalties.parentageReversed": { least: 0.5, most: 1, step: 0.05 },
  "penalties.inTextMost": { kept: ofGate },
  "penalties.oneWordMost": { kept: ofGate },
  "penalties.oneRareWordMost": { kept: ofGate },
  "penalties.commonPartMost": { kept: ofGate },
  "penalties.commonPartUnder": { kept: ofStrangers },
  "penalties.commonShortUnder": { kept: ofStrangers },
  "penalties.commonLikeUnder": { kept: ofStrangers },
  "penalties.rareFrom": {
    kept: "few labelled names are one word, and none of them a lone rare one",
  },
  "penalties.loneRareFrom": { kept: "few labelled names are one word, and none of them alone" },
  "penalties.loneLikeBelow": { kept: "an order of candidates and no measure of likeness" },
  "penalties.merelyAlikeUnder": { kept: ofStrangers },
  "penalties.givenAloneUnder": { kept: ofStrangers },
  "penalties.otherNameFrom": { kept: "few labelled names are made of two names of one entry" },
  "segment.least": { kept: ofFields },
  "segment.unlike": { kept: ofFields },
  "segment.bySound": { kept: ofFields },
  "segment.initial": { kept: ofFields },
  "segment.letter": { kept: ofFields },
  "segment.setApart": { kept: ofFields },
  "segment.inserted": { kept: ofFields },
  "segment.missingFamily": { kept: ofFields },
  "segment.missingGiven": { kept: ofFields },
  "segment.missingName": { kept: ofFields },
  "segment.missingPatronymic": { kept: ofFields },
  "segment.missingGeneric": { kept: ofFields },
  "segment.missingFurther": { kept: ofFields },
  "segment.substituted": { kept: ofFields },
  "segment.order": { kept: ofFields },
  "segment.leave": { kept: ofFields },
  "segment.leaveLone": { kept: ofFields },
  "segment.leaveUnvowelled": { kept: ofFields },
  "segment.leastShare": { kept: bound },
  "segment.missingByWeight": { kept: bound },
  "birth.sameDay": { kept: "the unit of agreement" },
  "birth.dayMonthSwapped": { kept: fewDates },
  "birth.oneDigitOff": { kept: fewDates },
  "birth.sameMonth": { kept: fewDates },
  "birth.sameYear": { kept: fewDates },
  "birth.withinRange": { kept: fewDates },
  "birth.otherDay": { kept: fewDates },
  "birth.nearYear": { kept: fewDates },
  "birth.different": { kept: fewDates },
  "birth.yearsApart": { kept: "the unit of contradiction" },
  "birth.yearsApartFrom": { kept: fewDates },
  "birth.slipYears": { kept: fewDates },
  "birth.nearYears": { kept: fewDates },
  "birth.circaYears": { kept: fewDates },
  "birth.boost": { kept: fewDates },
  "birth.penalty": { kept: fewDates },
  "birth.penaltyCommon": { kept: fewDates },
  "birth.nats": { kept: fewDates },
  "nationality.agrees": { kept: "the unit of agreement" },
  "nationality.differs": { kept: "the unit of contradiction" },
  "nationality.boost": { kept: fewDates },
  "nationality.penalty": { kept: fewDates },
  "limits.floor": { kept: bound },
  "limits.namesScored": { kept: bound },
  "limits.postingsRead": { kept: bound },
  "limits.evidenceFrom": { kept: bound },
  "limits.estimateShort": { kept: bound },
};

/** The numbers that are fitted, in the order of the table. */
export function fittedParameters(): readonly (readonly [string, Range])[] {
  return Object.entries(parameterTable).flatMap(([path, entry]) =>
    "kept" in entry ? [] : [[path, entry] as const]
  );
}

/** The dotted paths of all numbers of a weight set except its curve. */
export function numbersOf(weights: Weights): readonly string[] {
  return Object.entries(weights).flatMap(([group, members]) =>
    typeof members !== "object" || Array.isArray(members)
      ? []
      : Object.entries(members).flatMap(([name, value]) =>
        typeof value === "number" ? [`${group}.${name}`] : []
      )
  );
}

/** One number of a weight set by its path. */
export function numberAt(weights: Weights, path: string): number {
  const [group = "", name = ""] = path.split(".");
  const members = (weights as unknown as Record<string, Record<string, unknown>>)[group];
  const value = members?.[name];
  if (typeof value !== "number") throw new Error(`Weights have no number ${path}`);
  return value;
}

/** The numbers that differ between two weight sets by path, with both values. */
export function changedNumbers(
  one: Weights,
  other: Weights,
): Readonly<Record<string, readonly [number, number]>> {
  return Object.fromEntries(
    Object.keys(parameterTable)
      .map((path) => [path, [numberAt(one, path), numberAt(other, path)]] as const)
      .filter(([, [was, is]]) => was !== is),
  );
}

/** A weight set with some numbers replaced by path, validated again. */
export function withNumbers(
  weights: Weights,
  numbers: Readonly<Record<string, number>>,
): Weights {
  const changed = structuredClone(weights) as unknown as Record<string, Record<string, unknown>>;
  for (const [path, value] of Object.entries(numbers)) {
    const [group = "", name = ""] = path.split(".");
    const members = changed[group];
    if (typeof members?.[name] !== "number") throw new Error(`Weights have no number ${path}`);
    members[name] = value;
  }
  return Weights.parse(changed);
}
