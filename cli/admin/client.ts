import { ClientRecord, defaultClientRecord } from "../../core/access/client_schema.ts";
import type { Clock } from "../../base/clock.ts";
import { parseJson } from "../../base/json.ts";
import { problemsOf } from "../../core/policy/problems.ts";
import { ok, type Result } from "../../base/result.ts";
import { type FiledClient, openClients } from "../../kv/clients.ts";
import { findKeptOfClient } from "../../kv/kept_of_client.ts";
import type { RetryDependencies } from "../../kv/store/retry.ts";
import type { Store } from "../../kv/store/store.ts";
import { type CommandRefusal, type Done, failed } from "../command.ts";
import { writeListing } from "../listing.ts";
import type { Terminal } from "../terminal.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import type { ClientCommand } from "./client_arguments.ts";

type Put = Extract<ClientCommand, { kind: "client put" }>;
type Delete = Extract<ClientCommand, { kind: "client delete" }>;
type Read = Exclude<ClientCommand, Put | Delete>;

/** A record that was found good before the store is touched. */
export interface PutClient extends Put {
  readonly record: ClientRecord;
}

/**
 * Reads and checks the record that is to be put.
 *
 * @returns a refusal that names every offending member by its path, and never its value
 */
export async function readClientRecord(
  { file }: Put,
): Promise<Result<ClientRecord, CommandRefusal>> {
  if (file === null) return ok(defaultClientRecord);
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
  return ok(parsed.data);
}

/** The dependencies of `client put`. */
export interface PutTools extends Terminal, RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * Puts a whole record in the place of the one that is there, and says what that was. The defaults
 * take no record's place unless they are written down: they would lift a suspension unasked. What it
 * changes of a registration for the login is audited; its secrets stay, so that a record that was put
 * without it by mistake is put right by the next one.
 */
export async function putClient(
  { clientId, file, record }: PutClient,
  { err, ...tools }: PutTools,
): Promise<Done> {
  const { store } = tools;
  if (file === null && await openClients(store).find(clientId) !== null) {
    return failed(`${clientId} has a record: say by --file what shall stand in its place`);
  }
  const audit = openOperatorAudit(tools);
  const replaced = await openClients(store).put(clientId, record, (unit, before) => {
    const change = changeOfLogin(before?.loginClient ?? null, record.loginClient);
    if (change !== null) audit.record(unit, { kind: "LOGIN_CLIENT_CHANGED", clientId, change });
  });
  const before = replaced === null ? "had no record" : `was ${replaced.status}`;
  err(`Client ${clientId} is ${record.status}; it ${before}\n`);
  const login = changeOfLogin(replaced?.loginClient ?? null, record.loginClient);
  if (login === "registered") err("It is a login client now: login-client get shows its secrets\n");
  if (login === "removed") {
    err("It is no login client any more; login-client remove takes its secrets, too\n");
  }
  return ok(null);
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

/**
 * Deletes the record of a client of which nothing is kept: one that was put by mistake. A client that
 * has acted keeps its record, for without one it has the defaults, active and from anywhere.
 */
export async function deleteClient(
  { clientId }: Delete,
  { store, clock, err }: Terminal & { readonly store: Store; readonly clock: Clock },
): Promise<Done> {
  const record = await openClients(store).find(clientId);
  if (record === null) return failed(`Client ${clientId} has no record`);
  const kept = await findKeptOfClient({ store, clock }, clientId);
  if (record.kybApplicationId !== null) kept.push("a KYB application");
  if (kept.length > 0) {
    return failed(
      `Client ${clientId} stays on file, as there is still of it: ${kept.join(", ")}. ` +
        "Suspend it by client put instead",
    );
  }
  if (!await openClients(store).remove(clientId)) {
    return failed(`The record of ${clientId} was changed meanwhile: nothing was deleted`);
  }
  err(`Client ${clientId} has no record any more: a token of it would have the defaults\n`);
  return ok(null);
}

/** Writes one record as `client put` takes it, or all of them, one JSON object a line. */
export async function readClients(
  asked: Read,
  { store, ...terminal }: Terminal & { readonly store: Store },
): Promise<Done> {
  const { out, err } = terminal;
  const clients = openClients(store);
  if (asked.kind === "client list") {
    await writeListing<FiledClient>({
      rows: clients.list(),
      columns: {
        CLIENT: ({ clientId }) => clientId,
        STATUS: ({ record }) => record.status,
        SOURCES: ({ record }) => record.ipAllowlist.join(" ") || "anywhere",
        DOMAIN: ({ record }) => record.allowedDomain ?? "-",
        LIMITS: ({ record }) => Object.keys(record.rateLimits).join(" ") || "defaults",
      },
      toJson: ({ clientId, record }) => ({ clientId, ...record }),
      json: asked.json,
      piped: "json",
    }, terminal);
    return ok(null);
  }
  const record = await clients.find(asked.clientId);
  if (record === null) err(`Client ${asked.clientId} has no record: these are the defaults\n`);
  out(`${JSON.stringify(record ?? defaultClientRecord, null, 2)}\n`);
  return ok(null);
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
