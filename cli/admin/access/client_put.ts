import { ClientRecord, defaultClientRecord } from "../../../core/access/client_schema.ts";
import type { ClientId } from "../../../core/access/schema.ts";
import { suspendedBy, suspendersOf } from "../../../core/access/suspension.ts";
import { clientChangedEvent } from "../../../core/audit/client_change.ts";
import { parseJson } from "../../../base/json.ts";
import { problemsOf } from "../../../core/policy/problems.ts";
import { ok, type Result } from "../../../base/result.ts";
import { openClients } from "../../../kv/access/clients.ts";
import { isOwnApplication } from "../../../kv/kyb/kyb_applications.ts";
import { commitAct } from "../../../kv/store/operator_act.ts";
import { type CommandRefusal, type Done, failed } from "../../command/command.ts";
import { openOperatorAudit } from "../../../kv/audit/audit_recording.ts";
import type { AdminTools, OpenedTools } from "../command/admin_command.ts";
import { withStore } from "../store/opened_store.ts";

/** The arguments of `client put`. */
export interface ClientPut {
  readonly clientId: ClientId;
  /** A path, `-` for standard input, or null for the defaults. */
  readonly file: string | null;
}

/** A record as its file has it. */
interface ReadRecord {
  readonly record: ClientRecord;
  /** Whether the file says what becomes of a registration for the login, be it `null`. */
  readonly namesLogin: boolean;
}

/** Puts a record, which is found good before the store is touched. */
export async function putClient(asked: ClientPut, tools: AdminTools): Promise<Done> {
  const record = await readClientRecord(asked);
  if (!record.ok) return record;
  const use = { store: "made", recorded: "always" } as const;
  return await withStore(use, tools, (opened) => putRecord(asked, record.value, opened));
}

/**
 * Reads and checks the record that is to be put.
 *
 * @returns a refusal that names every offending member by its path, and never its value
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
      [`${named} is no client record`, ...problemsOf(parsed.error, ClientRecord)].join("\n  "),
    );
  }
  return ok({ record: parsed.data, namesLogin: Object.hasOwn(json as object, "loginClient") });
}

/**
 * Puts a whole record in the place of the one that is there, by compare-and-set, and says what that
 * was. The defaults take no record's place unless they are written down: they would lift a suspension
 * unasked. What KYB has set stays: its suspension, and the link to an application of this store. What
 * it changes of a registration for the login is audited too. A file that does not name `loginClient` is
 * refused for a relying party: it was written without a look at the record, and people could log in no
 * more. Its secrets stay when the registration ends by `null`.
 */
async function putRecord(
  { clientId, file }: ClientPut,
  { record, namesLogin }: ReadRecord,
  { err, ...tools }: OpenedTools,
): Promise<Done> {
  const { store } = tools;
  const clients = openClients(store);
  const audit = openOperatorAudit(tools);
  const put = await commitAct(store, async (unit) => {
    const standing = await clients.stand(clientId);
    const before = standing.record;
    if (file === null && before !== null) {
      return failed(`${clientId} has a record: say by --file what shall stand in its place`);
    }
    if (before !== null && before.loginClient !== null && !namesLogin) {
      return failed(
        `${clientId} is a login client, and ${file} has no loginClient: change what client get ` +
          'prints, or say "loginClient": null to end its login',
      );
    }
    const isOwn = async (id: string | null | undefined) =>
      id != null && await isOwnApplication(store, clientId, id);
    const next = underKyb(before, record, {
      isLinked: await isOwn(before?.kybApplicationId),
      isClaimed: await isOwn(record.kybApplicationId),
    });
    if (!next.ok) return next;
    const after = next.value;
    standing.put(unit, after);
    const event = clientChangedEvent({ clientId, before, after });
    if (event !== null) audit.record(unit, event);
    const change = changeOfLogin(before?.loginClient ?? null, after.loginClient);
    if (change !== null) audit.record(unit, { kind: "LOGIN_CLIENT_CHANGED", clientId, change });
    return ok({ before, after, change });
  });
  if (!put.ok) return put;
  const { before, after, change } = put.value;
  const was = before === null ? "had no record" : `was ${before.status}`;
  err(`Client ${clientId} is ${after.status}; it ${was}\n`);
  if (after.suspendedBy.includes("KYB")) err("Its KYB suspends it, until kyb approve\n");
  if (change === "registered") {
    err("It is a login client now: login-client get shows its secrets\n");
  }
  if (change === "removed") {
    err("It is no login client any more; login-client remove takes its secrets, too\n");
  }
  return ok(null);
}

/** Whether the application that a record names is one of this store's, and the client's. */
interface NamedApplications {
  /** In the record that stands. */
  readonly isLinked: boolean;
  /** In the one that is put. */
  readonly isClaimed: boolean;
}

/** The record that an operator puts, with what is KYB's own. */
function underKyb(
  before: ClientRecord | null,
  asked: ClientRecord,
  { isLinked, isClaimed }: NamedApplications,
): Result<ClientRecord, CommandRefusal> {
  const standing = before === null ? [] : suspendersOf(before);
  if (standing.includes("OFFBOARDING")) {
    return failed("The client was offboarded: give whoever comes back another ID");
  }
  const isHeld = standing.includes("KYB");
  if (isHeld && asked.status === "ACTIVE") {
    return failed("Its KYB suspends the client: kyb approve lifts that, and client put cannot");
  }
  if (asked.kybApplicationId !== (before?.kybApplicationId ?? null)) {
    if (isLinked) {
      return failed(
        `kybApplicationId: it stays ${before?.kybApplicationId}, whose KYB admitted it`,
      );
    }
    if (isClaimed) return failed("kybApplicationId: kyb approve alone links an application");
  }
  // Of KYB it is what stands there that counts: a file may be older.
  const byOperator = suspendersOf(asked).filter((by) => by === "OPERATOR");
  if (asked.status === "SUSPENDED" && byOperator.length === 0 && !isHeld) {
    // A file that says SUSPENDED admits no caller.
    return failed(
      `suspendedBy: ${asked.suspendedBy.join(" ")} does not suspend the client now. ` +
        "Say OPERATOR to suspend it, or ACTIVE as its status",
    );
  }
  return ok(suspendedBy(asked, [...byOperator, ...(isHeld ? ["KYB"] as const : [])]));
}

type Registration = ClientRecord["loginClient"];

/** What becomes of a registration for the login; null: it stays as it is. */
function changeOfLogin(before: Registration, after: Registration) {
  if (before === null) return after === null ? null : "registered";
  if (after === null) return "removed";
  const isSame = before.name === after.name &&
    JSON.stringify(before.redirectUris) === JSON.stringify(after.redirectUris);
  return isSame ? null : "changed";
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
