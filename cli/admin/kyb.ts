import { ok, type Result } from "../../base/result.ts";
import { acceptDraft, type AcceptRefusal } from "../../core/kyb/applications/accept_draft.ts";
import { decideApplication } from "../../core/kyb/applications/decide_application.ts";
import { judgeCheck, type JudgeRefusal } from "../../core/kyb/applications/judge_check.ts";
import { openOperatorAudit } from "../../kv/audit/audit_recording.ts";
import { openClients } from "../../kv/clients.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { openKybApplications } from "../../kv/kyb_applications.ts";
import { openKybDrafts } from "../../kv/kyb_drafts.ts";
import { openKybReviewDrafts } from "../../kv/kyb_review_drafts.ts";
import { commitAct } from "../../kv/store/operator_act.ts";
import { type CommandRefusal, type Done, failed } from "../command.ts";
import type { KybCommand } from "./kyb_arguments.ts";
import { exportRecords } from "./kyb_export.ts";
import { listKyb } from "./kyb_list.ts";
import { showKyb } from "./kyb_show.ts";
import type { KybTools, OpenedKyb } from "./kyb_tools.ts";
import { readSecrets } from "./secrets.ts";
import { readServersPolicy } from "./servers_policy.ts";

type Asked<Kind> = Extract<KybCommand, { kind: Kind }>;

/** Lists, shows, accepts, judges, decides or exports applications. */
export async function runKyb(asked: KybCommand, tools: KybTools): Promise<Done> {
  const opened = await openKyb(tools);
  if (!opened.ok) return opened;
  const ports = opened.value;
  switch (asked.kind) {
    case "kyb list":
      return await listKyb(asked, ports, tools);
    case "kyb show":
      return await showKyb(asked, ports, tools);
    case "kyb accept":
      return await accept(asked, ports, tools);
    case "kyb check":
      return await judge(asked, ports, tools);
    case "kyb approve":
    case "kyb reject":
      return await decide(asked, ports, tools);
    case "kyb export":
      return await exportRecords(asked, ports, { ...tools, clients: openClients(tools.store) });
    default:
      return asked satisfies never;
  }
}

async function openKyb(tools: KybTools): Promise<Result<OpenedKyb, CommandRefusal>> {
  const { store, clock, random, variables } = tools;
  const secrets = readSecrets(variables);
  if (!secrets.ok) return secrets;
  const policy = await readServersPolicy(variables);
  if (!policy.ok) return policy;
  const keys = await openDataKeys({ store, clock, random, secrets: secrets.value });
  const opening = { store, clock, atRest: keys["at-rest"] };
  return ok({
    applications: openKybApplications(opening),
    audit: openOperatorAudit(tools),
    clients: openClients(store),
    clock,
    drafts: openKybDrafts(opening),
    random,
    reviews: openKybReviewDrafts(opening),
    recordDays: policy.value.lifetimes.kybRecordDays,
    mode: variables["AVAL_MODE"] === "live" ? "live" : "sandbox",
  });
}

async function accept(
  { draftId, clientId, operator }: Asked<"kyb accept">,
  ports: OpenedKyb,
  { store, out, err }: KybTools,
): Promise<Done> {
  const accepted = await commitAct(
    store,
    (unit) => acceptDraft(ports, { unit, draftId, clientId, operator }),
  );
  if (!accepted.ok) {
    const why: Readonly<Record<AcceptRefusal["code"], string>> = {
      no_such_draft: `No ${ports.mode} draft has the ID ${draftId}, or somebody has accepted it`,
      application_open: `${clientId} has an application that nobody has decided: decide it first`,
      client_offboarded: `${clientId} was offboarded: give whoever comes back another ID`,
    };
    return failed(why[accepted.refusal.code]);
  }
  err(`${clientId} is SUSPENDED by its KYB, until another operator approves this application:\n`);
  out(`${accepted.value.id}\n`);
  return ok(null);
}

async function judge(
  { id, checkId, judgement, rationale, operator }: Asked<"kyb check">,
  ports: OpenedKyb,
  { store, err }: KybTools,
): Promise<Done> {
  const judged = await commitAct(
    store,
    (unit) => judgeCheck(ports, { unit, id, checkId, judgement, rationale, operator }),
  );
  if (!judged.ok) {
    const why: Readonly<Record<JudgeRefusal["code"], string>> = {
      no_such_application: `No ${ports.mode} application has the ID ${id}`,
      no_such_check: `${id} has no check ${checkId}: kyb show prints them`,
      nothing_found: `Check ${checkId} has found nothing that could be judged`,
      already_decided: `${id} waits for no review any more`,
      judged_too_often: `${checkId} was judged too often`,
    };
    return failed(why[judged.refusal.code]);
  }
  err(`${checkId} is judged ${judgement}\n`);
  return ok(null);
}

async function decide(
  { kind, id, rationale, operator, acknowledged }: Asked<"kyb approve" | "kyb reject">,
  ports: OpenedKyb,
  { store, err }: KybTools,
): Promise<Done> {
  const status = kind === "kyb approve" ? "APPROVED" : "REJECTED";
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
          `${id} has no such findings of registers or owners: ${refusal.findings.join(", ")}. ` +
            "kyb show prints those that it has",
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
