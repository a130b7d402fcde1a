import { ClientId } from "../../core/access/schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { once, refuseArgument, textOption } from "../command/options.ts";

/** One command on the client records. */
export type ClientCommand =
  | {
    readonly kind: "client put";
    readonly clientId: ClientId;
    /** A path, `-` for standard input, or null for the defaults. */
    readonly file: string | null;
  }
  | { readonly kind: "client get"; readonly clientId: ClientId }
  | { readonly kind: "client delete"; readonly clientId: ClientId }
  | { readonly kind: "client offboard"; readonly clientId: ClientId }
  | { readonly kind: "client list"; readonly json: boolean };

/** Reads the command line after `admin client put`. */
export function parseClientPut(args: readonly string[]): Result<ClientCommand, UsageRefusal> {
  const parsed = parseOptions(args, { file: textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const clientId = oneClient(positionals);
  if (!clientId.ok) return clientId;
  const file = once("--file", values.file);
  if (!file.ok) return file;
  if (file.value === "") return usage("--file needs a path, or - for standard input");
  return ok({ kind: "client put", clientId: clientId.value, file: file.value });
}

/** Reads the command line after `admin client get`. */
export function parseClientGet(args: readonly string[]): Result<ClientCommand, UsageRefusal> {
  const parsed = parseOptions(args, {});
  if (!parsed.ok) return parsed;
  const clientId = oneClient(parsed.value.positionals);
  return clientId.ok ? ok({ kind: "client get", clientId: clientId.value }) : clientId;
}

/** Reads the command line after `admin client list`. */
export function parseClientList(args: readonly string[]): Result<ClientCommand, UsageRefusal> {
  const parsed = parseOptions(args, { json: { type: "boolean" } });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  return refuseArgument(positionals) ?? ok({ kind: "client list", json: values.json ?? false });
}

/** Reads the command line after `admin client delete`. */
export function parseClientDelete(args: readonly string[]): Result<ClientCommand, UsageRefusal> {
  return parseClientAlone("client delete", args);
}

/** Reads the command line after `admin client offboard`. */
export function parseClientOffboard(args: readonly string[]): Result<ClientCommand, UsageRefusal> {
  return parseClientAlone("client offboard", args);
}

function parseClientAlone(
  kind: "client delete" | "client offboard",
  args: readonly string[],
): Result<ClientCommand, UsageRefusal> {
  const parsed = parseOptions(args, {});
  if (!parsed.ok) return parsed;
  const clientId = oneClient(parsed.value.positionals);
  return clientId.ok ? ok({ kind, clientId: clientId.value }) : clientId;
}

/** Reads the client ID that is the one argument of a command. */
export function oneClient([id, ...others]: readonly string[]): Result<ClientId, UsageRefusal> {
  if (id === undefined) return usage("A client ID is needed");
  const unexpected = refuseArgument(others);
  if (unexpected !== null) return unexpected;
  const clientId = ClientId.safeParse(id);
  return clientId.success
    ? ok(clientId.data)
    : usage("A client ID must be 1 to 255 visible ASCII characters");
}
