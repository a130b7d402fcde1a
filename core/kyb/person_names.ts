import { foldName } from "./clean_text.ts";
import { hasLegalForm } from "./legal_form.ts";

/**
 * Texts that people enter instead of a name, in several languages, as {@link foldName} writes them.
 */
const noName: readonly string[] = [
  "unknown|not known|name unknown|unnamed|none|null|nil|undefined|n a|na|not applicable|not available",
  "not provided|not given|not specified|no name|missing|tbd|tba|tbc|to be confirmed|to be determined",
  "to be announced|to follow|xxx|xx|x|anonymous|nomen nescio|n n",
  "unbekannt|keine angabe|keine angaben|k a|inconnu|inconnue|non renseigné|desconocido|desconocida",
  "desconhecido|desconhecida|sconosciuto|sconosciuta|onbekend|okänd|ukjent|ukendt|tuntematon|tundmatu",
  "teadmata|nezināms|nav zināms|nežinomas|nežinoma|nieznany|nieznana|neznámý|neznámá|ismeretlen",
  "necunoscut|nepoznat|неизвестно|неизвестный|невідомо|невідомий|неизвестен|άγνωστος|άγνωστο|bilinmiyor",
  "不明|未知|無し|なし|미상|없음|غير معروف|לא ידוע",
].join("|").split("|").map((word) => foldName(word));

const noNames = new RegExp(
  `^(?:(?:${noName.toSorted((a, b) => b.length - a.length).join("|")})(?: |$))+$`,
  "u",
);

/** Such a text written twice is also a real name: `Na Na`. */
const namesToo = /^(?:na|nil|x)(?: (?:na|nil|x))+$/u;

/** Whether a text states that there is no name: blank, `n/a n/a`, `unknown unknown`. */
export function saysNoName(foldedName: string): boolean {
  return foldedName === "" || noNames.test(foldedName) && !namesToo.test(foldedName);
}

/** Signs and words between two persons' names, which never occur in the name of one person. */
const between =
  /\s*[&+;、]\s*|(?<![\p{L}\p{M}])(?:and|und|sowie|et|och|og|oraz|και|és)(?![\p{L}\p{M}])/iu;

/**
 * Words that are an initial or a name when only they are capitalised: `Иванов И. П.`, `Ле Та Ван`.
 */
const betweenInCyrillic =
  /(?<![\p{L}\p{M}])(?:и|і|та)(?![\p{L}\p{M}.])|(?<=^[^\p{Ll}]*\p{Lu}{2}\s)(?:И|І|ТА)(?=\s\p{Lu}{2}[^\p{Ll}]*$)/u;

/** Words between two persons' names that are also names when capitalised: `Lee En Hui`. */
const betweenInLowerCase =
  /(?<=\p{Lu}[\p{L}\p{M}'’.-]*\s)(?:en|ja|ir|un|ve|și|or|oder|ou)(?=\s\p{Lu}[\p{Ll}\p{M}])/u;

/** Words for a couple or a family. `Maria Familia` is one person. */
const together =
  /(?<!\p{L})(?:eheleute|ehepaar|geschwister|familie|family|famille|famiglia|супруги|семья)(?!\p{L})|^familia\s/iu;

/** Names of firms without a legal form: `Smith & Sons`. */
const firm =
  /(?:&|\b(?:and|und|et))\s*(?:co|cie|sons?|söhne|partners?|partner|associates|brothers|bros|fils)\b/iu;

/** Whether a person's name is that of two: `Jane & John Doe`, `Jane Doe and John Doe`. */
export function namesTwoPersons(fullName: string): boolean {
  if (hasLegalForm(fullName) || firm.test(fullName)) return false;
  const name = fullName.normalize("NFKC").replace(/(?<!\p{L})von und zu[mr]?(?!\p{L})/giu, "von");
  const parted = [between, betweenInCyrillic].some((parting) => {
    const [first = "", second = ""] = name.split(parting);
    return /\p{L}/u.test(first) && /\p{L}/u.test(second);
  });
  if (parted) return true;
  return betweenInLowerCase.test(name) || together.test(name) || hasTwoNames(name);
}

const latin = /\p{sc=Latin}/u;
const word = /^\p{L}{2}/u;

/**
 * Whether a name contains two persons, as `Jane Doe / John Doe` does, but not `Raj a/l Kumar` or a
 * name next to its spelling in another script.
 */
function hasTwoNames(name: string): boolean {
  const [one = "", other = "", ...more] = name.split("/").map((side) => side.trim());
  const [words, others] = [one.split(" "), other.split(" ")];
  return more.length === 0 && words.length > 1 && others.length > 1 &&
    word.test(words.at(-1) ?? "") && word.test(others[0] ?? "") &&
    latin.test(one) === latin.test(other);
}
