import { commitFunctionName } from "./commit_function.ts";
import type { Row, Statement } from "./statement.ts";

/** The state of a database when a connection is opened. */
export interface DatabaseState {
  /** False for a standby. */
  readonly takesWrites: boolean;
  /** Whether the table exists with its index. */
  readonly hasTable: boolean;
  readonly commitFunction: "absent" | "withheld" | "usable";
}

/** Reads {@link DatabaseState}. The index is made after the table, so that it proves both. */
export const askState: Statement = {
  sql: `SELECT current_setting('transaction_read_only') AS read_only,
  EXISTS (SELECT 1 FROM pg_catalog.pg_indexes WHERE tablename = 'aval_kv'
    AND indexname = 'aval_kv_expiry' AND schemaname = current_schema())::text AS table_made,
  (SELECT bool_and(pg_catalog.has_function_privilege(p.oid, 'EXECUTE'))::text
    FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
    WHERE p.proname = '${commitFunctionName}' AND n.nspname = current_schema()) AS executes`,
  parameters: [],
};

/** Reads the answer to {@link askState}. */
export function stateIn(row: Row | undefined): DatabaseState {
  const executes = row?.["executes"];
  return {
    takesWrites: row?.["read_only"] === "off",
    hasTable: row?.["table_made"] === "true",
    commitFunction: executes === "true" ? "usable" : executes === "false" ? "withheld" : "absent",
  };
}
