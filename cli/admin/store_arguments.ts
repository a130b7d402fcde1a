import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { neededOnce, refuseArgument, textOption } from "../command/options.ts";
import { isRecipient } from "./backup_file.ts";

/** One command on a whole store. */
export type StoreCommand =
  | {
    readonly kind: "store backup";
    /** The file to write. */
    readonly out: string;
    /** Who may read it: `age1...`. */
    readonly recipients: readonly string[];
  }
  | {
    readonly kind: "store restore";
    /** The backup. */
    readonly file: string;
    /** A file of identities that open it. */
    readonly identity: string;
  }
  | {
    readonly kind: "store copy";
    /** Locations as `AVAL_KV` has them. */
    readonly from: string;
    readonly to: string;
  }
  | { readonly kind: "store identity"; readonly out: string };

/** Reads the command line after `admin store VERB`. */
export function parseStoreCommand(
  verb: "backup" | "restore" | "copy" | "identity",
  args: readonly string[],
): Result<StoreCommand, UsageRefusal> {
  switch (verb) {
    case "backup":
      return parseBackup(args);
    case "restore":
      return parseRestore(args);
    case "copy":
      return parseCopy(args);
    case "identity":
      return parseIdentity(args);
    default:
      return verb satisfies never;
  }
}

function parseBackup(args: readonly string[]): Result<StoreCommand, UsageRefusal> {
  const parsed = parseOptions(args, { out: textOption, recipient: textOption });
  if (!parsed.ok) return parsed;
  const { values: { recipient: recipients = [], ...values }, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const out = neededOnce("--out FILE", values.out);
  if (!out.ok) return out;
  if (recipients.length === 0) return usage("--recipient age1... is needed: see store identity");
  // An identity in its place is a secret: what was given is not repeated.
  if (!recipients.every(isRecipient)) return usage("--recipient takes an age recipient, age1...");
  return ok({ kind: "store backup", out: out.value, recipients });
}

function parseRestore(args: readonly string[]): Result<StoreCommand, UsageRefusal> {
  const parsed = parseOptions(args, { identity: textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals: [file, ...others] } = parsed.value;
  if (!file) return usage("store restore needs the FILE of a backup");
  const unexpected = refuseArgument(others);
  if (unexpected !== null) return unexpected;
  const identity = neededOnce("--identity FILE", values.identity);
  return identity.ok ? ok({ kind: "store restore", file, identity: identity.value }) : identity;
}

function parseCopy(args: readonly string[]): Result<StoreCommand, UsageRefusal> {
  const parsed = parseOptions(args, {});
  if (!parsed.ok) return parsed;
  const [from, to, third] = parsed.value.positionals;
  if (!from || !to) return usage("store copy needs FROM and TO");
  if (third !== undefined) return usage("store copy takes FROM and TO only");
  if ([from, to].includes(":memory:")) return usage("A store in memory is nobody else's to copy");
  return from === to
    ? usage("FROM and TO are the same store")
    : ok({ kind: "store copy", from, to });
}

function parseIdentity(args: readonly string[]): Result<StoreCommand, UsageRefusal> {
  const parsed = parseOptions(args, { out: textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const out = neededOnce("--out FILE", values.out);
  return out.ok ? ok({ kind: "store identity", out: out.value }) : out;
}
