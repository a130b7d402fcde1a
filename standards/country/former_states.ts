/** A state that broke up. */
export interface FormerState {
  /** English names, demonyms and codes (ISO 3166-3), and names in languages of the state and its neighbours. */
  readonly names: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly successors: readonly string[];
}

/**
 * States that broke up into several. Their citizens became citizens of one of the successors, so
 * each successor matches the former state, and any other country differs from it. Former names of
 * one country (`Zaire`) are spellings of that country.
 */
export const formerStates: readonly FormerState[] = [
  {
    names: ["Soviet Union", "Union of Soviet Socialist Republics", "USSR", "Soviet"]
      .concat("SU", "SUN", "SUHH", "UdSSR", "Sowjetunion", "URSS", "СССР", "Советский Союз", "СРСР")
      .concat("NSVL", "PSRS", "TSRS", "ZSRR"),
    successors: "AM AZ BY EE GE KG KZ LT LV MD RU TJ TM UA UZ".split(" "),
  },
  {
    names: ["Yugoslavia", "Socialist Federal Republic of Yugoslavia", "SFRY", "Yugoslav"]
      .concat("Yugoslavian", "YU", "YUG", "YUCS", "Jugoslavija", "Југославија", "Jugoslawien")
      .concat("Yougoslavie", "Југославија", "Югославия"),
    successors: "BA HR ME MK RS SI XK".split(" "),
  },
  {
    names: ["Serbia and Montenegro", "Federal Republic of Yugoslavia", "FRY", "SCG", "CSXX"],
    successors: "ME RS XK".split(" "),
  },
  {
    names: ["Czechoslovakia", "Czechoslovak", "Czechoslovakian", "CSK", "CSHH"]
      .concat("Československo", "Tschechoslowakei", "Tchécoslovaquie", "Чехословакия"),
    successors: "CZ SK".split(" "),
  },
  // The code of Czechoslovakia was given to Serbia and Montenegro later.
  { names: ["CS"], successors: "CZ ME RS SK XK".split(" ") },
  {
    names: ["Netherlands Antilles", "Antillean", "AN", "ANT", "ANHH"],
    successors: "BQ CW SX".split(" "),
  },
  { names: ["United Arab Republic"], successors: "EG SY".split(" ") },
];
