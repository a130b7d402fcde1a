import type { ParseArgsConfig } from "node:util";
import { type Json, parseJson } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command.ts";
import type { Answering } from "../../core/wallet/answer.ts";
import { breakings } from "../../core/wallet/breakings.ts";
import { type Format, formats } from "../../core/wallet/format.ts";
import { personNames } from "../../core/wallet/persons.ts";
import type { WalletFile } from "./wallet_file.ts";

/** What the caller wants. */
export interface WalletCommand {
  readonly kind: "present" | "login";
  /**
   * To present: an authorization request, `-` for standard input. To log in: an authorize URL, of
   * http or https.
   */
  readonly uri: string;
  readonly reply: WalletReply;
  /** Where the holder's keys are. */
  readonly file: WalletFile;
}

/** Credentials, or the reason why there are none (OpenID4VP 1.0 §8.5). */
export type WalletReply = Answering | { readonly error: string };

const options = {
  format: { type: "string" },
  person: { type: "string", default: "clear" },
  claim: { type: "string", multiple: true, default: [] },
  break: { type: "string" },
  error: { type: "string" },
  "new-key": { type: "boolean", default: false },
  wallet: { type: "string", default: ".aval/wallet.json" },
} as const satisfies ParseArgsConfig["options"];

/** Reads the command line after `wallet`. */
export function parseWalletCommand(args: readonly string[]): Result<WalletCommand, UsageRefusal> {
  const [kind, ...rest] = args;
  if (kind === undefined) return usage("Say what to do: present, login");
  if (kind !== "present" && kind !== "login") return usage(`Unknown command "${kind}"`);
  const parsed = parseOptions(rest, options);
  if (!parsed.ok) return parsed;
  const { values, positionals: [uri, ...others] } = parsed.value;
  const what = kind === "present" ? "URI" : "URL";
  if (uri === undefined) return usage(`${kind} takes a ${what}`);
  if (others.length > 0) return usage(`${kind} takes one ${what}: put it between quotes`);
  if (kind === "login" && !isHttpUrl(uri)) return usage("login takes an http or https URL");
  if (!isWalletPath(values.wallet)) {
    return usage("--wallet takes a file in .aval/ whose name ends in .json: .aval/other.json");
  }
  const reply = parseReply(values);
  if (!reply.ok) return reply;
  const file = { path: values.wallet, isNewKey: values["new-key"] };
  return ok({ kind, uri, reply: reply.value, file });
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
  readonly claim: readonly string[];
  readonly break?: string | undefined;
  readonly error?: string | undefined;
}

function parseReply(values: ReplyOptions): Result<WalletReply, UsageRefusal> {
  const { error } = values;
  if (error !== undefined) {
    return values.break === undefined && values.format === undefined && values.claim.length === 0
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
  return ok({ format, person, claims: claims.value, breaking });
}

function fits(
  { sdJwt, mdoc, token }: Pick<typeof breakings[number], "sdJwt" | "mdoc" | "token">,
  format: Format,
): boolean {
  return token !== undefined || (format === "mdoc" ? mdoc : sdJwt) !== undefined;
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
