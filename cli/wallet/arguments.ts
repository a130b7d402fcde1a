import type { ParseArgsConfig } from "node:util";
import { type Json, parseJson } from "../../base/json.ts";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command.ts";
import type { Answering } from "../../core/wallet/answer.ts";
import { breakings, type Format, formats } from "../../core/wallet/breakings.ts";
import { personNames } from "../../core/wallet/persons.ts";

/** What the caller wants. */
export interface WalletCommand {
  /** An authorization request; `-` for standard input. */
  readonly uri: string;
  /** Credentials, or the reason why there are none (OpenID4VP 1.0 §8.5). */
  readonly reply: Answering | { readonly error: string };
}

const options = {
  format: { type: "string" },
  person: { type: "string", default: "clear" },
  claim: { type: "string", multiple: true, default: [] },
  break: { type: "string" },
  error: { type: "string" },
} as const satisfies ParseArgsConfig["options"];

/** Reads the command line after `wallet`. */
export function parseWalletCommand(args: readonly string[]): Result<WalletCommand, UsageRefusal> {
  const [command, ...rest] = args;
  if (command === undefined) return usage("Say what to do: present");
  if (command !== "present") return usage(`Unknown command "${command}"`);
  const parsed = parseOptions(rest, options);
  if (!parsed.ok) return parsed;
  const { values, positionals: [uri, ...others] } = parsed.value;
  if (uri === undefined) return usage("present takes a URI");
  if (others.length > 0) return usage("present takes one URI: put it between quotes");
  const { error } = values;
  if (error !== undefined) {
    return values.break === undefined && values.format === undefined && values.claim.length === 0
      ? ok({ uri, reply: { error } })
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
  return ok({ uri, reply: { format, person, claims: claims.value, breaking } });
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
