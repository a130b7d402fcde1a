import { ClientId } from "../../core/access/schema.ts";
import { parseVerifierKey } from "../../standards/tlog/note.ts";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { neededOnce, once, refuseArgument, textOption } from "../command/options.ts";
import { type BatchCommand, parseRemoveItem } from "./batch.ts";
import {
  type ClientCommand,
  parseClientDelete,
  parseClientGet,
  parseClientList,
  parseClientOffboard,
  parseClientPut,
} from "./client_arguments.ts";
import { type IssuerCommand, type IssuerVerb, parseIssuerCommand } from "./issuer_arguments.ts";
import { type KybCommand, type KybVerb, parseKybCommand } from "./kyb_arguments.ts";
import { type KeysCommand, type KeysVerb, parseKeysCommand } from "./keys.ts";
import {
  type LoginClientCommand,
  type LoginClientVerb,
  parseLoginClientCommand,
} from "./login_client_arguments.ts";
import { parseSealCommand, type SealCommand } from "./seal_arguments.ts";
import {
  parseSignatoryCommand,
  type SignatoryCommand,
  type SignatoryVerb,
} from "./signatory_arguments.ts";
import { parseStepUpSign, type StepUpCommand } from "./step_up_arguments.ts";
import { parseStoreCommand, type StoreCommand } from "./store_arguments.ts";
import { parseTemplateCommand, type TemplateCommand } from "./template_arguments.ts";
import { parseTokenCommand, type TokenCommand } from "./token.ts";

/** One command of the operator. */
export type AdminCommand =
  | ClientCommand
  | LoginClientCommand
  | IssuerCommand
  | SignatoryCommand
  | StepUpCommand
  | BatchCommand
  | KybCommand
  | SealCommand
  | TokenCommand
  | {
    readonly kind: "audit verify";
    /** Keys that verify checkpoints; none: the one that the operator's secret gives. */
    readonly keys: readonly string[];
    /** A file with a checkpoint that was kept outside the store. */
    readonly checkpoint: string | null;
    /** A folder or an https address; null: that of `AVAL_AUDIT_WITNESS`, if it is set. */
    readonly witness: string | null;
  }
  | {
    readonly kind: "audit checkpoint";
    /** Why the operator accepts what is not proved; null: nothing is accepted. */
    readonly acceptGap: string | null;
  }
  | {
    readonly kind: "audit export";
    /** Null: every client's. */
    readonly clientId: ClientId | null;
    /** A file, or `-`. */
    readonly out: string;
  }
  | KeysCommand
  | TemplateCommand
  | StoreCommand;

/** The commands of `admin`. */
const acts = [
  "client put",
  "client get",
  "client list",
  "client delete",
  "client offboard",
  "kyb list",
  "kyb show",
  "kyb accept",
  "kyb check",
  "kyb approve",
  "kyb reject",
  "kyb export",
  "seal check",
  "seal credential put",
  "seal credential list",
  "seal credential remove",
  "login-client put",
  "login-client get",
  "login-client list",
  "login-client rotate-secret",
  "login-client remove",
  "issuer put",
  "issuer get",
  "issuer list",
  "issuer renew",
  "issuer authority",
  "signatory put",
  "signatory list",
  "signatory remove",
  "step-up sign",
  "template list",
  "template show",
  "batch remove-item",
  "token mint",
  "token list",
  "token revoke",
  "audit verify",
  "audit checkpoint",
  "audit export",
  "keys list",
  "keys rewrap",
  "keys rotate",
  "keys new",
  "keys activate",
  "keys revoke",
  "store backup",
  "store restore",
  "store copy",
  "store identity",
] as const;

/** Reads the command line after `admin`. */
export function parseAdminCommand(args: readonly string[]): Result<AdminCommand, UsageRefusal> {
  const [noun, verb, ...rest] = args;
  if (noun === undefined || verb === undefined) {
    const about = acts.filter((act) => act.startsWith(`${noun} `));
    return usage(`Say what to do: ${(about.length === 0 ? acts : about).join(", ")}`);
  }
  switch (`${noun} ${verb}`) {
    case "client put":
      return parseClientPut(rest);
    case "client get":
      return parseClientGet(rest);
    case "client list":
      return parseClientList(rest);
    case "client delete":
      return parseClientDelete(rest);
    case "client offboard":
      return parseClientOffboard(rest);
    case "kyb list":
    case "kyb show":
    case "kyb accept":
    case "kyb check":
    case "kyb approve":
    case "kyb reject":
    case "kyb export":
      return parseKybCommand(verb as KybVerb, rest);
    case "seal check":
    case "seal credential":
      return parseSealCommand(verb as "check" | "credential", rest);
    case "login-client put":
    case "login-client get":
    case "login-client list":
    case "login-client rotate-secret":
    case "login-client remove":
      return parseLoginClientCommand(verb as LoginClientVerb, rest);
    case "issuer put":
    case "issuer get":
    case "issuer list":
    case "issuer renew":
    case "issuer authority":
      return parseIssuerCommand(verb as IssuerVerb, rest);
    case "signatory put":
    case "signatory list":
    case "signatory remove":
      return parseSignatoryCommand(verb as SignatoryVerb, rest);
    case "step-up sign":
      return parseStepUpSign(rest);
    case "template list":
    case "template show":
      return parseTemplateCommand(verb as "list" | "show", rest);
    case "batch remove-item":
      return parseRemoveItem(rest);
    case "token mint":
    case "token list":
    case "token revoke":
      return parseTokenCommand(verb as "mint" | "list" | "revoke", rest);
    case "audit verify":
      return parseAuditVerify(rest);
    case "audit checkpoint":
      return parseAuditCheckpoint(rest);
    case "keys list":
    case "keys rewrap":
    case "keys rotate":
    case "keys new":
    case "keys activate":
    case "keys revoke":
      return parseKeysCommand(verb as KeysVerb, rest);
    case "audit export":
      return parseAuditExport(rest);
    case "store backup":
    case "store restore":
    case "store copy":
    case "store identity":
      return parseStoreCommand(verb as "backup" | "restore" | "copy" | "identity", rest);
    default:
      return usage(`Unknown command "${noun} ${verb}"`);
  }
}

function parseAuditVerify(args: readonly string[]): Result<AdminCommand, UsageRefusal> {
  const parsed = parseOptions(args, {
    key: textOption,
    checkpoint: textOption,
    witness: textOption,
  });
  if (!parsed.ok) return parsed;
  const { values: { key: keys = [], ...values }, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const checkpoint = once("--checkpoint", values.checkpoint);
  if (!checkpoint.ok) return checkpoint;
  if (keys.some((key) => parseVerifierKey(key) === null)) {
    return usage("--key takes a verifier key, as admin audit checkpoint prints it");
  }
  const witness = once("--witness", values.witness);
  if (!witness.ok) return witness;
  return ok({
    kind: "audit verify",
    keys,
    checkpoint: checkpoint.value,
    witness: witness.value,
  });
}

/** Characters of a reason, as the audit log keeps it. */
const reasonCharactersMax = 200;

function parseAuditCheckpoint(args: readonly string[]): Result<AdminCommand, UsageRefusal> {
  const parsed = parseOptions(args, { "accept-gap": textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const reason = once("--accept-gap", values["accept-gap"]);
  if (!reason.ok) return reason;
  const text = reason.value?.trim() ?? null;
  return text === null || /^[^\p{Cc}]{1,200}$/u.test(text)
    ? ok({ kind: "audit checkpoint", acceptGap: text })
    : usage(`--accept-gap takes a reason of 1 to ${reasonCharactersMax} characters, in one line`);
}

function parseAuditExport(args: readonly string[]): Result<AdminCommand, UsageRefusal> {
  const parsed = parseOptions(args, { client: textOption, out: textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const client = once("--client", values.client);
  if (!client.ok) return client;
  const out = neededOnce("--out FILE or --out -", values.out);
  if (!out.ok) return out;
  if (client.value === null) return ok({ kind: "audit export", clientId: null, out: out.value });
  const clientId = ClientId.safeParse(client.value);
  return clientId.success
    ? ok({ kind: "audit export", clientId: clientId.data, out: out.value })
    : usage("--client must be 1 to 255 visible ASCII characters");
}
