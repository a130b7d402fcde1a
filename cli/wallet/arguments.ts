import type { ParseArgsConfig } from "node:util";
import { type Json, parseJson } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import type { Answering } from "../../sandbox/wallet/answer.ts";
import { breakings } from "../../sandbox/wallet/breakings.ts";
import { type Format, formats } from "../../sandbox/wallet/format.ts";
import { personNames } from "../../sandbox/wallet/persons.ts";
import type { WalletFile } from "./wallet_file.ts";

/** What the caller wants. */
export type WalletCommand = AnswerCommand | RedeemCommand | ListCommand;

/** A credential that is redeemed and kept. */
export interface RedeemCommand {
  readonly kind: "redeem";
  /** A credential offer, `-` for standard input. */
  readonly offer: string;
  readonly file: WalletFile;
}

/** The credentials that are kept. */
export interface ListCommand {
  readonly kind: "list";
  readonly json: boolean;
  /** Whether each is looked up in its status list. */
  readonly check: boolean;
  readonly file: WalletFile;
}

/** A request that is answered. */
export interface AnswerCommand {
  readonly kind: "present" | "login";
  /**
   * To present: an authorization request, `-` for standard input. To log in: an authorize URL, of
   * http or https.
   */
  readonly uri: string;
  /** To present: the origin of the page whose browser asks; null where no page does. */
  readonly origin: string | null;
  readonly reply: WalletReply;
  /** Where the holder's keys are. */
  readonly file: WalletFile;
}

/** Credentials, or the reason why there are none (OpenID4VP 1.0 §8.5). */
export type WalletReply = Answering | { readonly error: string };

const options = {
  format: { type: "string" },
  person: { type: "string", default: "clear" },
  with: { type: "string" },
  claim: { type: "string", multiple: true, default: [] },
  without: { type: "string", multiple: true, default: [] },
  break: { type: "string" },
  error: { type: "string" },
  origin: { type: "string" },
  "new-key": { type: "boolean", default: false },
  wallet: { type: "string", default: ".aval/wallet.json" },
} as const satisfies ParseArgsConfig["options"];

/** Reads the command line after `wallet`. */
export function parseWalletCommand(args: readonly string[]): Result<WalletCommand, UsageRefusal> {
  const [kind, ...rest] = args;
  switch (kind) {
    case undefined:
      return usage("Say what to do: redeem, list, present, login");
    case "redeem":
      return parseRedeem(rest);
    case "list":
      return parseList(rest);
    case "present":
    case "login":
      return parseAnswer(kind, rest);
    default:
      return usage(`Unknown command "${kind}"`);
  }
}

function parseRedeem(args: readonly string[]): Result<RedeemCommand, UsageRefusal> {
  const parsed = parseOptions(args, { wallet: options.wallet });
  if (!parsed.ok) return parsed;
  const { values, positionals: [offer, ...others] } = parsed.value;
  if (offer === undefined) return usage("redeem takes an OFFER");
  if (others.length > 0) return usage("redeem takes one OFFER: put it between quotes");
  const file = fileOf(values.wallet, false);
  return file.ok ? ok({ kind: "redeem", offer, file: file.value }) : file;
}

function parseList(args: readonly string[]): Result<ListCommand, UsageRefusal> {
  const flag = { type: "boolean", default: false } as const;
  const parsed = parseOptions(args, { wallet: options.wallet, json: flag, check: flag });
  if (!parsed.ok) return parsed;
  const { values: { wallet, json, check }, positionals } = parsed.value;
  if (positionals.length > 0) return usage("list takes options alone");
  const file = fileOf(wallet, false);
  return file.ok ? ok({ kind: "list", json, check, file: file.value }) : file;
}

function parseAnswer(
  kind: AnswerCommand["kind"],
  args: readonly string[],
): Result<AnswerCommand, UsageRefusal> {
  const parsed = parseOptions(args, options);
  if (!parsed.ok) return parsed;
  const { values, positionals: [uri, ...others] } = parsed.value;
  const what = kind === "present" ? "URI" : "URL";
  if (uri === undefined) return usage(`${kind} takes a ${what}`);
  if (others.length > 0) return usage(`${kind} takes one ${what}: put it between quotes`);
  if (kind === "login" && !isHttpUrl(uri)) return usage("login takes an http or https URL");
  const file = fileOf(values.wallet, values["new-key"]);
  if (!file.ok) return file;
  const { origin = null } = values;
  if (origin !== null && (kind === "login" || uri !== "-")) {
    return usage("--origin is of a page's request, which present reads from standard input: -");
  }
  if (origin !== null && URL.parse(origin)?.origin !== origin) {
    return usage("--origin is scheme, host and port alone: https://shop.example");
  }
  const reply = parseReply(values);
  return reply.ok ? ok({ kind, uri, origin, reply: reply.value, file: file.value }) : reply;
}

function fileOf(path: string, isNewKey: boolean): Result<WalletFile, UsageRefusal> {
  return isWalletPath(path)
    ? ok({ path, isNewKey })
    : usage("--wallet takes a file in .aval/ whose name ends in .json: .aval/other.json");
}

/** Whether the task may read and write it: below `.aval/`, and no other program's file. */
function isWalletPath(path: string): boolean {
  const [folder, ...names] = path.replace(/^\.\//, "").split("/");
  return folder === ".aval" && names.length > 0 && path.endsWith(".json") &&
    names.every((name) => /^[\w.-]+$/.test(name) && name !== "." && name !== "..");
}

function isHttpUrl(text: string): boolean {
  return ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
}

interface ReplyOptions {
  readonly format?: string | undefined;
  readonly person: string;
  readonly with?: string | undefined;
  readonly claim: readonly string[];
  readonly without: readonly string[];
  readonly break?: string | undefined;
  readonly error?: string | undefined;
}

function parseReply(values: ReplyOptions): Result<WalletReply, UsageRefusal> {
  const { error } = values;
  if (error !== undefined) {
    return values.break === undefined && values.format === undefined &&
        values.with === undefined && values.claim.length + values.without.length === 0
      ? ok({ error })
      : usage("--error stands alone: nothing is presented");
  }
  const format = formats.find((known) => known === values.format) ?? null;
  if (values.format !== undefined && format === null) {
    return usage(`--format is ${formats.join(" or ")}`);
  }
  const person = personNames.find((known) => known === values.person);
  if (person === undefined) return usage(`--person is one of ${personNames.join(", ")}`);
  const claims = parseClaims(values.claim);
  if (!claims.ok) return claims;
  const breaking = breakings.find(({ name }) => name === values.break) ?? null;
  if (values.break !== undefined && breaking === null) {
    return usage(`--break knows no "${values.break}"`);
  }
  if (breaking !== null && format !== null && !fits(breaking, format)) {
    return usage(`--break ${breaking.name} is nothing of ${format}`);
  }
  const { with: credential, without } = values;
  return ok({ format, person, credential, without, claims: claims.value, breaking });
}

function fits(
  { sdJwt, mdoc, token, encryption }: typeof breakings[number],
  format: Format,
): boolean {
  return (token ?? encryption) !== undefined || (format === "mdoc" ? mdoc : sdJwt) !== undefined;
}

function parseClaims(
  texts: readonly string[],
): Result<Readonly<Record<string, Json>>, UsageRefusal> {
  const claims: [string, Json][] = [];
  for (const text of texts) {
    const [, name, json] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    const value = name === undefined ? undefined : parseJson(json ?? "");
    if (name === undefined || value === undefined) {
      return usage(`--claim is NAME=JSON, a text in double quotes`);
    }
    claims.push([name, value]);
  }
  return ok(Object.fromEntries(claims));
}
