import { ClientRecord, defaultClientRecord } from "../../../core/access/client_schema.ts";
import type { ClientId } from "../../../core/access/schema.ts";
import { putClientRecord, type PutClientRefusal } from "../../../core/operators/put_client.ts";
import { parseJson } from "../../../base/json.ts";
import { problemsOf } from "../../../core/policy/problems.ts";
import { ok, type Result } from "../../../base/result.ts";
import { endAccess } from "../../../core/console/end_access.ts";
import { openClients } from "../../../kv/access/clients.ts";
import { isOwnApplication } from "../../../kv/kyb/kyb_applications.ts";
import { commitAct } from "../../../kv/store/operator_act.ts";
import { type CommandRefusal, type Done, failed } from "../../command/command.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import type { AdminTools, OpenedTools } from "../command/admin_command.ts";
import { openPersonPorts } from "../console/person_ports.ts";
import { withStore } from "../store/opened_store.ts";

/** The arguments of `client put`. */
export interface ClientPut {
  readonly clientId: ClientId;
  /** A path, `-` for standard input, or null for the defaults. */
  readonly file: string | null;
}

/** A record from a file. */
interface ReadRecord {
  readonly record: ClientRecord;
  /** Whether the file contains a registration for the login, even `null`. */
  readonly namesLogin: boolean;
}

/** Puts a record, after validating it and before opening the store. */
export async function putClient(asked: ClientPut, tools: AdminTools): Promise<Done> {
  const record = await readClientRecord(asked);
  if (!record.ok) return record;
  const use = { store: "made", recorded: "always" } as const;
  return await withStore(use, tools, (opened) => putRecord(asked, record.value, opened));
}

/**
 * Reads and validates the record to put.
 *
 * @returns a refusal that names the path of every invalid member, never its value
 */
async function readClientRecord(
  { file }: ClientPut,
): Promise<Result<ReadRecord, CommandRefusal>> {
  if (file === null) return ok({ record: defaultClientRecord, namesLogin: false });
  const named = file === "-" ? "standard input" : file;
  const text = await readText(file);
  if (!text.ok) return text;
  const json = parseJson(text.value);
  if (json === undefined) return failed(`${named} is not JSON`);
  const parsed = ClientRecord.safeParse(json);
  if (!parsed.success) {
    return failed(
      [`${named} is not a client record`, ...problemsOf(parsed.error, ClientRecord)].join("\n  "),
    );
  }
  return ok({ record: parsed.data, namesLogin: Object.hasOwn(json as object, "loginClient") });
}

/** Puts the record, and reports the replaced one. */
async function putRecord(
  { clientId, file }: ClientPut,
  { record, namesLogin }: ReadRecord,
  { err, ...tools }: OpenedTools,
): Promise<Done> {
  const { store } = tools;
  const clients = openClients(store);
  const ports = {
    audit: openOperatorAudit(tools),
    isOwnApplication: (of: ClientId, id: string) => isOwnApplication(store, of, id),
  };
  const replaces = file !== null;
  const put = await commitAct(
    store,
    async (unit) => {
      const standing = await clients.stand(clientId);
      return await putClientRecord(ports, {
        ...{ unit, clientId, standing, record, namesLogin, replaces },
      });
    },
  );
  if (!put.ok) return failed(whyNot(put.refusal, { clientId, file, record }));
  const { before, after, loginChange } = put.value;
  const was = before === null ? "had no record" : `was ${before.status}`;
  err(`Client ${clientId} is ${after.status}; it ${was}\n`);
  if (after.status === "SUSPENDED") {
    const persons = await openPersonPorts(tools);
    if (!persons.ok) return persons;
    await endAccess(persons.value, { clientId });
  }
  if (after.suspendedBy.includes("KYB")) err("Its KYB suspends it, until kyb approve\n");
  if (loginChange === "registered") {
    err("It is a login client now: login-client get shows its secrets\n");
  }
  if (loginChange === "removed") {
    err("It is no longer a login client; login-client remove also removes its secrets\n");
  }
  return ok(null);
}

function whyNot(
  refusal: PutClientRefusal,
  { clientId, file, record }: ClientPut & { readonly record: ClientRecord },
): string {
  switch (refusal.code) {
    // The defaults take no record's place unless they are written down: they would lift a suspension unasked.
    case "has_record":
      return `${clientId} has a record: name the new one by --file`;
    case "login_not_named":
      return `${clientId} is a login client, and ${file} has no loginClient: change what client get ` +
        'prints, or say "loginClient": null to end its login';
    case "client_offboarded":
      return "The client was offboarded: a client that returns needs a new ID";
    case "held_by_kyb":
      return "Its KYB suspends the client: kyb approve lifts that, and client put cannot";
    case "application_linked":
      return `kybApplicationId: must stay ${refusal.applicationId}, the application that admitted the client`;
    case "application_claimed":
      return "kybApplicationId: kyb approve alone links an application";
    case "suspends_nothing":
      return `suspendedBy: ${record.suspendedBy.join(" ")} does not suspend the client now. ` +
        "Say OPERATOR to suspend it, or ACTIVE as its status";
    default:
      return refusal satisfies never;
  }
}

async function readText(file: string): Promise<Result<string, CommandRefusal>> {
  // The platform reports a file that cannot be read by throwing only.
  try {
    return ok(
      file === "-" ? await new Response(Deno.stdin.readable).text() : await Deno.readTextFile(file),
    );
  } catch (thrown) {
    return failed(
      thrown instanceof Deno.errors.NotFound ? `No file at ${file}` : `${file} cannot be read`,
    );
  }
}
