import { helpOn } from "../command/program.ts";
import { adminCommands } from "./commands.ts";

/** The text of `admin --help`; after a noun, or a noun and a verb, only of those commands. */
export function adminHelpOn(args: readonly string[]): string {
  const title = "admin: the operator's acts on the store";
  return helpOn({ name: "admin", title, commands: adminCommands, notes: variables }, args);
}

const variables = `
Variables
  AVAL_KV                    the store: a file (.aval/kv.sqlite3), or the address of a
                             KV Connect (https://...) or PostgreSQL (postgres://...) server
  AVAL_KV_TOKEN              access token of a KV Connect server, as DENO_KV_ACCESS_TOKEN
  PGPASSWORD                 password at a PostgreSQL server
  AVAL_SECRET_KEY            the service's secret (a sandbox's), for audit, keys, kyb,
                             issuer, console, and every command that the audit log records
  AVAL_SECRET_KEY_PREVIOUS   the one before it, for audit, issuer, keys
  AVAL_POLICY                the servers' policy, for audit, console, keys activate, kyb,
                             seal, client offboard
  AVAL_AUDIT_WITNESS         the servers' witness, for audit verify
  AVAL_MODE                  live or sandbox, as the servers have it, for kyb, seal,
                             step-up sign
  AVAL_CSC_URL, AVAL_CSC_CLIENT_ID, AVAL_CSC_CLIENT_SECRET
                             the servers' trust service, for seal
  AVAL_CONSOLE               what the servers have, desk and console, for console link
  AVAL_BASE_URL, PORT        the servers' address, for issuer, whose certificates name it,
                             console link and step-up sign
  AVAL_STEP_UP_ACR           the level that approvals need (2), for step-up sign

Exit status: 0 done, 1 failed, 2 wrong usage
`;
