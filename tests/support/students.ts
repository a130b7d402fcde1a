import { CLERK } from "./credential_batches.ts";

/** A student with unmistakable data, and the row of a batch. */
export interface Recognisable {
  readonly row: {
    readonly studentFullName: string;
    readonly studentEmail: string;
    readonly studentDob: string;
    readonly institutionStudentId: string;
    readonly claimValues: Readonly<Record<string, unknown>>;
  };
  /** All texts of the row that are long enough to search for. */
  readonly secrets: readonly string[];
}

/** Makes students that have no text in common. */
export function recognisableStudents<const Name extends string>(
  names: readonly Name[],
): Readonly<Record<Name, Recognisable>> {
  const made = names.map((name, n): [Name, Recognisable] => [name, recognisable(name, n)]);
  return Object.fromEntries(made) as Record<Name, Recognisable>;
}

function recognisable(name: string, n: number): Recognisable {
  const family = `Öberg-${name}-Abendroth`;
  const given = `Hildegunst-${name}`;
  const year = 1960 + n;
  const claimValues = {
    family_name: family,
    given_name: given,
    award_title: `Doctor of Cartography of ${name}`,
    award_date: `${year + 30}-06-17`,
    classification: `summa cum laude ${name}`,
    thesis: { title: `Maps of ${name} islands`, supervisor: `Professor ${name} Pfefferkorn` },
    modules: [{ code: `CS${200 + n}`, grade: `grade-${n}-A`, credits: 7.5 }],
  };
  const row = {
    studentFullName: `${given} ${family}`,
    studentEmail: `${name.toLowerCase()}.abendroth@post.example`,
    studentDob: `${year}-11-23`,
    institutionStudentId: `MATR-${name}-0815`,
    claimValues,
  };
  return { row, secrets: textsOf(row).filter((text) => text.length >= 8) };
}

/** All texts within a value. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The clerk's recheck of a student's claims, with one claim changed. */
export function recheckOf({ row }: Recognisable, changed: Readonly<Record<string, unknown>> = {}) {
  return { recheckingSignatoryId: CLERK, claimValues: { ...row.claimValues, ...changed } };
}

/** Rows in CSV as a registry's program writes them. */
export function csvOf(students: readonly Recognisable[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = students.map(({ row: { claimValues, ...row } }) =>
    [
      row.studentFullName,
      row.studentEmail,
      row.studentDob,
      row.institutionStudentId,
      ...["family_name", "given_name", "award_title", "award_date"].map((name) =>
        String(claimValues[name])
      ),
    ].map(quoted).join(",")
  );
  const header =
    "studentFullName,studentEmail,studentDob,institutionStudentId,claim.family_name,claim.given_name,claim.award_title,claim.award_date";
  return [header, ...lines].join("\r\n");
}
