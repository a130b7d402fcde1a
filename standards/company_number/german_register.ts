/** An entry in a German register, as the caller wrote it. */
export interface GermanRegisterEntry {
  /** Register, digits and letters without separators: `HRB5000B`. */
  readonly number: string;
  /** The court's place as written, without the words around it; null when no court is named. */
  readonly court: string | null;
}

/** Maximum characters of a court's name. */
const courtCharactersMax = 60;

const register = String
  .raw`HR ?[AB]|GnR|PR|VR|GsR|(?:Handelsregister|HR)[ ,]*(?:Abt(?:eilung|\.)? ?)?[AB]`;
const wordForNumber = "(?:Nummer|Number|Nr|No|Num|N°|№|#)";
/**
 * One or two letters follow the number at some courts; these words and abbreviations are not such a
 * suffix.
 */
const suffix = String
  .raw` ?(?!(?:AG|am|at|im|in|of|St|zu)(?!\p{L}))([A-Z]{1,2})(?![\p{L}\p{M}]|\. ?\p{L})`;
const entry = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(${register})[ .:-]*(?:${wordForNumber}[ .:-]*)?` +
    String.raw`([0-9](?:[ .]?[0-9]){0,5})(?![ .]?[0-9])(?:${suffix})?`,
  "iu",
);

/** Words around the name of a court. */
const courtWords: ReadonlySet<string> = new Set(
  ("ag amtsgericht amtsgerichts amtsgerichte registergericht registergerichts gericht handelsregister " +
    "genossenschaftsregister vereinsregister partnerschaftsregister gesellschaftsregister register " +
    "registered registernummer eingetragen beim bei des der dem die im in zu am at the of court local " +
    "district commercial b de d deutschland germany nr hr").split(" "),
);

/**
 * Parses a text such as `Amtsgericht München, HRB 12345 B`; null when it contains no number of a
 * German register.
 */
export function readGermanRegister(written: string): GermanRegisterEntry | null {
  const text = written.normalize("NFKC").replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-");
  const found = entry.exec(text);
  const [whole, kind, digits, letters = ""] = found ?? [];
  if (found === null || whole === undefined || kind === undefined || digits === undefined) {
    return null;
  }
  const section = /^H/i.test(kind) ? `HR${kind.slice(-1)}` : kind;
  return {
    number: (section + digits.replace(/[ .]/g, "") + letters).toUpperCase(),
    court: courtOf(text.slice(0, found.index)) ?? courtOf(text.slice(found.index + whole.length)),
  };
}

/** The place within the words on one side of a number. */
function courtOf(side: string): string | null {
  const words = side.split(/[\s,;:/()[\]"]+|(?<!\p{L})[.-]+|-+(?!\p{L})/u).filter((word) =>
    word !== "" && word !== "."
  );
  const isName = (word: string) => !courtWords.has(word.toLowerCase().replace(/\.$/, ""));
  const [first, last] = [words.findIndex(isName), words.findLastIndex(isName)];
  const name = words.slice(first, last + 1).join(" ").normalize("NFC");
  return first < 0 || name.length > courtCharactersMax || /[^\p{L}\p{M} .'’-]/u.test(name)
    ? null
    : name;
}
