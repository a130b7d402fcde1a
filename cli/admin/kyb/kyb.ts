import type { ClientId } from "../../../core/access/schema.ts";
import { endAccess } from "../../../core/console/end_access.ts";
import { ok } from "../../../base/result.ts";
import type {
  ApplicationId,
  CheckId,
  Judgement,
  OperatorId,
} from "../../../core/kyb/application_schema.ts";
import { acceptDraft, type AcceptRefusal } from "../../../core/kyb/applications/accept_draft.ts";
import { decideApplication } from "../../../core/kyb/applications/decide_application.ts";
import { judgeCheck, type JudgeRefusal } from "../../../core/kyb/applications/judge_check.ts";
import type { DraftId } from "../../../core/kyb/schema.ts";
import { commitAct } from "../../../kv/store/operator_act.ts";
import { type Done, failed } from "../../command/command.ts";
import type { OpenedTools } from "../command/admin_command.ts";
import { openPersonPorts } from "../console/person_ports.ts";
import type { OpenedKyb } from "./kyb_tools.ts";

/** A command authenticates no person. */
const inTheConsole =
  "Operators log in by the identity provider here, and two whom it has authenticated decide: in the console";

/** Turns a draft into an application of a client. */
export async function acceptApplication(
  { draftId, clientId, operator }: {
    readonly draftId: DraftId;
    readonly clientId: ClientId;
    readonly operator: OperatorId;
  },
  ports: OpenedKyb,
  { err, ...tools }: OpenedTools,
): Promise<Done> {
  const { store, out } = tools;
  const accepted = await commitAct(
    store,
    (unit) => acceptDraft(ports, { unit, draftId, clientId, operator }),
  );
  if (!accepted.ok) {
    const why: Readonly<Record<AcceptRefusal["code"], string>> = {
      no_such_draft: `No ${ports.mode} draft has the ID ${draftId}, or it was accepted`,
      application_open: `${clientId} has an undecided application: decide it first`,
      client_offboarded: `${clientId} was offboarded: a client that returns needs a new ID`,
      not_authenticated: inTheConsole,
    };
    return failed(why[accepted.refusal.code]);
  }
  const persons = await openPersonPorts(tools);
  if (!persons.ok) return persons;
  await endAccess(persons.value, { clientId });
  err(`${clientId} is SUSPENDED by its KYB, until another operator approves this application:\n`);
  out(`${accepted.value.id}\n`);
  return ok(null);
}

/** Records an operator's judgement of a finding. */
export async function judge(
  { id, checkId, judgement, rationale, operator }: {
    readonly id: ApplicationId;
    readonly checkId: CheckId;
    readonly judgement: Judgement;
    readonly rationale: string;
    readonly operator: OperatorId;
  },
  ports: OpenedKyb,
  { store, err }: OpenedTools,
): Promise<Done> {
  const judged = await commitAct(
    store,
    (unit) => judgeCheck(ports, { unit, id, checkId, judgement, rationale, operator }),
  );
  if (!judged.ok) {
    const why: Readonly<Record<JudgeRefusal["code"], string>> = {
      no_such_application: `No ${ports.mode} application has the ID ${id}`,
      no_such_check: `${id} has no check ${checkId}: kyb show prints them`,
      nothing_found: `Check ${checkId} has no finding to judge`,
      already_decided: `${id} waits for no review any more`,
      judged_too_often: `${checkId} was judged too often`,
    };
    return failed(why[judged.refusal.code]);
  }
  err(`${checkId} is judged ${judgement}\n`);
  return ok(null);
}

/** Approves or rejects an application. */
export async function decide(
  { status, id, rationale, operator, acknowledged }: {
    readonly status: "APPROVED" | "REJECTED";
    readonly id: ApplicationId;
    readonly rationale: string;
    readonly operator: OperatorId;
    /** For an approval: codes of findings, as typed. */
    readonly acknowledged: readonly string[];
  },
  ports: OpenedKyb,
  { store, err }: OpenedTools,
): Promise<Done> {
  const decided = await commitAct(
    store,
    (unit) => decideApplication(ports, { unit, id, status, rationale, operator, acknowledged }),
  );
  if (!decided.ok) {
    const { refusal } = decided;
    switch (refusal.code) {
      case "no_such_application":
        return failed(`No ${ports.mode} application has the ID ${id}`);
      case "already_decided":
        return failed(`${id} is ${refusal.status} already, and stays so`);
      case "client_offboarded":
        return failed("Its client was offboarded");
      case "not_authenticated":
      case "acceptor_not_authenticated":
        return failed(inTheConsole);
      case "same_operator":
        return failed(`${operator} has accepted it: another operator decides`);
      case "open_findings":
        return failed(
          `Findings are open: ${refusal.checkIds.join(", ")}. Judge them by kyb check first`,
        );
      case "findings_not_acknowledged":
        return failed(
          `Findings are not acknowledged: ${refusal.findings.join(", ")}. ` +
            "Name each by --acknowledge CODE to approve despite it",
        );
      case "findings_unknown":
        return failed(
          `${id} has no such findings about registers or owners: ${refusal.findings.join(", ")}. ` +
            "kyb show prints its findings",
        );
      default:
        return refusal satisfies never;
    }
  }
  const { application: { clientId }, client } = decided.value;
  err(`${id} is ${status}; client ${clientId} is ${client.status}\n`);
  if (status === "APPROVED" && client.status === "SUSPENDED") {
    err("An operator has suspended it as well: client put lifts that\n");
  }
  return ok(null);
}
