/**
 * The numbers of the matching core. They are data, not code: an answer pins their RFC 8785 hash, so
 * that a decision can be repeated with the very numbers it was made with. Which number means what
 * stands here; the values stand in `weights.json` and were chosen on labelled names.
 */

import { z } from "zod";
import published from "./weights.json" with { type: "json" };

const share = z.number().min(0).max(1);
const points = z.number().min(0).max(100);

/** Weights of the tokens of a name beside their neighbours. An ordinary word of middling rarity is 1. */
const TokenWeights = z.strictObject({
  /** An ordinary word of a name. */
  word: z.number().positive(),
  /** `al`, `bin`, `van`: written or left out at will. */
  particle: share,
  /** A single letter that stands for a name. */
  initial: share,
  /** `Ltd`, `LLC`, `OAO`: says what kind of body it is, not which. */
  organisationForm: share,
  /** `Mr`, `Sheikh`, `General`, before a person's name. */
  title: share,
  /** Digits, which distinguish one vessel or brigade from the next. */
  number: z.number().positive(),
  /** `Jr`, `III`, after a person's name: left out at will, but two that differ are two persons. */
  ordinal: share,
  /** Factor for a token that the list gives as part of the family name. */
  family: z.number().min(1),
  /** Factor for the name after the father, which people write or leave out at will. */
  patronymic: z.number().positive(),
  /** Factor for the most frequent token of the lists; rarity moves it towards `rarest`. */
  commonest: z.number().positive(),
  /** Factor for a token that the lists hold once or never. */
  rarest: z.number().positive(),
  /** Factor for the words that half of all firms have: `trading`, `international`, `group`. */
  generic: z.number().positive(),
  /** Factor for what a body deals with and where it is: `missile`, `shipping`, `Iranian`. */
  topic: z.number().positive(),
}).readonly();

/** Similarity of two tokens, from 0 to 1. */
const Similarities = z.strictObject({
  /** Different spellings of one sound that fold to the same form (`Yusuf`, `Iusuf`). */
  folded: share,
  /** Cost of an edit: 1 - editCost x edits / letters. */
  editCost: z.number().positive(),
  /** The same where the one edit is a swap of two neighbouring letters, the likeliest slip. */
  swapCost: z.number().positive(),
  /** One edit is allowed for so many letters of the longer token, and none below it. */
  lettersPerEdit: z.int().min(2).max(12),
  /** Taken off where the edit changes the first letter, which is seldom a slip. */
  firstLetter: share,
  /** The consonants sound alike and no letter differs from the fold. */
  soundsAlike: share,
  /** Cost of edits in words that sound alike: soundsEditCost x edits / letters. */
  soundsEditCost: share,
  /** Taken off where what sounds alike has only two consonants. */
  soundsShort: share,
  /** The consonants are equal and one side is written without its short vowels, as Arabic is. */
  unvowelled: share,
  /** Taken off where one side begins with a vowel that the other cannot have. */
  unvowelledEnds: share,
  /** Taken off for a consonant that is one of another country, or a weak one left out. */
  unvowelledAkin: share,
  /** Taken off for a long vowel, which is always written, that one side has, at its end or within, and the other not. */
  unvowelledLongVowel: share,
  /** The same given name in another language (`Aleksandr`, `Oleksandr`, `Alejandro`). */
  equivalent: share,
  /** A given name and its short form (`Jose`, `Pepe`). */
  nickname: share,
  /** Taken off where two words that are alike are known to be two given names (`Antonio`, `Antonia`). */
  otherName: share,
  /** Two patronymics of one father's name (`Volodymyrovych`, `Vladimirovich`). */
  oneFather: share,
  /** An initial and a word that begins with it. */
  initial: share,
  /** An abbreviation and the words of a body's name that it is short for. */
  initials: share,
  /** Two tokens written as one. */
  joined: share,
  /** Less than this is no likeness at all. */
  least: share,
}).readonly();

/** Deductions for tokens that have no counterpart. */
const Penalties = z.strictObject({
  /** Share of its weight that an unaccounted token of the query costs. */
  extraQuery: share,
  /**
   * The same where every word of a person's listed name is in the query and the words are as rare as
   * can be; less rarity moves it towards `extraQuery`.
   */
  extraQueryCovered: share,
  /** The same in the name of an organisation, vessel or aircraft, which people shorten at will. */
  extraQueryBody: share,
  /** The same for a token of the listed name: lists give more names than people use. */
  extraListed: share,
  /** Factor where numbers are on both sides and differ. */
  numbersDiffer: share,
  /** Factor where each side of a body's name says where it is and they differ. */
  placesDiffer: share,
  /** Factor where the list marks the family name and nothing in the query accounts for it. */
  familyMissing: share,
  /** Factor where each side of a body's name has an unaccounted word, be it of what kind of body it is. */
  givenDiffers: share,
  /** The same in a person's name, where nothing shows what part of it the words are. */
  wordsDiffer: share,
  /** Factor where both sides mark the family name and nothing of either accounts for the other. */
  familyDiffers: share,
  /** `wordsDiffer` where those words are known to be given names: other than the family name. */
  knownGivenDiffers: share,
  /** Factor where each side has an unaccounted name after the father. */
  patronymicDiffers: share,
  /** Factor where a family name on one side is a given name on the other. */
  partDiffers: share,
  /** Factor where the word that an initial stands for leaves the name beside it unaccounted. */
  initialBeside: share,
  /** Factor where each side has an unaccounted initial, or an initial and a given name. */
  initialsDiffer: share,
  /** Most that a weak alias can reach whose words are not all in the query as they are. */
  weakLikeMost: points,
  /** Most that a person's name in Han, Hangul or kana can reach, a syllable of which stands for nothing. */
  syllableLeftMost: points,
  /** The same where both of them are of what it is called or deals with: they say more. */
  bodyDiffers: share,
  /** Factor where two names put a child and its parent (`bin`, `ibn`) the other way round. */
  parentageReversed: share,
  /**
   * Most that a listed name can reach that stands in a field among other words, whatever else the
   * field says: a person reviews it; it is never confirmed.
   */
  inTextMost: points,
  /** Most that a name can reach when one word alone is accounted for and either side has more. */
  oneWordMost: points,
  /** The same where that word is rare in the lists. */
  oneRareWordMost: points,
  /** Most that a part of a person's name can reach that many people bear, where either side has more. */
  commonPartMost: points,
  /** Sum of idf, on the lists and among people, under which it is common where the query has a name more. */
  commonPartUnder: z.number().nonnegative(),
  /** The same where the query has not all names of the list's. */
  commonShortUnder: z.number().nonnegative(),
  /** The same where it leaves out the first of two family names, or a common name of it stands for a word that is merely like it. */
  commonLikeUnder: z.number().nonnegative(),
  /** Share of the greatest idf from which a word counts as rare. */
  rareFrom: share,
  /**
   * The same for a query of that one word, such as a family name alone: every person who has it is at
   * least `oneRareWordMost`. By default as few have it as an answer shows.
   */
  loneRareFrom: share,
  /** Points by which a word that is merely like a query of one word stays below the same word. */
  loneLikeBelow: points,
  /** Mean likeness under which two persons' names without a word in common do not agree. */
  merelyAlikeUnder: share,
  /** Sum of idf of given names under which a listed name of these alone leaves a family name out. */
  givenAloneUnder: z.number().nonnegative(),
  /** Likeness from which a word of a query is that of another name of the entry. */
  otherNameFrom: share,
}).readonly();

/** Information in nats: the logarithm of how many there are for one. */
const nats = z.number().min(0).max(100);

/**
 * The stretch of a field of three words or more that a listed name accounts for: what agrees by its
 * rarity, less what follows. Words outside of it cost nothing.
 */
const Segment = z.strictObject({
  /** Information from which a stretch is compared as a name; with less it may be chance. */
  least: nats,
  /** Taken off a word that is merely like the listed one: this, times what its likeness lacks of 1. */
  unlike: nats,
  /** Taken off a word that agrees by its consonants alone, in sound or as a script writes it: many words have them. */
  bySound: nats,
  /** What an initial gains that stands for a name. */
  initial: nats,
  /** Taken off for each word within the stretch that the listed name lacks. */
  inserted: nats,
  /** Taken off where a person's family name does not stand in it. */
  missingFamily: nats,
  /** The same for each given name. */
  missingGiven: nats,
  /** The same for each name that the list calls neither. */
  missingName: nats,
  /** The same for a name after the father. */
  missingPatronymic: nats,
  /** Share of its own information that a missing generic word or topic of a body's name takes off; any other word takes off all. */
  missingGeneric: share,
  /** Share of its cost that a missing family or given name takes off where another of them is there. */
  missingFurther: share,
  /** Taken off besides for each missing word that an unexplained word in the stretch or next to it may stand in place of. */
  substituted: nats,
  /** Taken off where the words stand in another order, but for one that begins elsewhere. */
  order: nats,
  /**
   * What a neighbour of a person's name must be rarer than among people; what it lacks of that is taken
   * off, as it may be a part of the name.
   */
  leave: nats,
  /** Share of `leave` that one word alone beside a person's name takes off. */
  leaveLone: share,
  /** Share of `leave` that a neighbour without vowels lacks, as no table says how common it is. */
  leaveUnvowelled: share,
  /** Share of a listed name's weight that must stand in a field for the name to be compared. */
  leastShare: share,
  /** What a missing word takes off by its weight before the name is compared. */
  missingByWeight: nats,
}).readonly();

/** Value of a piece of evidence: 1 agrees fully, 0 says nothing, -1 contradicts. */
const signed = z.number().min(-1).max(1);

/**
 * What a date of birth says. Signs and order follow how much more often two entries of one person
 * (1,077, on two lists of OFAC, the UN and Canada) stand so to each other than entries of strangers:
 * the same day 6,000 times, day and month swapped 300, the same month 77, the same year 36, one digit
 * off 16, within a range 2.5, another day of the year 0.6, a year apart 0.24, two 0.08, three to five
 * 0.03, six and more 0.01.
 */
const BirthEvidence = z.strictObject({
  sameDay: signed,
  /** Day and month the other way round. */
  dayMonthSwapped: signed,
  /**
   * One digit of the date differs, or two neighbours changed places, and the years are at most
   * `slipYears` apart.
   */
  oneDigitOff: signed,
  /** Year and month agree; a side gives no day. */
  sameMonth: signed,
  /** The year agrees; a side gives no month. */
  sameYear: signed,
  /** The list gives a range or a circa that covers it. */
  withinRange: signed,
  /** The year agrees; month or day do not. */
  otherDay: signed,
  /** The years are at most `nearYears` apart. */
  nearYear: signed,
  /** The years are less than `yearsApartFrom` apart, or only a digit of the decade differs. */
  different: signed,
  /** The years are further apart: only an exact name remains a possible match (`core/screening/classify.ts`). */
  yearsApart: signed,
  /**
   * Years that one wrong digit may put between two dates: by default the year's last digit, or one of
   * the day or month. The same day of another decade is `different`.
   */
  slipYears: z.int().min(0).max(99),
  /** Years that a `near_year` may be apart. */
  nearYears: z.int().min(0).max(10),
  /** Years from which a date of birth shows another person. */
  yearsApartFrom: z.int().min(1).max(99),
  /** Years on each side of a `circa`. */
  circaYears: z.int().min(0).max(10),
  /** Share of the way to 100 that full agreement moves a name score. */
  boost: share,
  /** Points that a full contradiction takes off. */
  penalty: points,
}).readonly();

/** Value of a nationality; people have several, so it decides nothing alone. */
const NationalityEvidence = z.strictObject({
  agrees: signed,
  differs: signed,
  /** Share of the way to 100 that agreement moves a name score. */
  boost: share,
  /** Points that a difference takes off. */
  penalty: points,
}).readonly();

const Limits = z.strictObject({
  /** A candidate under this score is not answered. */
  floor: points,
  /** Listed names that are compared token by token, the best by shared weight first. */
  namesScored: z.int().min(1).max(4096),
  /** Postings that one query may read. */
  postingsRead: z.int().min(1000).max(10_000_000),
  /** Births and nationalities raise only a name that reaches this by itself. */
  evidenceFrom: points,
  /** Raw agreement by which an estimate may fall short of the floor for the name to be compared. */
  estimateShort: share,
}).readonly();

/** Every number of the matching core. */
export const Weights = z.strictObject({
  /** Version name of this set. */
  weightSet: z.string().min(1),
  tokens: TokenWeights,
  similarity: Similarities,
  penalties: Penalties,
  segment: Segment,
  birth: BirthEvidence,
  nationality: NationalityEvidence,
  /**
   * Raw agreement (0 to 1) to name score (0 to 100), linear between the points, rising. It is set so
   * that 70 is where a person should review.
   */
  curve: z.array(z.tuple([share, points])).min(2).readonly(),
  limits: Limits,
}).readonly();
/** Every number of the matching core. */
export type Weights = z.infer<typeof Weights>;

/** The set in use unless an operator brings another. */
export const defaultWeights: Weights = Weights.parse(published);
