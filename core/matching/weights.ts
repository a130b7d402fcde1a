/**
 * The numbers of the matching core. They are data, not code: a decision pins their RFC 8785 hash,
 * so that it can be repeated with the same numbers. This schema documents each number; the values
 * are in `weights.json` and were chosen on labelled names.
 */

import { z } from "zod";
import published from "./weights.json" with { type: "json" };

const share = z.number().min(0).max(1);
const points = z.number().min(0).max(100);

/**
 * Weights of the tokens of a name relative to each other. An ordinary word of medium rarity has
 * weight 1.
 */
const TokenWeights = z.strictObject({
  /** An ordinary word of a name. */
  word: z.number().positive(),
  /** `al`, `bin`, `van`: often left out. */
  particle: share,
  /** A single letter that stands for a name. */
  initial: share,
  /** `Ltd`, `LLC`, `OAO`: the legal form, which does not identify the body. */
  organisationForm: share,
  /** `Mr`, `Sheikh`, `General`, before a person's name. */
  title: share,
  /** Digits, which distinguish vessels or brigades of one name. */
  number: z.number().positive(),
  /**
   * `Jr`, `III`, after a person's name: often left out, but two different ones mean two persons.
   */
  ordinal: share,
  /** Factor for a token that the list marks as part of the family name. */
  family: z.number().min(1),
  /** Factor for a patronymic, which is often left out. */
  patronymic: z.number().positive(),
  /** Factor for the most frequent token of the lists. Rarer tokens move towards `rarest`. */
  commonest: z.number().positive(),
  /** Factor for a token that is in the lists once or never. */
  rarest: z.number().positive(),
  /** Factor for words that many firms have: `trading`, `international`, `group`. */
  generic: z.number().positive(),
  /** Factor for words of a body's business or place: `missile`, `shipping`, `Iranian`. */
  topic: z.number().positive(),
}).readonly();

/** Similarity of two tokens, from 0 to 1. */
const Similarities = z.strictObject({
  /** Different spellings of one sound that fold to the same form (`Yusuf`, `Iusuf`). */
  folded: share,
  /** Cost of an edit: 1 - editCost x edits / letters. */
  editCost: z.number().positive(),
  /** `editCost` for a swap of two neighbouring letters, the most frequent slip. */
  swapCost: z.number().positive(),
  /** Letters of the longer token per permitted edit; a shorter token permits none. */
  lettersPerEdit: z.int().min(2).max(12),
  /** Deduction if an edit changes the first letter, which is rare as a slip. */
  firstLetter: share,
  /** The consonants sound alike, and the folded letters are equal. */
  soundsAlike: share,
  /** Cost of edits in words that sound alike: soundsEditCost x edits / letters. */
  soundsEditCost: share,
  /** Deduction if words that sound alike have only two consonants. */
  soundsShort: share,
  /** The consonants are equal, and one side is written without short vowels, as in Arabic. */
  unvowelled: share,
  /** Deduction if one side begins with a vowel that is impossible on the other. */
  unvowelledEnds: share,
  /**
   * Deduction for a consonant that differs by country of romanisation, or for a weak consonant that
   * is left out.
   */
  unvowelledAkin: share,
  /**
   * Deduction for a long vowel, which is always written, that only one side has, at its end or
   * within.
   */
  unvowelledLongVowel: share,
  /** The same given name in another language (`Aleksandr`, `Oleksandr`, `Alejandro`). */
  equivalent: share,
  /** A given name and its short form (`Jose`, `Pepe`). */
  nickname: share,
  /**
   * Deduction if two similar words are known to be different given names (`Antonio`, `Antonia`).
   */
  otherName: share,
  /** Two patronymics from the same father's name (`Volodymyrovych`, `Vladimirovich`). */
  oneFather: share,
  /** An initial and a word that begins with it. */
  initial: share,
  /** An abbreviation and the words of a body's name that it stands for. */
  initials: share,
  /** Two tokens written as one. */
  joined: share,
  /** Minimum similarity; less counts as none. */
  least: share,
}).readonly();

/** Deductions for tokens that have no counterpart. */
const Penalties = z.strictObject({
  /** Share of its weight that an unaccounted token of the query costs. */
  extraQuery: share,
  /**
   * `extraQuery` if every word of a person's listed name is in the query and the words are as rare
   * as possible; for less rare words the cost moves towards `extraQuery`.
   */
  extraQueryCovered: share,
  /**
   * `extraQuery` for the name of an organisation, vessel or aircraft, which people often shorten.
   */
  extraQueryBody: share,
  /** `extraQuery` for a token of the listed name: lists give more names than people use. */
  extraListed: share,
  /** Factor if both sides have numbers and these differ. */
  numbersDiffer: share,
  /** Factor if both sides of a body's name state a place and the places differ. */
  placesDiffer: share,
  /** Factor if the list marks the family name and nothing in the query accounts for it. */
  familyMissing: share,
  /**
   * Factor if each side of a body's name has an unaccounted word, including a word of the body's
   * kind.
   */
  givenDiffers: share,
  /**
   * `givenDiffers` for a person's name, if it is not known which part of the name the words are.
   */
  wordsDiffer: share,
  /** Factor if both sides mark the family name and neither accounts for the other's. */
  familyDiffers: share,
  /** `wordsDiffer` if the words are known to be given names, not family names. */
  knownGivenDiffers: share,
  /** Factor if each side has an unaccounted patronymic. */
  patronymicDiffers: share,
  /** Factor if a family name on one side is a given name on the other. */
  partDiffers: share,
  /**
   * Factor if an initial is matched to a word, and the name next to the initial stays unaccounted.
   */
  initialBeside: share,
  /**
   * Factor if each side has an unaccounted initial, or one an initial and the other a given name.
   */
  initialsDiffer: share,
  /** Maximum score of a weak alias, unless all its words are in the query unchanged. */
  weakLikeMost: points,
  /** Maximum score of a person's name in Han, Hangul or kana with an unaccounted syllable. */
  syllableLeftMost: points,
  /** `givenDiffers` if both words are of the body's name or business, which distinguish more. */
  bodyDiffers: share,
  /** Factor if two names have child and parent (`bin`, `ibn`) in opposite order. */
  parentageReversed: share,
  /**
   * Maximum score of a listed name found within a longer text, whatever else the text says: a
   * person reviews it, and it is never confirmed.
   */
  inTextMost: points,
  /** Maximum score if only one word is accounted for and either side has more words. */
  oneWordMost: points,
  /** `oneWordMost` if that word is rare in the lists. */
  oneRareWordMost: points,
  /** Maximum score of a common part of a person's name, if either side has more words. */
  commonPartMost: points,
  /**
   * Sum of idf, on the lists and among people, below which that part is common if the query has a
   * further name.
   */
  commonPartUnder: z.number().nonnegative(),
  /** `commonPartUnder` if the query lacks names of the listed name. */
  commonShortUnder: z.number().nonnegative(),
  /**
   * `commonPartUnder` if the query leaves out the first of two family names, or if a common name in
   * it is only similar to the listed word.
   */
  commonLikeUnder: z.number().nonnegative(),
  /** Share of the greatest idf from which a word counts as rare. */
  rareFrom: share,
  /**
   * `rareFrom` for a query of that one word, such as a family name alone. Every person with the
   * word gets at least `oneRareWordMost`. By default only words that few have qualify, so that an
   * answer can show them all.
   */
  loneRareFrom: share,
  /** Points by which a similar word ranks below the same word, in a query of one word. */
  loneLikeBelow: points,
  /** Mean similarity below which two persons' names without a common word do not agree. */
  merelyAlikeUnder: share,
  /**
   * Sum of idf of given names below which a listed name without a family name is too common to
   * count alone.
   */
  givenAloneUnder: z.number().nonnegative(),
  /** Similarity from which a word of the query belongs to another name of the entry. */
  otherNameFrom: share,
}).readonly();

/** Information in nats: the logarithm of one in how many. */
const nats = z.number().min(0).max(100);

/**
 * How likely a word stands for a word of the lists, from 0 to 1. A word that may be one of several
 * counts less: by the rarity of all of them over that of the one.
 */
const Meant = z.strictObject({
  /** For a word with a full stop, or at the end of a field in capitals as long as a column. */
  cut: share,
  /** For any other word that begins as a listed one, if no list has it. */
  beginning: share,
  /** For a word without inner vowels. */
  withoutVowels: share,
  /** For each letter or pair of letters that a scanner may have misread. */
  misread: share,
  /** For what stands before an apostrophe and an ending. */
  behindApostrophe: share,
  /** Deduction for each letter that a word before an ending has less than five. */
  stemLetter: share,
  /**
   * Share of their cost that the words count which a listed name has besides, where all of a field
   * agrees and it is as long as a column.
   */
  behindCut: share,
}).readonly();

/**
 * The words in a field of three or more words for which a listed name accounts. Agreeing words
 * count by rarity, less the deductions below. Words outside that segment cost nothing.
 */
const Segment = z.strictObject({
  /** Minimum information for a segment to be compared as a name; with less it may be chance. */
  least: nats,
  /**
   * Deduction for a word that is only similar to the listed one: this number times (1 -
   * similarity).
   */
  unlike: nats,
  /**
   * Deduction for a word that agrees only by its consonants, in sound or in a script without
   * vowels: many words do.
   */
  bySound: nats,
  /** Gain for an initial that stands for a name of a person. */
  initial: nats,
  /** Maximum gain, for each letter, of a word of a body that is one of several names in a field. */
  letter: nats,
  /**
   * How much less than `least` a person's name needs if signs or words that are no name stand on
   * both sides of it, and a ship's behind a word for a ship.
   */
  setApart: nats,
  /** Deduction for each word within the segment that the listed name lacks. */
  inserted: nats,
  /** Deduction if a person's family name is missing. */
  missingFamily: nats,
  /** Deduction for each missing given name. */
  missingGiven: nats,
  /** Deduction for each missing name that the list marks as neither. */
  missingName: nats,
  /** Deduction for a missing patronymic. */
  missingPatronymic: nats,
  /**
   * Share of its information that a missing generic or topic word of a body's name costs; any other
   * missing word costs all of it.
   */
  missingGeneric: share,
  /**
   * Share of its deduction for a missing family or given name if another of the same kind is
   * present.
   */
  missingFurther: share,
  /**
   * Further deduction for each missing word if an unexplained word in the segment or next to it may
   * replace it.
   */
  substituted: nats,
  /** Deduction if the words are in another order, except a rotation. */
  order: nats,
  /**
   * Information that a word next to a person's name must have to count as no part of the name. A
   * more common word costs the difference.
   */
  leave: nats,
  /** Share of `leave` for a single word next to a person's name. */
  leaveLone: share,
  /** Share of `leave` for a word without vowels, whose frequency is unknown. */
  leaveUnvowelled: share,
  /** Minimum share of a listed name's weight in a field for the name to be compared. */
  leastShare: share,
  /** Deduction for a missing word by its weight, before the name is compared. */
  missingByWeight: nats,
}).readonly();

/** Value of evidence: 1 agrees fully, 0 says nothing, -1 contradicts. */
const signed = z.number().min(-1).max(1);

/**
 * Evidence of a date of birth. Signs and order follow from likelihood ratios: how much more often
 * two entries of one person (1,077 pairs, on two lists of OFAC, the UN and Canada) compare so than
 * two entries of strangers. Same day 6,000; day and month swapped 300; same month 77; same year 36;
 * one digit off 16; within a range 2.5; another day of the year 0.6; a year apart 0.24; two 0.08;
 * three to five 0.03; six and more 0.01.
 */
const BirthEvidence = z.strictObject({
  sameDay: signed,
  /** Day and month are swapped. */
  dayMonthSwapped: signed,
  /**
   * One digit of the date differs, or two neighbouring digits are swapped, and the years are at
   * most `slipYears` apart.
   */
  oneDigitOff: signed,
  /** Year and month agree; one side has no day. */
  sameMonth: signed,
  /** The year agrees; one side has no month. */
  sameYear: signed,
  /** The list gives a range or a circa that contains the date. */
  withinRange: signed,
  /** The year agrees; month or day differ. */
  otherDay: signed,
  /** The years are at most `nearYears` apart. */
  nearYear: signed,
  /** The years are less than `yearsApartFrom` apart, or only a digit of the decade differs. */
  different: signed,
  /**
   * The years are further apart: then only an exact name is a possible match
   * (`core/screening/classify.ts`).
   */
  yearsApart: signed,
  /**
   * Maximum years between two dates that differ by one digit: by default the year's last digit, or
   * one of the day or month. The same day of another decade is `different`.
   */
  slipYears: z.int().min(0).max(99),
  /** Maximum years apart for `near_year`. */
  nearYears: z.int().min(0).max(10),
  /** Years apart from which dates of birth mean two persons. */
  yearsApartFrom: z.int().min(1).max(99),
  /** Years on each side of a `circa`. */
  circaYears: z.int().min(0).max(10),
  /** Share of the way to 100 by which full agreement raises a name score. */
  boost: share,
  /** Points that a full contradiction costs. */
  penalty: points,
  /** How much more a contradiction costs of the commonest names of persons: 1 is twice as much. */
  penaltyCommon: z.number().min(0).max(4),
  /** Nats that the very day adds to the rarity of a common name that agrees in part. */
  nats: z.number().min(0).max(20),
}).readonly();

/** Evidence of a nationality. People can have several, so it decides nothing alone. */
const NationalityEvidence = z.strictObject({
  agrees: signed,
  differs: signed,
  /** Share of the way to 100 by which agreement raises a name score. */
  boost: share,
  /** Points that a difference costs. */
  penalty: points,
}).readonly();

const Limits = z.strictObject({
  /** Minimum score of a candidate in the answer. */
  floor: points,
  /** Maximum listed names compared token by token, in order of shared weight. */
  namesScored: z.int().min(1).max(4096),
  /** Maximum postings read for one query. */
  postingsRead: z.int().min(1000).max(10_000_000),
  /** Minimum name score that births and nationalities can raise. */
  evidenceFrom: points,
  /**
   * Raw agreement by which an estimate may be below the floor for the name still to be compared.
   */
  estimateShort: share,
}).readonly();

/** Every number of the matching core. */
export const Weights = z.strictObject({
  /** Version name of this set. */
  weightSet: z.string().min(1),
  tokens: TokenWeights,
  similarity: Similarities,
  penalties: Penalties,
  meant: Meant,
  segment: Segment,
  birth: BirthEvidence,
  nationality: NationalityEvidence,
  /**
   * Maps raw agreement (0 to 1) to a name score (0 to 100), rising, linear between the points. 70
   * is the score from which a person should review.
   */
  curve: z.array(z.tuple([share, points])).min(2).readonly(),
  limits: Limits,
}).readonly();
/** Every number of the matching core. */
export type Weights = z.infer<typeof Weights>;

/** The default set; an operator may replace it. */
export const defaultWeights: Weights = Weights.parse(published);
