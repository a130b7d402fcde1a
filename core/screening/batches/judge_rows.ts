import { ok, refuse, type Result } from "../../../base/result.ts";
import type { BatchRow, RowFault } from "../batch_schema.ts";
import type { ScreeningRequest } from "../request_schema.ts";

/** A row that cannot be screened, as a refusal lists it. */
export interface RowProblem extends RowFault {
  readonly line?: number;
  readonly index?: number;
}

/** A refusal that lists the rows that cannot be screened. */
export type BadRows = { readonly code: "bad_request"; readonly rows: readonly RowProblem[] };

/** Maximum rows listed in a refusal. */
const listedRowsMax = 1_000;

/**
 * Refuses a batch with rows that cannot be screened, and names each.
 *
 * @param faultIn finds further faults of a request; none by default
 */
export function judgeRows(
  rows: readonly BatchRow[],
  faultIn: (request: ScreeningRequest) => RowFault | null = () => null,
): Result<null, BadRows> {
  const problems = rows.flatMap((row): readonly RowProblem[] => {
    const fault = "fault" in row ? row.fault : faultIn(row.request);
    if (fault === null) return [];
    return [{ ...(row.line === null ? { index: row.item } : { line: row.line }), ...fault }];
  });
  return problems.length === 0
    ? ok(null)
    : refuse({ code: "bad_request", rows: problems.slice(0, listedRowsMax) });
}
