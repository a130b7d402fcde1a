import { isObject } from "../../../base/json.ts";
import { trimmed, unprintableIn } from "../../../base/printable_text.ts";
import type { StepBudget } from "../../../standards/json_schema/compile_schema.ts";
import { birthYears } from "../../nouns.ts";
import type { StudentRow } from "../batch_schema.ts";
import type { BatchRules } from "../batch_ports.ts";
import type { ClaimsCheck } from "../templates/claims_check.ts";
import type { RowProblem, SourceRow } from "./source_rows.ts";
import { tidyClaims } from "./tidy_claims.ts";

/** The rules by which a row is checked. */
export interface RowRules {
  readonly claims: ClaimsCheck;
  /** Remaining validation steps for the claims of all rows. */
  readonly budget: StepBudget;
  readonly rules: Pick<BatchRules, "nameCharactersMax" | "batchRowBytesMax">;
  /** The latest accepted date of birth: `YYYY-MM-DD`. */
  readonly today: string;
}

/** A valid row, or its problems. */
export type CheckedRow =
  | { readonly row: StudentRow }
  | {
    readonly problems: readonly RowProblem[];
    /** The student of the row, as far as readable. */
    readonly student: StudentIdentity | null;
  };

/** The members that decide whether two rows belong to the same student. */
export type StudentIdentity = Pick<StudentRow, "institutionStudentId" | "studentEmail">;

/**
 * Maximum characters of an address: a path has at most 256 octets, including two brackets (RFC 5321
 * §4.5.3.1.3).
 */
const emailCharactersMax = 254;
/** A common mail address: one `@`, a domain of two or more labels, no white space. */
const email = /^[^\s@"<>(),:;\\[\]]{1,64}@[^\s@.,:;<>()[\]\\"]+(?:\.[^\s@.,:;<>()[\]\\"]+)+$/;
const studentIdCharactersMax = 255;
const encoder = new TextEncoder();

/**
 * Checks one row. Reports every wrong property with one reason, and all schema problems of claims.
 */
export function checkRow(source: SourceRow, by: RowRules): CheckedRow {
  const { rules, today } = by;
  const problems: RowProblem[] = [];
  const wrong = (property: string, reason: string) =>
    void problems.push({ ...source.place, property, reason });
  const { members } = source;
  const studentFullName = text(members, "studentFullName", {
    charactersMax: rules.nameCharactersMax,
    required: true,
    wrong,
  });
  const studentEmail = text(members, "studentEmail", {
    charactersMax: emailCharactersMax,
    required: true,
    wrong,
  });
  if (studentEmail !== null && !email.test(studentEmail)) {
    wrong("studentEmail", "expected a mail address");
  }
  const studentDob = text(members, "studentDob", { charactersMax: 10, required: false, wrong });
  if (studentDob !== null && !isBirthDate(studentDob, today)) {
    wrong("studentDob", "expected a date of birth, YYYY-MM-DD");
  }
  const institutionStudentId = text(members, "institutionStudentId", {
    charactersMax: studentIdCharactersMax,
    required: false,
    wrong,
  });
  const claimValues = claimsOf(source, by, wrong);
  const isNumberWrong = problems.some(({ property }) => property === "institutionStudentId");
  const student = studentEmail === null || isNumberWrong
    ? null
    : { institutionStudentId, studentEmail };
  if (
    problems.length > 0 || studentFullName === null || studentEmail === null || claimValues === null
  ) return { problems, student };
  const row = { studentFullName, studentEmail, studentDob, institutionStudentId, claimValues };
  if (encoder.encode(JSON.stringify(row)).length > rules.batchRowBytesMax) {
    wrong("row", `expected at most ${rules.batchRowBytesMax} bytes`);
    return { problems, student };
  }
  return { row };
}

type Wrong = (property: string, reason: string) => void;

/** Returns a text without surrounding white space; null: the text is missing or invalid. */
function text(
  members: SourceRow["members"],
  name: string,
  { charactersMax, required, wrong }: {
    readonly charactersMax: number;
    readonly required: boolean;
    readonly wrong: Wrong;
  },
): string | null {
  const value = Object.hasOwn(members, name) ? members[name] ?? null : null;
  if (value !== null && typeof value !== "string") {
    wrong(name, "expected a text");
    return null;
  }
  const inner = trimmed(value ?? "");
  if (inner === "") {
    if (required) wrong(name, "is required");
    return null;
  }
  if ([...inner.slice(0, 2 * charactersMax + 1)].length > charactersMax) {
    wrong(name, `at most ${charactersMax} characters`);
    return null;
  }
  const problem = unprintableIn(inner);
  if (problem !== null) wrong(name, problem);
  return problem === null ? inner : null;
}

function isBirthDate(text: string, today: string): boolean {
  const [, year] = /^(\d{4})-\d\d-\d\d$/.exec(text) ?? [];
  if (year === undefined || Number(year) < birthYears.min || text > today) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function claimsOf(
  { members, claimPrefix }: SourceRow,
  { claims, budget }: Pick<RowRules, "claims" | "budget">,
  wrong: Wrong,
): StudentRow["claimValues"] | null {
  const values = Object.hasOwn(members, "claimValues") ? members["claimValues"] : undefined;
  if (values === undefined || values === null) {
    wrong(claimPrefix, "is required");
    return null;
  }
  if (!isObject(values)) {
    wrong(claimPrefix, "expected an object");
    return null;
  }
  const tidy = tidyClaims(values);
  for (const { path, reason } of tidy.problems.slice(0, claimProblemsMax)) {
    wrong(propertyOf(claimPrefix, path), reason);
  }
  // Of a text that is wrong itself the schema would say the same once more.
  if (tidy.problems.length > 0) return values;
  for (const { path, reason } of claims.validate(tidy.values, budget)) {
    wrong(propertyOf(claimPrefix, path), reason);
  }
  return tidy.values;
}

/** Maximum reported problems of one row's claims, as many as of a schema. */
const claimProblemsMax = 20;

/**
 * Maximum shown characters of a property: a schema may have longer names, and a batch many rows.
 */
const propertyCharactersMax = 200;

/**
 * Converts a JSON Pointer to the notation of the other properties: `claimValues.modules[2].title`.
 */
function propertyOf(prefix: string, pointer: string): string {
  const tokens = pointer.split("/").slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const path = tokens.reduce(
    (path, token) => /^\d+$/.test(token) ? `${path}[${token}]` : `${path}.${token}`,
    prefix,
  );
  return path.length <= propertyCharactersMax
    ? path
    : `${path.slice(0, propertyCharactersMax).toWellFormed()}…`;
}
