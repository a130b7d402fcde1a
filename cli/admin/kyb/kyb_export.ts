import type { ClientId } from "../../../core/access/schema.ts";
import { ok } from "../../../base/result.ts";
import { type ApplicationRecord, recordRows } from "../../../core/kyb/applications/record_rows.ts";
import { type Done, failed } from "../../command/command.ts";
import type { Terminal } from "../../command/terminal.ts";
import type { OpenedKyb } from "./kyb_tools.ts";

/** Writes the KYB rows of a client in full, even after its offboarding. */
export async function exportRecords(
  { clientId, out }: { readonly clientId: ClientId; readonly out: string },
  { applications, clients, clock, mode }: OpenedKyb,
  terminal: Terminal,
): Promise<Done> {
  const records: ApplicationRecord[] = [];
  for (const { id, mode: its } of await applications.ofClient(clientId)) {
    const found = its === mode ? await applications.find(id) : null;
    if (found !== null) records.push({ application: found.application, checks: found.checks });
  }
  if (records.length === 0) return failed(`No KYB record of ${clientId} is on file (${mode})`);
  const rows = recordRows(clientId, await clients.find(clientId), records);
  const generatedAt = clock.now().toString({ smallestUnit: "millisecond" });
  const text = `${JSON.stringify({ clientId, generatedAt, ...rows }, null, 2)}\n`;
  if (out === "-") {
    terminal.out(text);
    return ok(null);
  }
  try {
    await Deno.writeTextFile(out, text, { createNew: true, mode: 0o600 });
  } catch (thrown) {
    if (thrown instanceof Deno.errors.AlreadyExists) {
      return failed(`${out} exists already: an export is never overwritten`);
    }
    if (thrown instanceof Deno.errors.NotFound) return failed(`${out}: there is no such folder`);
    throw thrown;
  }
  const { length } = records;
  const what = length === 1 ? "1 application" : `${length} applications`;
  terminal.err(`${what} of ${clientId} in ${out}: keep it from others\n`);
  return ok(null);
}
