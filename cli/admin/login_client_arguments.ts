import { LoginRegistration } from "../../core/access/login_client_schema.ts";
import type { ClientId } from "../../core/access/schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { problemsOf } from "../../core/policy/problems.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { once, refuseArgument, textOption } from "../command/options.ts";
import { printable } from "../command/terminal.ts";
import { oneClient } from "./client_arguments.ts";
import { parseDuration } from "./duration.ts";

/** One command on the relying parties of the login. */
export type LoginClientCommand =
  | {
    readonly kind: "login-client put";
    readonly clientId: ClientId;
    readonly registration: LoginRegistration;
  }
  | { readonly kind: "login-client get"; readonly clientId: ClientId }
  | { readonly kind: "login-client list"; readonly json: boolean }
  | {
    readonly kind: "login-client rotate-secret";
    readonly clientId: ClientId;
    /** How long the secret before the new one holds; 0: it ends at once. */
    readonly graceSeconds: number;
  }
  | { readonly kind: "login-client remove"; readonly clientId: ClientId };

type Parsed = Result<LoginClientCommand, UsageRefusal>;

/** The verbs of `admin login-client`. */
export type LoginClientVerb = "put" | "get" | "list" | "rotate-secret" | "remove";

/** Reads the command line after `admin login-client VERB`. */
export function parseLoginClientCommand(verb: LoginClientVerb, args: readonly string[]): Parsed {
  switch (verb) {
    case "put":
      return parsePut(args);
    case "list":
      return parseList(args);
    case "rotate-secret":
      return parseRotate(args);
    case "get":
    case "remove":
      return parseOne(verb, args);
    default:
      return verb satisfies never;
  }
}

function parsePut(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { redirect: textOption, name: textOption });
  if (!parsed.ok) return parsed;
  const { values: { redirect: redirectUris = [], ...values }, positionals } = parsed.value;
  const clientId = oneClient(positionals);
  if (!clientId.ok) return clientId;
  if (redirectUris.length === 0) return usage("--redirect URI is needed, once or more");
  const name = once("--name", values.name);
  if (!name.ok) return name;
  const registration = LoginRegistration.safeParse({
    redirectUris: [...new Set(redirectUris)],
    ...(name.value === null ? {} : { name: name.value }),
  });
  return registration.success
    ? ok({ kind: "login-client put", clientId: clientId.value, registration: registration.data })
    : usage(
      problemsOf(registration.error, LoginRegistration)
        .map((problem) => inOptions(problem, redirectUris)).join("; "),
    );
}

/** A problem by the option that it is of, in place of the record's member. */
function inOptions(problem: string, redirectUris: readonly string[]): string {
  const unique = [...new Set(redirectUris)];
  return problem
    .replace(
      /^redirectUris\.(\d+)/,
      (_, index) => `--redirect ${printable(unique[Number(index)] ?? "")}`,
    )
    .replace(/^redirectUris/, "--redirect")
    .replace(/^name/, "--name");
}

function parseList(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { json: { type: "boolean" } });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  return refuseArgument(positionals) ??
    ok({ kind: "login-client list", json: values.json ?? false });
}

/** Longest grace: as long as both hold, a lost secret is as good as the new one. */
const graceSecondsMax = 30 * 86_400;

function parseRotate(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { grace: textOption });
  if (!parsed.ok) return parsed;
  const clientId = oneClient(parsed.value.positionals);
  if (!clientId.ok) return clientId;
  const grace = once("--grace", parsed.value.values.grace);
  if (!grace.ok) return grace;
  const graceSeconds = parseDuration(grace.value ?? "24h");
  if (graceSeconds === null || graceSeconds > graceSecondsMax) {
    return usage("--grace takes a time of 0s to 30d, such as 0s, 30m, 24h");
  }
  return ok({ kind: "login-client rotate-secret", clientId: clientId.value, graceSeconds });
}

function parseOne(verb: "get" | "remove", args: readonly string[]): Parsed {
  const parsed = parseOptions(args, {});
  if (!parsed.ok) return parsed;
  const clientId = oneClient(parsed.value.positionals);
  return clientId.ok ? ok({ kind: `login-client ${verb}`, clientId: clientId.value }) : clientId;
}
