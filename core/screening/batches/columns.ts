import { ok, refuse, type Result } from "../../../base/result.ts";

/** The possible meanings of a column in a table of customers. */
export const bookMembers = [
  "subjectRef",
  "name",
  "givenName",
  "familyName",
  "dob",
  "nationality",
  "entityType",
] as const;
/** One of them. */
export type BookMember = (typeof bookMembers)[number];

/** A column of the table, and its meaning; null if it is not read. */
export interface ReadColumn {
  readonly header: string;
  readonly member: BookMember | null;
}

/** Headers by meaning, in lower case, letters and digits only. */
const headersOf: Readonly<Record<BookMember, readonly string[]>> = {
  subjectRef: [
    ...["subjectref", "ref", "reference", "id", "customerid", "clientid", "customerno"],
    ...["customernumber", "accountid", "kundennummer", "kundennr", "numeroclient", "idcliente"],
  ],
  name: [
    ...["name", "fullname", "customername", "clientname", "customer", "legalname", "company"],
    ...["companyname", "vollername", "firma", "firmenname", "nomcomplet", "raisonsociale"],
    ...["nombrecompleto", "razonsocial", "nomecompleto", "ragionesociale"],
  ],
  givenName: [
    ...["givenname", "givennames", "firstname", "firstnames", "forename", "forenames", "vorname"],
    ...["vornamen", "prenom", "prenoms", "nombre", "nombres", "nome"],
  ],
  familyName: [
    ...["familyname", "lastname", "surname", "nachname", "familienname", "nom", "nomdefamille"],
    ...["apellido", "apellidos", "cognome"],
  ],
  dob: [
    ...["dob", "dateofbirth", "birthdate", "birthday", "born", "geburtsdatum", "geburtstag"],
    ...["datedenaissance", "fechadenacimiento", "datadinascita"],
  ],
  nationality: [
    ...["nationality", "nationalities", "citizenship", "country", "countrycode", "nationalitat"],
    ...["staatsangehorigkeit", "land", "nationalite", "pays", "nacionalidad", "pais"],
    ...["nazionalita", "cittadinanza", "paese"],
  ],
  entityType: ["entitytype", "type", "customertype", "art", "typ", "kundentyp", "tipo"],
};

const memberOf = new Map(
  bookMembers.flatMap((member) => headersOf[member].map((header) => [header, member] as const)),
);

/** Maximum columns of a table, including those that are not read. */
const columnsMax = 200;

/** The fault of a header. */
export interface ColumnsRefusal {
  readonly code: "columns" | "too_many";
  readonly message: string;
}

/** Positions of columns, from 0, by meaning. */
export type ChosenColumns = ReadonlyMap<BookMember, number>;

/** A person's choice of columns. */
export interface ColumnChoice {
  /** Headers by the meaning that replaces their usual one. */
  readonly named?: ReadonlyMap<BookMember, string> | undefined;
  /** The only columns to read, whatever their headers. */
  readonly chosen?: ChosenColumns | undefined;
}

/**
 * Determines the meaning of a table's columns by their headers. If two have the same meaning, the
 * first is read.
 */
export function readColumns(
  headers: readonly string[],
  { named = new Map(), chosen }: ColumnChoice = {},
): Result<readonly ReadColumn[], ColumnsRefusal> {
  if (headers.length > columnsMax) {
    const message = `the table has ${headers.length} columns; at most ${columnsMax} are taken`;
    return refuse({ code: "too_many", message });
  }
  if (chosen !== undefined) return chooseColumns(headers, chosen);
  for (const [member, header] of named) {
    if (!headers.includes(header)) return wrong(`no column is called "${header}" (for ${member})`);
  }
  const taken = new Set<BookMember>(named.keys());
  const columns = headers.map((header): ReadColumn => {
    for (const [member, chosen] of named) if (chosen === header) return { header, member };
    const member = memberOf.get(folded(header));
    if (member === undefined || taken.has(member)) return { header, member: null };
    taken.add(member);
    return { header, member };
  });
  return hasName(taken) ? ok(columns) : wrong("no column is a name");
}

function chooseColumns(
  headers: readonly string[],
  chosen: ChosenColumns,
): Result<readonly ReadColumn[], ColumnsRefusal> {
  const memberAt = new Map([...chosen].map(([member, at]) => [at, member]));
  if (memberAt.size < chosen.size) return wrong("a column is chosen twice");
  if ([...memberAt.keys()].some((at) => at >= headers.length)) {
    return wrong("a column is chosen that the table does not have");
  }
  const columns = headers.map((header, at) => ({ header, member: memberAt.get(at) ?? null }));
  return hasName(new Set(chosen.keys())) ? ok(columns) : wrong("no column is a name");
}

function hasName(members: ReadonlySet<BookMember>): boolean {
  return members.has("name") || members.has("givenName") || members.has("familyName");
}

function wrong(message: string): Result<never, ColumnsRefusal> {
  return refuse({ code: "columns", message });
}

/** A header as it is looked up: `Date of birth` is `dateofbirth`. */
function folded(header: string): string {
  return header.normalize("NFKD").toLowerCase().replaceAll(/[^\p{L}\p{Nd}]/gu, "");
}
