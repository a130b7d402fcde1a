import { ok, refuse, type Result } from "../../../base/result.ts";

/** What a column of a table of customers may be. */
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

/** A column of the table, and what it is read as; null: it is not read. */
export interface ReadColumn {
  readonly header: string;
  readonly member: BookMember | null;
}

/** Headers by what they mean, in lower case and without anything but letters and digits. */
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

/** Columns of a table at most, those that are not read too. */
const columnsMax = 200;

/** What is wrong with a header. */
export interface ColumnsRefusal {
  readonly code: "columns";
  readonly message: string;
}

/**
 * Reads what the columns of a table are by their headers; the first of two that mean the same is read.
 *
 * @param named headers by what they are to be read as, in place of what they say
 */
export function readColumns(
  headers: readonly string[],
  named: ReadonlyMap<BookMember, string> = new Map(),
): Result<readonly ReadColumn[], ColumnsRefusal> {
  if (headers.length > columnsMax) {
    return wrong(`the table has ${headers.length} columns; at most ${columnsMax} are taken`);
  }
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
  if (!["name", "givenName", "familyName"].some((member) => taken.has(member as BookMember))) {
    return wrong("no column is a name");
  }
  return ok(columns);
}

function wrong(message: string): Result<never, ColumnsRefusal> {
  return refuse({ code: "columns", message });
}

/** A header as it is looked up: `Date of birth` is `dateofbirth`. */
function folded(header: string): string {
  return header.normalize("NFKD").toLowerCase().replaceAll(/[^\p{L}\p{Nd}]/gu, "");
}
