import { ClientId } from "../../core/access/schema.ts";
import {
  ApplicationId,
  CheckId,
  Judgement,
  OperatorId,
  Rationale,
} from "../../core/kyb/application_schema.ts";
import { DraftId } from "../../core/kyb/schema.ts";
import { ok, type Result } from "../../base/result.ts";
import { parseOptions, usage, type UsageRefusal } from "../command.ts";
import { neededOnce, refuseArgument, textOption } from "../options.ts";
import { oneClient } from "./client_arguments.ts";

/** One command on drafts and applications of KYB. */
export type KybCommand =
  | { readonly kind: "kyb list"; readonly json: boolean }
  | {
    readonly kind: "kyb show";
    /** Of a draft or of an application. */
    readonly id: string;
    readonly json: boolean;
  }
  | {
    readonly kind: "kyb accept";
    readonly draftId: DraftId;
    readonly clientId: ClientId;
    readonly operator: OperatorId;
  }
  | {
    readonly kind: "kyb check";
    readonly id: ApplicationId;
    readonly checkId: CheckId;
    readonly judgement: Judgement;
    readonly rationale: string;
    readonly operator: OperatorId;
  }
  | {
    readonly kind: "kyb approve" | "kyb reject";
    readonly id: ApplicationId;
    readonly rationale: string;
    readonly operator: OperatorId;
    /** Of an approval: codes of findings, as they were typed. */
    readonly acknowledged: readonly string[];
  }
  | {
    readonly kind: "kyb export";
    readonly clientId: ClientId;
    /** A file, or `-`. */
    readonly out: string;
  };

type Parsed = Result<KybCommand, UsageRefusal>;

/** The verbs of `admin kyb`. */
export type KybVerb = "list" | "show" | "accept" | "check" | "approve" | "reject" | "export";

/** Reads the command line after `admin kyb VERB`. */
export function parseKybCommand(verb: KybVerb, args: readonly string[]): Parsed {
  switch (verb) {
    case "list":
      return parseList(args);
    case "show":
      return parseShow(args);
    case "accept":
      return parseAccept(args);
    case "check":
      return parseCheck(args);
    case "approve":
    case "reject":
      return parseDecide(verb, args);
    case "export":
      return parseExport(args);
    default:
      return verb satisfies never;
  }
}

function parseList(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { json: { type: "boolean" } });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  return refuseArgument(positionals) ?? ok({ kind: "kyb list", json: values.json ?? false });
}

function parseShow(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { json: { type: "boolean" } });
  if (!parsed.ok) return parsed;
  const { values, positionals: [id, ...others] } = parsed.value;
  const read = DraftId.safeParse(id);
  if (!read.success) return usage("kyb show needs an ID, as kyb list prints it");
  return refuseArgument(others) ??
    ok({ kind: "kyb show", id: read.data, json: values.json ?? false });
}

function parseAccept(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { client: textOption, operator: textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals: [id, ...others] } = parsed.value;
  const draftId = DraftId.safeParse(id);
  if (!draftId.success) return usage("kyb accept needs the ID of a draft, as kyb list prints it");
  const unexpected = refuseArgument(others);
  if (unexpected !== null) return unexpected;
  const client = neededOnce("--client ID", values.client);
  if (!client.ok) return client;
  const clientId = ClientId.safeParse(client.value);
  if (!clientId.success) return usage("--client must be 1 to 255 visible ASCII characters");
  const operator = readOperator(values.operator);
  return operator.ok
    ? ok({
      kind: "kyb accept",
      draftId: draftId.data,
      clientId: clientId.data,
      operator: operator.value,
    })
    : operator;
}

function parseCheck(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, {
    judgement: textOption,
    rationale: textOption,
    operator: textOption,
  });
  if (!parsed.ok) return parsed;
  const { values, positionals: [application, check, ...others] } = parsed.value;
  const [id, checkId] = [ApplicationId.safeParse(application), CheckId.safeParse(check)];
  if (!id.success || !checkId.success) {
    return usage("kyb check needs the IDs of an application and a check, as kyb show prints them");
  }
  const unexpected = refuseArgument(others);
  if (unexpected !== null) return unexpected;
  const judgement = neededOnce("--judgement JUDGEMENT", values.judgement);
  if (!judgement.ok) return judgement;
  const judged = Judgement.safeParse(judgement.value);
  if (!judged.success) return usage(`--judgement takes one of ${Judgement.options.join(", ")}`);
  const act = readAct(values);
  if (!act.ok) return act;
  return ok({
    kind: "kyb check",
    id: id.data,
    checkId: checkId.data,
    judgement: judged.data,
    ...act.value,
  });
}

function parseDecide(verb: "approve" | "reject", args: readonly string[]): Parsed {
  const options = { rationale: textOption, operator: textOption, acknowledge: textOption };
  const parsed = parseOptions(args, options);
  if (!parsed.ok) return parsed;
  const { values, positionals: [application, ...others] } = parsed.value;
  const id = ApplicationId.safeParse(application);
  if (!id.success) {
    return usage(`kyb ${verb} needs the ID of an application, as kyb list prints it`);
  }
  const unexpected = refuseArgument(others);
  if (unexpected !== null) return unexpected;
  const acknowledged = values.acknowledge ?? [];
  if (verb === "reject" && acknowledged.length > 0) {
    return usage("--acknowledge belongs to kyb approve alone");
  }
  const act = readAct(values);
  return act.ok ? ok({ kind: `kyb ${verb}`, id: id.data, ...act.value, acknowledged }) : act;
}

function parseExport(args: readonly string[]): Parsed {
  const parsed = parseOptions(args, { out: textOption });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const clientId = oneClient(positionals);
  if (!clientId.ok) return clientId;
  const out = neededOnce("--out FILE or --out -", values.out);
  return out.ok ? ok({ kind: "kyb export", clientId: clientId.value, out: out.value }) : out;
}

/** Who acts, and why. */
function readAct(
  { rationale, operator }: {
    readonly rationale?: readonly string[] | undefined;
    readonly operator?: readonly string[] | undefined;
  },
): Result<{ readonly rationale: string; readonly operator: OperatorId }, UsageRefusal> {
  const reason = neededOnce("--rationale TEXT", rationale);
  if (!reason.ok) return reason;
  const read = Rationale.safeParse(reason.value);
  if (!read.success) return usage("--rationale must be 1 to 1000 characters");
  const who = readOperator(operator);
  return who.ok ? ok({ rationale: read.data, operator: who.value }) : who;
}

function readOperator(given: readonly string[] | undefined): Result<OperatorId, UsageRefusal> {
  const operator = neededOnce("--operator ID", given);
  if (!operator.ok) return operator;
  const read = OperatorId.safeParse(operator.value);
  return read.success
    ? ok(read.data)
    : usage("--operator must be 1 to 255 visible ASCII characters");
}
