import type { Role } from "./schema.ts";

/** Words for each role, by which whole words of a text are compared; longest first within a text. */
const synonyms: Readonly<Record<Exclude<Role, "other">, readonly string[]>> = {
  ubo: [
    "ubo",
    "beneficial owner",
    "ultimate beneficial owner",
    "beneficiary",
    "psc",
    "person with significant control",
    "wirtschaftlich berechtigter",
    "wirtschaftlich berechtigte",
    "wirtschaftlicher eigentümer",
    "tegelik kasusaaja",
    "patiesais labuma guvējs",
    "patiesā labuma guvējs",
    "plg",
    "tikrasis naudos gavėjas",
    "tosiasiallinen edunsaaja",
    "verklig huvudman",
    "bénéficiaire effectif",
    "titular real",
    "titolare effettivo",
    "beneficjent rzeczywisty",
    "uiteindelijk begunstigde",
    "бенефициар",
    "бенефициарный владелец",
    "кінцевий бенефіціарний власник",
  ],
  director: [
    "director",
    "board member",
    "member of the board",
    "member of the management board",
    "management board member",
    "managing director",
    "executive director",
    "chairman of the board",
    "geschäftsführer",
    "geschäftsführerin",
    "geschaeftsfuehrer",
    "vorstand",
    "vorstandsmitglied",
    "juhatuse liige",
    "juhatuse esimees",
    "valdes loceklis",
    "valdes locekle",
    "valdes priekšsēdētājs",
    "direktorius",
    "valdybos narys",
    "hallituksen jäsen",
    "styrelseledamot",
    "bestyrelsesmedlem",
    "styremedlem",
    "gérant",
    "administrateur",
    "administrador",
    "amministratore",
    "bestuurder",
    "członek zarządu",
    "prezes zarządu",
    "jednatel",
    "директор",
    "генеральный директор",
    "член правления",
  ],
  smo: [
    "smo",
    "senior managing official",
    "ceo",
    "chief executive",
    "chief executive officer",
    "cfo",
    "chief financial officer",
    "coo",
    "tegevjuht",
    "toimitusjohtaja",
    "verkställande direktör",
    "administrerende direktør",
    "directeur général",
    "președinte director general",
  ],
  shareholder: [
    "shareholder",
    "stockholder",
    "member holding shares",
    "owner",
    "co owner",
    "founder and owner",
    "partner",
    "gesellschafter",
    "gesellschafterin",
    "aktionär",
    "osanik",
    "aktsionär",
    "dalībnieks",
    "akcionārs",
    "akcininkas",
    "osakas",
    "osakkeenomistaja",
    "aktieägare",
    "aksjonær",
    "actionnaire",
    "associé",
    "accionista",
    "socio",
    "azionista",
    "aandeelhouder",
    "akcjonariusz",
    "wspólnik",
    "участник",
    "учредитель",
    "акционер",
  ],
  authorised_representative: [
    "authorised representative",
    "authorized representative",
    "authorised signatory",
    "authorized signatory",
    "legal representative",
    "representative",
    "signatory",
    "attorney",
    "holder of a power of attorney",
    "prokurist",
    "prokurista",
    "prokura",
    "bevollmächtigter",
    "volitatud esindaja",
    "pilnvarotā persona",
    "pilnvarotais pārstāvis",
    "įgaliotas asmuo",
    "fondé de pouvoir",
    "représentant légal",
    "apoderado",
    "procuratore",
    "gevolmachtigde",
    "pełnomocnik",
    "представитель",
  ],
};

/** Phrases by their words, the longest first: `managing director` is not looked for inside another. */
const phrases = Object.entries(synonyms).flatMap(([role, texts]) =>
  texts.map((text) => ({ role: role as Role, words: ` ${fold(text)} ` }))
).toSorted((a, b) => b.words.length - a.words.length);

const order: readonly Role[] = [
  "ubo",
  "director",
  "smo",
  "shareholder",
  "authorised_representative",
];

/** Every role that a text names, in the order of the table; `other` alone where it names none. */
export function rolesOf(written: string): readonly [Role, ...Role[]] {
  let text = ` ${fold(written)} `;
  const found = new Set<Role>();
  for (const { role, words } of phrases) {
    if (!text.includes(words)) continue;
    found.add(role);
    text = text.replaceAll(words, " | ");
  }
  const [first, ...rest] = order.filter((role) => found.has(role));
  return first === undefined ? ["other"] : [first, ...rest];
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}
