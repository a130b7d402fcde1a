import { TemplateId, TemplateStatus } from "../../core/credentials/template_schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command/command.ts";
import { once, refuseArgument, textOption } from "../command/options.ts";

/** One command that reads templates of credentials. */
export type TemplateCommand =
  | {
    readonly kind: "template list";
    /** Null: of every status. */
    readonly status: TemplateStatus | null;
    readonly json: boolean;
  }
  | { readonly kind: "template show"; readonly id: TemplateId };

type Parsed = Result<TemplateCommand, UsageRefusal>;

/** Reads the command line after `admin template VERB`. */
export function parseTemplateCommand(verb: "list" | "show", args: readonly string[]): Parsed {
  return verb === "list" ? parseList(args) : parseShow(args);
}

function parseList(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { status: textOption, json: { type: "boolean" } });
  if (!parsed.ok) return parsed;
  const { values: { status: given, json = false }, positionals } = parsed.value;
  const unexpected = refuseArgument(positionals);
  if (unexpected !== null) return unexpected;
  const asked = once("--status", given);
  if (!asked.ok) return asked;
  if (asked.value === null) return ok({ kind: "template list", status: null, json });
  const status = TemplateStatus.safeParse(asked.value);
  return status.success
    ? ok({ kind: "template list", status: status.data, json })
    : usage(`--status takes one of ${TemplateStatus.options.join(", ")}`);
}

function parseShow(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, {});
  if (!parsed.ok) return parsed;
  const [asked, ...others] = parsed.value.positionals;
  const id = TemplateId.safeParse(asked);
  if (!id.success) return usage("template show needs an ID, as template list prints it");
  return refuseArgument(others) ?? ok({ kind: "template show", id: id.data });
}
