import type {
  BirthRelation,
  Explanation,
  NationalityRelation,
  Obstacle,
  ScoreStep,
  TokenAccount,
  TokenKind,
} from "./explanation.ts";

/**
 * Texts for people, for the words of an explanation: used by the terminal and the playground. A
 * missing word is a compile error.
 */

/** Text after a listed token; empty for an equal one. */
export const accountWords: Readonly<Record<TokenAccount, string>> = {
  same: "",
  respelled: "another spelling",
  same_meaning: "same meaning",
  edited: "edited",
  stands_for: "taken for it",
  sounds_alike: "sounds alike",
  nickname: "nickname",
  initial: "initial",
  joined: "joined on the list",
  split: "split on the list",
  missing: "missing",
};

/** The kind of a token; empty for an ordinary word. */
export const kindWords: Readonly<Record<TokenKind, string>> = {
  word: "",
  particle: "particle",
  initial: "initial",
  legal_form: "legal form",
  title: "title",
  number: "number",
  ordinal: "ordinal",
  generic: "generic",
  topic: "topic",
};

/** The cause of a step of the score. */
export const stepWords: Readonly<Record<ScoreStep["step"], string>> = {
  full_agreement: "full agreement",
  tokens_differ: "tokens differ",
  listed_missing: "not in the query",
  query_unaccounted: "not on the list",
  numbers_differ: "numbers differ",
  names_differ: "names differ",
  places_differ: "places differ",
  family_name_missing: "family name missing",
  family_names_differ: "family names differ",
  given_names_differ: "given names differ",
  patronymics_differ: "patronymics differ",
  parts_differ: "family name as given name",
  initial_beside_name: "initial beside another name",
  initials_differ: "another middle initial",
  weak_alias: "only like a weak alias",
  parentage_reversed: "child and parent reversed",
  few_words: "too few words agree",
  common_in_part: "part of a name that many bear",
  syllable_left: "syllable left over",
  lone_word: "one word asked for",
  within_text: "within a text",
  one_of_several_names: "one of several names, or beside a remark",
  other_name: "the rest is another name of the entry",
  date_of_birth: "date of birth",
  nationality: "nationality",
  floored: "exact name kept at the threshold",
  exact_match: "exact match",
};

/** The part of the query that was compared, if not the whole query unchanged. */
export const readingWords: Readonly<Record<NonNullable<Explanation["readAs"]>, string>> = {
  name: "",
  name_in_text: "those words of the field that it accounts for",
  one_of_several_names: "one of several names",
  without_remarks: "the query without remarks and what it repeats",
  slips_mended: "the query with slips of the pen mended",
  words_apart: "with words taken apart that are written together",
  digits_as_letters: "with digits read as the letters that they look like",
  numbers_as_digits: "with numbers that are written out read as digits",
  class_left_out: "without the class of ship or aircraft",
  without_titles: "the query without titles, degrees and offices beside the name",
  other_spelling:
    "the query in another spelling, or with words taken for those that they may stand for",
};

/** How the dates of birth compare. */
export const birthWords: Readonly<Record<BirthRelation, string>> = {
  absent: "absent",
  same_day: "same day",
  day_month_swapped: "day and month swapped",
  one_digit_off: "one digit off, or two exchanged",
  same_month: "same month",
  same_year: "same year",
  within_range: "within range",
  other_day: "another day of the year",
  near_year: "near year",
  different: "different",
  years_apart: "years apart",
  not_a_person: "the listed party is no person",
};

/** How the nationalities compare. */
export const nationalityWords: Readonly<Record<NationalityRelation, string>> = {
  absent: "absent",
  agrees: "agrees",
  differs: "differs",
};

/** Why a possible match is not a confirmed one. */
export const obstacleWords: Readonly<Record<Obstacle, string>> = {
  name_not_exact: "the name is not exact",
  other_kind: "a person's name, and the listed party is none",
  weak_alias: "a weak alias",
  few_tokens: "too few words",
  common_name: "its words are too common to confirm by themselves",
  politically_exposed: "a politically exposed person by name",
  dob_contradicts: "the date of birth contradicts",
  nationality_differs: "the nationality differs",
  score_below_confirmed: "the score is below that of a confirmed match",
  dob_not_same_day: "no same day of birth to confirm it",
};
