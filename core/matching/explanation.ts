/**
 * Why a candidate has its score, in words that a compliance officer can act on. An explanation
 * contains list data and positions, never text of the caller.
 *
 * Members that are not in the specification are optional, so that older decisions are read back as
 * they were answered.
 */

import { z } from "zod";
import { IdentifierType } from "./entry_schema.ts";

const unit = z.number().min(0).max(1);
const points = z.number().min(-100).max(100);

/** The role of a token in its name. */
export const TokenKind = z.enum([
  "word",
  "particle",
  "initial",
  "legal_form",
  "title",
  "number",
  "ordinal",
  "generic",
  "topic",
]).meta({
  id: "TokenKind",
  description:
    "What a token is in its name, which decides what it weighs: an ordinary word; a particle such as `al` or `von`; an initial; a legal form such as `Ltd`; a form of address; a number; an ordinal among namesakes such as `Jr`; a generic word that many bodies share, such as `company`; a topic, what a body deals with or where it is, such as `petroleum` or `iranian`",
});
export type TokenKind = z.infer<typeof TokenKind>;

/** How a query accounts for a listed token. */
export const TokenAccount = z.enum([
  "same",
  "respelled",
  "same_meaning",
  "edited",
  "stands_for",
  "sounds_alike",
  "nickname",
  "initial",
  "joined",
  "split",
  "missing",
]).meta({
  id: "TokenAccount",
  description:
    "`same`: equal, case and marks aside. `respelled`: another spelling of the same sounds. `same_meaning`: another legal form or generic word of the same meaning. `edited`: `edits` letters differ. `stands_for`: the query's word, which is cut, declined, without its vowels, misread or in another language's spelling, is taken for the listed one, or for one from which `edits` letters differ. `sounds_alike`: the consonants do. `nickname`: the same given name in another language, or cut short. `initial`: one is the other's first letter. `joined`: several tokens of the query are written as one on the list. `split`: one token of the query is several on the list. `missing`: nothing in the query accounts for it",
});
export type TokenAccount = z.infer<typeof TokenAccount>;

const family = z.literal(true).optional().meta({ description: "Part of the family name" });

/** One listed token and how the query accounts for it. */
export const TokenAlignment = z.object({
  listed: z.string().meta({
    description: "Token of the listed name, normalised",
    examples: ["maduro"],
  }),
  query: z.array(z.int().nonnegative()).readonly().meta({
    description: "Zero-based positions of the query's words; empty when none accounts for it",
    examples: [[1]],
  }),
  how: TokenAccount,
  edits: z.int().positive().optional().meta({ description: "Letters that differ" }),
  transliterated: z.literal(true).optional().meta({
    description: "The query has it in another script than the list",
  }),
  kind: TokenKind.optional(),
  family,
  points: points.optional().meta({
    description: "What it took off the score; 0 when it is the same",
    examples: [-3.25],
  }),
}).readonly().meta({ id: "TokenAlignment" });
export type TokenAlignment = z.infer<typeof TokenAlignment>;

/** One token of the query that nothing in the listed name accounts for. */
export const UnaccountedToken = z.object({
  query: z.int().nonnegative().meta({ description: "Zero-based position among the query's words" }),
  kind: TokenKind,
  family,
  points: points.meta({ description: "What it took off the score" }),
}).readonly().meta({ id: "UnaccountedToken" });
export type UnaccountedToken = z.infer<typeof UnaccountedToken>;

/** Steps of the matching core that make the score of a name, in order. */
const matcherSteps = [
  "full_agreement",
  "tokens_differ",
  "listed_missing",
  "query_unaccounted",
  "numbers_differ",
  "names_differ",
  "places_differ",
  "family_name_missing",
  "family_names_differ",
  "given_names_differ",
  "patronymics_differ",
  "parts_differ",
  "initial_beside_name",
  "initials_differ",
  "weak_alias",
  "parentage_reversed",
  "few_words",
  "common_in_part",
  "syllable_left",
  "lone_word",
  "within_text",
  "one_of_several_names",
  "other_name",
  "date_of_birth",
  "nationality",
] as const;

/** A step of the matching core, and the points that it added or took off. */
export const MatcherStep = z.object({ step: z.enum(matcherSteps), points }).readonly();
export type MatcherStep = z.infer<typeof MatcherStep>;

/** One thing that moved a score. */
export const ScoreStep = z.object({
  step: z.enum([...matcherSteps, "floored", "exact_match"]).meta({
    description:
      "`full_agreement`: where every score starts. `tokens_differ`: aligned tokens are not the same. `listed_missing`: listed tokens that the query lacks. `query_unaccounted`: tokens of the query that the list lacks. `numbers_differ`: each side has a number of its own. `names_differ`: each side has a name of its own. `family_name_missing`: the family name of a side has no counterpart. `places_differ`: each side says that it is somewhere else. `family_names_differ`, `given_names_differ`, `patronymics_differ`: each side has one of its own. `parts_differ`: a family name on one side is a given name on the other. `initial_beside_name`: an initial stands for a word beside which each side has a name of its own. `initials_differ`: each side has a middle initial of its own. `weak_alias`: one that is only like the query can reach so much. `parentage_reversed`: child and parent the other way round. `few_words`: too few words agree to be a name. `common_in_part`: a part of a name agrees that many people bear. `syllable_left`: a Han, Hangul or kana syllable of the query stands for nothing. `lone_word`: the query is one word. `within_text`: the listed name stands within a longer text. `one_of_several_names`: the query holds several names, or a name and remarks. `other_name`: what the listed name leaves over is another name of the entry, an alias beside the family name. `date_of_birth`, `nationality`: what they say. `floored`: an exact name, or an entry with an identifier that was asked for, is kept at the threshold. `exact_match`: an exact name is confirmed at 100",
  }),
  points: points.meta({ description: "By how much it moved the score" }),
}).readonly().meta({ id: "ScoreStep" });
export type ScoreStep = z.infer<typeof ScoreStep>;

/** How the query was read when it was compared with a listed name. */
export const ReadAs = z.enum([
  "name",
  "name_in_text",
  "one_of_several_names",
  "without_remarks",
  "slips_mended",
  "words_apart",
  "digits_as_letters",
  "numbers_as_digits",
  "class_left_out",
  "without_titles",
  "other_spelling",
]).meta({
  id: "ReadAs",
  description:
    "`name`: the whole query as one name. `name_in_text`: the stretch of a field of three words or more that the listed name accounts for. `one_of_several_names`: one of the names that the query holds. `without_remarks`: the whole query but for what is a remark (`born 1960`, `in liquidation`), a number beside a person's name, or a name said again. `slips_mended`: the whole query, with slips of the pen mended in legal forms and in `abd al`. `words_apart`: the whole query, words taken apart that are written together. `digits_as_letters`: the whole query, digits among letters read as the letters that they look like. `numbers_as_digits`: the whole query, numbers that are written out read as digits. `class_left_out`: the whole query but the words that say which kind of ship or aircraft is meant. `without_titles`: the whole query but for what stands beside a person's name: forms of address, degrees, offices, a state or body in capitals. `other_spelling`: the whole query, its letters read as in another country, words that no list has taken for those that they may stand for (declined, cut, without vowels, misread), or the letters of an acronym as one word",
});
export type ReadAs = z.infer<typeof ReadAs>;

/** Relation of two dates of birth. */
export const BirthRelation = z.enum([
  "absent",
  "same_day",
  "day_month_swapped",
  "one_digit_off",
  "same_month",
  "same_year",
  "within_range",
  "other_day",
  "near_year",
  "different",
  "years_apart",
  "not_a_person",
]).meta({
  id: "BirthRelation",
  description:
    "`absent`: a side does not say, or the date asked for stands for none (1970-01-01, any before 1905) and agrees with none. `not_a_person`: the name reads as a person's, and the listed party is a body, vessel or aircraft",
});
export type BirthRelation = z.infer<typeof BirthRelation>;

/** Relation of two sides' nationalities. */
export const NationalityRelation = z.enum(["absent", "agrees", "differs"])
  .meta({ id: "NationalityRelation", description: "`absent`: a side does not say" });
export type NationalityRelation = z.infer<typeof NationalityRelation>;

/** Reasons why a possible match is not a confirmed one. */
export const Obstacle = z.enum([
  "name_not_exact",
  "other_kind",
  "weak_alias",
  "few_tokens",
  "common_name",
  "politically_exposed",
  "dob_contradicts",
  "nationality_differs",
  "score_below_confirmed",
  "dob_not_same_day",
]).meta({
  id: "Obstacle",
  description:
    "An exact name confirms by itself, unless it is a `weak_alias`, of an `other_kind` of party than the person whose name is asked for, has too `few_tokens`, is a `common_name`, is that of a `politically_exposed` person, `dob_contradicts` or `nationality_differs`; else `name_not_exact`. The same day of birth confirms a high score, unless `score_below_confirmed` or `dob_not_same_day`, or it is a `weak_alias`, of an `other_kind` or has too `few_tokens`",
});
export type Obstacle = z.infer<typeof Obstacle>;

/** Strength of a listed name, as its publisher states it. */
export const NameStrength = z.enum(["primary", "strong", "weak"]).meta({
  id: "NameStrength",
  description: "The entry's own name, an alias that its publisher calls good, or a weak one",
});
export type NameStrength = z.infer<typeof NameStrength>;

/** How a listed entry compares with an identifier of the query. */
export const IdentifierFact = z.object({
  query: z.int().nonnegative().meta({ description: "Position in `identifiers` of the request" }),
  type: IdentifierType,
  relation: z.enum(["same", "other_country", "different", "absent"]).meta({
    description:
      "`other_country`: the same value, issued by another country. `absent`: the entry has none of this type",
  }),
  listed: z.string().nullable().meta({
    description: "The listed value that is the same, as written; else null",
  }),
}).readonly().meta({ id: "IdentifierFact" });
export type IdentifierFact = z.infer<typeof IdentifierFact>;

const score = z.number().min(0).max(100);

/** Explanation of a candidate's score. */
export const Explanation = z.object({
  levenshtein: unit.meta({ description: "Edit similarity of the aligned tokens" }),
  phonetic: unit.meta({
    description: "Share of the query's weight that sounds like the listed name",
  }),
  dobNat: z.object({
    dob: unit.meta({ description: "1 agrees, 0 contradicts, 0.5 nothing to compare" }),
    nationality: unit.meta({ description: "1 agrees, 0 differs, 0.5 nothing to compare" }),
    combined: unit.meta({ description: "0.75 dob + 0.25 nationality" }),
  }).readonly(),
  vector: z.null().meta({
    description: "The vector layer runs in shadow mode only and never drives a decision",
  }),
  weightSet: z.string(),
  name: z.int().nonnegative().optional().meta({
    description:
      "Only where `otherNames` were asked for: which name this explains, 0 for `name`, 1 for the first of `otherNames`. Positions of words count in it",
  }),
  matchedName: z.string().meta({
    description: "The listed name that matched best",
    examples: ["MADURO MOROS, Nicolas"],
  }),
  nameStrength: NameStrength,
  nameScript: z.string().optional().meta({
    description: "Script of the matched name (ISO 15924); other than Latn: an original script",
    examples: ["Latn"],
  }),
  readAs: ReadAs.optional(),
  nameScore: score.optional().meta({
    description: "Names alone, before date of birth and nationality",
  }),
  weighedScore: score.optional().meta({
    description: "With date of birth and nationality, before the gates",
  }),
  alignment: z.array(TokenAlignment).readonly().meta({
    description: "Every token of the matched name, in its order",
  }),
  unaccounted: z.array(UnaccountedToken).readonly().optional().meta({
    description:
      "Tokens of the query that nothing in the matched name accounts for; of a word that is read as two, one half may stand in `alignment`",
  }),
  steps: z.array(ScoreStep).readonly().optional().meta({
    description:
      "What made the score, in order; their points add up to it. Those of `alignment` add up to `tokens_differ` and `listed_missing`, those of `unaccounted` to `query_unaccounted`",
    examples: [[
      { step: "full_agreement", points: 100 },
      { step: "listed_missing", points: -4.5 },
      { step: "date_of_birth", points: -18 },
    ]],
  }),
  dob: z.object({
    relation: BirthRelation,
    listed: z.string().nullable().meta({
      description: "The listed date that was compared (EDTF); null when there was nothing to",
      examples: ["1962-11-23"],
    }),
  }).readonly().optional(),
  nationality: z.object({
    relation: NationalityRelation,
    listed: z.array(z.string()).readonly().meta({
      description:
        "What the list says, ISO 3166-1 alpha-2; empty when there was nothing to compare",
      examples: [["VE"]],
    }),
  }).readonly().optional(),
  identifiers: z.array(IdentifierFact).readonly().optional().meta({
    description: "Only where identifiers were asked for: what the list says to each",
  }),
  notConfirmed: z.array(Obstacle).readonly().optional().meta({
    description: "What stands between a possible match and a confirmed one; empty when confirmed",
  }),
}).readonly().meta({ id: "Explanation" });
export type Explanation = z.infer<typeof Explanation>;
