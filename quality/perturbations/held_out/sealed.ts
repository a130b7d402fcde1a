/**
 * The kinds of which only means are printed: a third, drawn once by lot. Their rows and names would
 * show what to tune to, so no report states them.
 */
export const sealedKinds: ReadonlySet<string> = new Set([
  "persons: MT103 field 50F",
  "persons: remittance information of salaries",
  "persons: machine-readable zone of a passport",
  "persons: a row of fixed columns",
  "organisations: the O of a certificate's subject",
  "persons: UTF-8 read as windows-1251",
  "persons: Latin typed on a Russian keyboard",
  "persons: a letter doubled and one dropped",
  "persons: as speech is written down",
  "persons: a word without its inner vowels",
  "persons: Mr and Mrs",
  "persons: with Latvian endings",
  "persons: with the feminine -ová of Czech and Slovak",
  "persons: with Finnish endings",
  "persons: Greek vocatives",
  "organisations: with a city and a branch",
  "organisations: translated word by word",
  "persons: Japanese names in kanji",
]);
