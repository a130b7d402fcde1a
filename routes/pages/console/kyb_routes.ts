import { z } from "zod";
import { refuse } from "../../../base/result.ts";
import { identityOf } from "../../../core/access/person_identity.ts";
import { ClientId } from "../../../core/access/schema.ts";
import {
  ApplicationId,
  CheckId,
  Judgement,
  Rationale,
} from "../../../core/kyb/application_schema.ts";
import { acceptDraft, type AcceptRefusal } from "../../../core/kyb/applications/accept_draft.ts";
import {
  decideApplication,
  type DecideRefusal,
} from "../../../core/kyb/applications/decide_application.ts";
import { judgeCheck, type JudgeRefusal } from "../../../core/kyb/applications/judge_check.ts";
import { FindingCode } from "../../../core/kyb/rules.ts";
import { DraftId } from "../../../core/kyb/schema.ts";
import { isOnFile } from "../../../core/operators/change_client.ts";
import type { OperatorPorts } from "../../../core/operators/ports.ts";
import { practise } from "../../../core/operators/practise.ts";
import {
  findReached,
  listKyb,
  readApplication,
  readDraft,
} from "../../../core/operators/read_kyb.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { act, operatorOf, page, pageOf, sandboxClientOf } from "./frame.ts";
import { doneAt, FormToken, formTokenField, redirectTo, tokenForm } from "../person_page.ts";
import { checkboxes, checkedOf } from "../checkboxes.ts";
import { renderApplication } from "./kyb_application_page.ts";
import { renderDraft } from "./kyb_draft_page.ts";
import { renderKybList } from "./kyb_list_page.ts";

const kybPage = { ...page, access: { ...page.access, consoleRole: "kyb-reviewer" } } as const;
const kybAct = { ...act, access: { ...act.access, consoleRole: "kyb-reviewer" } } as const;

const kyb = "/console/kyb";
const application = `${kyb}/applications/{id}`;
const pathOf = (id: ApplicationId) => `${kyb}/applications/${id}`;
const byDraft = z.object({ id: DraftId });
const byApplication = z.object({ id: ApplicationId });

/** Why an act was refused, in words. */
const sentences: Readonly<
  Record<
    Exclude<
      | AcceptRefusal["code"]
      | JudgeRefusal["code"]
      | DecideRefusal["code"]
      | "practised_enough",
      "no_such_draft" | "no_such_application" | "no_such_check"
    >,
    string
  >
> = {
  application_open: "The client has an application that is not decided yet: decide it first",
  client_offboarded: "The client was offboarded: give a new relation another id",
  nothing_found: "This check has found nothing that could be judged",
  already_decided: "The application is decided already, and stays so",
  judged_too_often: "This check was judged too often",
  not_authenticated:
    "A link has named you. Log in by the identity provider: two people whom it has authenticated decide",
  acceptor_not_authenticated:
    "The person who has accepted it was not authenticated by the identity provider. Reject it, and have the form sent again",
  same_operator: "You have accepted this application: another operator decides",
  open_findings: "Checks are open: judge each open check before an approval",
  findings_not_acknowledged: "Acknowledge every finding of registers and owners before an approval",
  findings_unknown: "A finding is acknowledged that the application does not have",
  practised_enough: "You have copied ten applications today: that is enough for a day",
};

function refused(
  code:
    | keyof typeof sentences
    | "no_such_draft"
    | "no_such_application"
    | "no_such_check"
    | "not_found",
) {
  return Object.hasOwn(sentences, code)
    ? refuse({ code: "bad_request", message: sentences[code as keyof typeof sentences] } as const)
    : refuse({ code: "not_found" } as const);
}

/** Whether a client that the service knows is served now. */
async function isActive(ports: OperatorPorts, clientId: ClientId): Promise<boolean> {
  const record = await ports.operators.clients.find(clientId);
  return record?.status !== "SUSPENDED" && await isOnFile(ports, clientId, record);
}

const listRoute = defineRoute({
  ...kybPage,
  path: kyb,
  summary: "Drafts and applications of KYB",
  run: async (ports, { caller }) => {
    const sandboxClient = sandboxClientOf(caller);
    const list = await listKyb(ports, { sandboxClient });
    const body = renderKybList(list, { isSandbox: sandboxClient !== null });
    return pageOf(caller, { title: "KYB", current: kyb, body });
  },
});

const draftRoute = defineRoute({
  ...kybPage,
  form: { ...kybPage.form, writesOnGet: true },
  path: `${kyb}/drafts/{id}`,
  summary: "A draft of KYB",
  params: byDraft,
  refuses: ["not_found"],
  run: async (ports, { unit, caller, params: { id } }) => {
    const reader = { operator: operatorOf(caller), sandboxClient: sandboxClientOf(caller) };
    const draft = await readDraft(ports, { unit, id, reader });
    if (!draft.ok) return draft;
    const body = renderDraft(draft.value, formTokenField(caller));
    return pageOf(caller, { title: "Draft", current: kyb, body });
  },
});

const acceptRoute = defineRoute({
  ...kybAct,
  path: `${kyb}/drafts/{id}/accept`,
  summary: "Make a draft an application",
  params: byDraft,
  form: {
    ...kybAct.form,
    on: { page: draftRoute },
    urlencoded: z.object({
      formToken: FormToken,
      clientId: ClientId,
      suspend: z.literal("yes").optional(),
    }),
  },
  refuses: ["bad_request", "not_found"],
  run: async (ports, { unit, caller, params: { id }, body: { clientId, suspend } }) => {
    // A sandbox has no drafts to accept: they are no client's.
    if (sandboxClientOf(caller) !== null) return refused("no_such_draft");
    const operator = operatorOf(caller);
    const accepted = await acceptDraft(ports.operators.kyb, {
      ...{ unit, draftId: id, clientId, operator, ...identityOf(caller.person) },
    });
    if (!accepted.ok) return refused(accepted.refusal.code);
    if (suspend !== "yes" && await isActive(ports, clientId)) {
      const message =
        `${clientId} is active: it will be suspended until another operator approves. ` +
        'To accept all the same, check "The client may be in use: suspend it"';
      return refuse({ code: "bad_request", message } as const);
    }
    // Its KYB suspends the client from now on.
    ports.suspendedAccess.endWith(unit, clientId);
    return doneAt(pathOf(accepted.value.id));
  },
});

const applicationRoute = defineRoute({
  ...kybPage,
  form: { ...kybPage.form, writesOnGet: true },
  path: application,
  summary: "An application of KYB",
  params: byApplication,
  refuses: ["not_found"],
  run: async (ports, { unit, caller, params: { id } }) => {
    const operator = operatorOf(caller);
    const sandboxClient = sandboxClientOf(caller);
    const read = await readApplication(ports, { unit, id, reader: { operator, sandboxClient } });
    if (!read.ok) return read;
    const body = renderApplication(read.value, {
      operator,
      formToken: formTokenField(caller),
      isSandbox: sandboxClient !== null,
    });
    return pageOf(caller, { title: "Application", current: kyb, body });
  },
});

const judgeRoute = defineRoute({
  ...kybAct,
  path: `${application}/checks/{checkId}`,
  summary: "Judge a finding of KYB",
  params: byApplication.extend({ checkId: CheckId }),
  form: {
    ...kybAct.form,
    on: { page: applicationRoute },
    urlencoded: z.object({ formToken: FormToken, judgement: Judgement, rationale: Rationale }),
  },
  refuses: ["bad_request", "not_found"],
  run: async (ports, { unit, caller, params: { id, checkId }, body: { judgement, rationale } }) => {
    if (await findReached(ports, id, sandboxClientOf(caller)) === null) {
      return refused("no_such_application");
    }
    const operator = operatorOf(caller);
    const judged = await judgeCheck(ports.operators.kyb, {
      ...{ unit, id, checkId, judgement, rationale, operator, ...identityOf(caller.person) },
    });
    return judged.ok ? redirectTo(`${pathOf(id)}#${checkId}`) : refused(judged.refusal.code);
  },
});

function decideRoute(status: "APPROVED" | "REJECTED"): Route {
  const isApproval = status === "APPROVED";
  return defineRoute({
    ...kybAct,
    ...(isApproval ? { access: { ...kybAct.access, freshLogin: true } } : {}),
    path: `${application}/${isApproval ? "approve" : "reject"}`,
    summary: isApproval ? "Approve an application" : "Reject an application",
    params: byApplication,
    form: {
      ...kybAct.form,
      on: { page: applicationRoute },
      urlencoded: z.object({ formToken: FormToken, rationale: Rationale })
        .extend(checkboxes("acknowledge", isApproval ? FindingCode.options : [])),
    },
    refuses: ["bad_request", "not_found"],
    run: async (ports, { unit, caller, params: { id }, body }) => {
      if (await findReached(ports, id, sandboxClientOf(caller)) === null) {
        return refused("no_such_application");
      }
      const acknowledged = checkedOf(body, "acknowledge", FindingCode.options);
      const decided = await decideApplication(ports.operators.kyb, {
        ...{ unit, id, status, acknowledged },
        rationale: body.rationale,
        operator: operatorOf(caller),
        ...identityOf(caller.person),
      });
      return decided.ok ? doneAt(pathOf(id)) : refused(decided.refusal.code);
    },
  });
}

const practiseRoute = defineRoute({
  ...kybAct,
  path: `${application}/practise`,
  summary: "Copy an invented application, in a sandbox",
  params: byApplication,
  form: { ...tokenForm, on: { page: applicationRoute } },
  refuses: ["bad_request", "not_found"],
  run: async (ports, { unit, caller, params: { id } }) => {
    const sandboxClient = sandboxClientOf(caller);
    if (sandboxClient === null) return refused("not_found");
    const copied = await practise(ports, { unit, id, sandboxClient });
    return copied.ok ? doneAt(pathOf(copied.value)) : refused(copied.refusal.code);
  },
});

/** The pages and acts of KYB. */
export const kybRoutes: readonly Route[] = [
  listRoute,
  draftRoute,
  acceptRoute,
  applicationRoute,
  judgeRoute,
  decideRoute("APPROVED"),
  decideRoute("REJECTED"),
  practiseRoute,
];
