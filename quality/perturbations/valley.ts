import type { EntityType } from "../../core/matching/ports.ts";
import { isOneOf } from "../evaluation/evaluate_queries.ts";
import { shuffled } from "../evaluation/mersenne_twister.ts";
import { isFlagged } from "../evaluation/tally.ts";
import { type ListedParty, seeded } from "./family.ts";
import type { ListedParties } from "./listed_parties.ts";
import { madeUpFirms } from "./made_up_names.ts";
import { type CommonNames, ordinaryNames } from "./ordinary_names.ts";
import type { PerturbationPolicy } from "./policy.ts";
import { isNameFlagged, type Screen } from "./tally_names.ts";
import { amongUnknownWords } from "./unknown_words.ts";

/** Numbers of unknown words next to a name. */
const counts = [0, 1, 2, 3, 4, 6, 8, 9, 10, 12, 16] as const;

/** Listed names of one kind among a number of unknown words. */
export interface ValleyCell {
  readonly kind: string;
  readonly beside: number;
  readonly cases: number;
  readonly found: number;
}

/** Unlisted names of one kind, alone and in a field among unknown words. */
export interface InnocentTally {
  readonly kind: string;
  readonly cases: number;
  /** Number flagged alone. */
  readonly bare: number;
  /** Names flagged in the field but not alone. */
  readonly added: readonly string[];
}

/** The cost of unknown words next to a name, and the names that are flagged by ignoring them. */
export interface ValleyFigures {
  readonly cells: readonly ValleyCell[];
  readonly innocents: readonly InnocentTally[];
}

/** Input of measuring names among unknown words. */
export interface ValleyMeasure {
  readonly parties: ListedParties;
  readonly common: CommonNames | null;
  readonly screen: Screen;
  readonly policy: PerturbationPolicy;
}

/** A kind of listed name. */
interface Kind {
  readonly name: string;
  readonly of: EntityType;
  readonly has: (party: ListedParty) => boolean;
}

/** Words of a body's name that are no legal form and no generic word: those that few others bear. */
const distinctive = ({ words, common }: ListedParty) =>
  words.filter((word) => word.length > 3 && !common.includes(word)).length;

const kinds: readonly Kind[] = [
  ...[2, 3].map((count): Kind => ({
    name: `persons of ${count} words`,
    of: "INDIVIDUAL",
    has: ({ words }) => words.length === count,
  })),
  ...[1, 2, 3].map((count): Kind => ({
    name: `bodies with ${count} distinctive ${count === 1 ? "word" : "words"}`,
    of: "ORGANISATION",
    has: (party) => party.words.length > 1 && distinctive(party) === count,
  })),
  { name: "vessels of 2 words or more", of: "VESSEL", has: ({ words }) => words.length > 1 },
  { name: "aircraft", of: "AIRCRAFT", has: () => true },
];

/** Queries listed and unlisted names among unknown words. */
export function measureValley(measured: ValleyMeasure): ValleyFigures {
  return {
    cells: kinds.flatMap((kind) => cellsOf(kind, measured)),
    innocents: innocentNames(measured).map(({ kind, names }) => tally(kind, names, measured)),
  };
}

function cellsOf(
  { name, of, has }: Kind,
  { parties, screen, policy }: ValleyMeasure,
): readonly ValleyCell[] {
  const { next, draw } = seeded(policy.seed, name);
  const isLatin = (text: string) => /^[\p{Script=Latin}\p{Script=Common}\p{M}]+$/u.test(text);
  const suitable = parties.all.filter((party) =>
    party.entityType === of && isLatin(party.name) && has(party)
  );
  const sample = shuffled(suitable, next).slice(0, policy.valleySample).map((party) => ({
    name: party.name,
    targets: parties.sameAs(party.entity),
  }));
  return counts.map((beside) => {
    const found = sample.filter(({ name, targets }) => {
      const asked = amongUnknownWords(name, beside, draw);
      return screen({ name: asked, dob: null, nationality: null }).candidates.some((candidate) =>
        isOneOf(targets, candidate) && isFlagged(candidate.classifyResult.classification)
      );
    });
    return { kind: name, beside, cases: sample.length, found: found.length };
  });
}

/** Ordinary names of people and firms that were made up. */
function innocentNames({ common, parties, policy }: ValleyMeasure) {
  const { draw } = seeded(policy.seed, "innocent firms");
  const each = Math.ceil(policy.innocents / 9);
  const persons = common === null
    ? []
    : ordinaryNames(common, { seed: policy.seed + 1, each }).map(({ name }) => name);
  const surnames = common === null ? [] : [...common.surnames.values()].flat();
  const firms = madeUpFirms(policy.innocents, surnames, draw);
  const texts = Array.from({ length: policy.valleySample }, () => "");
  const unlisted = (names: readonly string[]) =>
    names.filter((name) => parties.named(name).length === 0);
  return [
    { kind: "ordinary persons", names: unlisted(persons) },
    { kind: "firms that were made up", names: unlisted(firms) },
    { kind: "no name at all", names: texts },
  ];
}

function tally(
  kind: string,
  names: readonly string[],
  { screen, policy }: ValleyMeasure,
): InnocentTally {
  const { draw } = seeded(policy.seed, kind);
  let bare = 0;
  const added: string[] = [];
  for (const name of names) {
    const field = amongUnknownWords(name, 1 + draw.below(12), draw).trim();
    const isBare = name !== "" && isNameFlagged(name, screen);
    bare += Number(isBare);
    if (!isBare && isNameFlagged(field, screen)) added.push(field);
  }
  return { kind, cases: names.length, bare, added };
}
