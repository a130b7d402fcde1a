import { openSteps } from "../../../base/turns.ts";
import type { StudentRow } from "../batch_schema.ts";
import type { BatchPorts } from "../batch_ports.ts";
import type { ClaimsCheck } from "../templates/claims_check.ts";
import { checkRow, type StudentIdentity } from "./check_row.ts";
import type { Submitted } from "./schema.ts";
import { type RowPlace, type RowProblem, sourceRows } from "./source_rows.ts";

/** All rows, or all their problems. */
export type CheckedRows =
  | { readonly kind: "rows"; readonly rows: readonly StudentRow[] }
  | { readonly kind: "problems"; readonly problems: readonly RowProblem[] }
  | { readonly kind: "none" }
  | { readonly kind: "too_many" }
  /** Validating all claims takes more steps than a batch may use. */
  | { readonly kind: "too_complex" };

/** Maximum collected problems, as many as an answer lists. */
const problemsMax = 5_000;

/**
 * Checks the submitted rows one by one, and lets other requests run in between. Two rows belong to
 * the same student if they have the same `institutionStudentId` or, if one of them has none, the
 * same mail address: an institution's number identifies a student, while people may share an
 * address.
 */
export async function checkRows(
  { batchRules: rules, clock, nextTurn }: Pick<BatchPorts, "batchRules" | "clock" | "nextTurn">,
  submitted: Submitted,
  claims: ClaimsCheck,
): Promise<CheckedRows> {
  const rows: StudentRow[] = [];
  const problems: RowProblem[] = [];
  const students = openStudents();
  const today = clock.now().toString().slice(0, 10);
  const step = openSteps({ clock, nextTurn });
  const budget = { left: rules.batchSchemaStepsMax };
  let [count, empty] = [0, 0];
  for (const source of sourceRows(submitted, { claims, rowBytesMax: rules.batchRowBytesMax })) {
    await step();
    if ("empty" in source) {
      if (++empty <= rules.batchRowsMax) continue;
      const reason = `more than ${rules.batchRowsMax} rows are empty: delete them`;
      problems.push({ ...source.empty, property: "row", reason });
      break;
    }
    if (++count > rules.batchRowsMax) return { kind: "too_many" };
    if (!("members" in source)) {
      problems.push(source);
      continue;
    }
    const checked = checkRow(source, { claims, budget, rules, today });
    if (budget.left < 0) return { kind: "too_complex" };
    const isRow = "row" in checked;
    if (!isRow) problems.push(...checked.problems);
    const student = isRow ? checked.row : checked.student;
    const again = student === null ? null : students.add(student, source.place);
    if (again !== null) problems.push({ ...source.place, ...again });
    else if (isRow) rows.push(checked.row);
    if (problems.length >= problemsMax) break;
  }
  if (problems.length > 0) return { kind: "problems", problems };
  return rows.length === 0 ? { kind: "none" } : { kind: "rows", rows };
}

/** Opens an index of a batch's students by their identifying members. */
function openStudents() {
  const byId = new Map<string, RowPlace>();
  const byEmail = new Map<string, { readonly place: RowPlace; readonly hasId: boolean }>();
  return {
    /** @returns the problem if the student is already in the batch */
    add: (
      { institutionStudentId, studentEmail }: StudentIdentity,
      place: RowPlace,
    ): Pick<RowProblem, "property" | "reason"> | null => {
      const hasId = institutionStudentId !== null;
      const sameId = hasId ? byId.get(institutionStudentId) : undefined;
      if (sameId !== undefined) {
        return { property: "institutionStudentId", reason: `the same student as ${at(sameId)}` };
      }
      const email = studentEmail.toLowerCase();
      const sameEmail = byEmail.get(email);
      if (sameEmail !== undefined && !(hasId && sameEmail.hasId)) {
        return { property: "studentEmail", reason: `the same student as ${at(sameEmail.place)}` };
      }
      if (hasId) byId.set(institutionStudentId, place);
      if (sameEmail === undefined) byEmail.set(email, { place, hasId });
      return null;
    },
  };
}

function at({ line, index }: RowPlace): string {
  return line === undefined ? `rows[${index}]` : `line ${line}`;
}
