import { z } from "zod";
import { refuse } from "../../../base/result.ts";
import { makeSecret } from "../../../base/secret.ts";
import { ClientId, Role } from "../../../core/access/schema.ts";
import {
  changeClient,
  type ChangeClientRefusal,
  isOnFile,
  suspendClient,
} from "../../../core/operators/change_client.ts";
import { isOffboarded } from "../../../core/access/suspension.ts";
import { beginOffboarding } from "../../../core/operators/begin_offboarding.ts";
import { offboardingsJob } from "../../../core/operators/jobs.ts";
import { lastApplication } from "../../../core/operators/read_kyb.ts";
import { readClientTraffic } from "../../../core/operators/read_overview.ts";
import { mintToken, revokeToken } from "../../../core/operators/tokens.ts";
import type { ConsoleCaller } from "../../../core/access/schema.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { checkboxes, checkedOf } from "../checkboxes.ts";
import { clientFields, membersOf, problemsOfForm } from "./client_form.ts";
import { clientsOfPage, pathOfClient, renderClients } from "./client_list_page.ts";
import { pathOfOffboarding, renderOffboarding } from "./offboarding_page.ts";
import { renderClient, renderToken, tokenLifetimes } from "./client_page.ts";
import { act, operatorOf, page, pageOf, sandboxClientOf } from "./frame.ts";
import { doneAt, FormToken, formTokenField, redirectTo } from "../person_page.ts";
import { chartHours } from "./hour_chart.ts";

const clients = "/console/clients";
const client = "/console/client";
/** Tokens of a client's page at most. */
const tokensShown = 100;

const notFound = refuse({ code: "not_found" } as const);
const bad = (message: string) => refuse({ code: "bad_request", message } as const);

/** Whether the person may see and change a client: in a sandbox their own alone. */
function reaches(caller: ConsoleCaller, clientId: ClientId): boolean {
  const own = sandboxClientOf(caller);
  return own === null || own === clientId;
}

/** Why a record is not changed, in words. */
function refused(refusal: Exclude<ChangeClientRefusal, { readonly code: "not_a_record" }>) {
  switch (refusal.code) {
    case "changed_meanwhile":
      return bad("The record was changed meanwhile: open the client again");
    case "client_offboarded":
      return bad("The client was offboarded: give a new relation another id");
    case "held_by_kyb":
      return bad("Its KYB suspends the client: an approval lifts that");
    case "application_linked":
      return bad("kybApplicationId stays that of the application that admitted the client");
    case "application_claimed":
      return bad("kybApplicationId is set by an approval alone");
    case "suspends_nothing":
    case "has_record":
    case "login_not_named":
      return bad("The record does not fit the state of the client: open the client again");
    default:
      return refusal satisfies never;
  }
}

const listRoute = defineRoute({
  ...page,
  path: clients,
  summary: "Clients",
  query: z.object({ after: ClientId.optional() }),
  refuses: ["bad_request"],
  run: async ({ operators }, { caller, query: { after = null } }) => {
    const own = sandboxClientOf(caller);
    const shown = own === null ? await operators.clients.page(after, clientsOfPage + 1) : [{
      clientId: own,
      record: await operators.clients.get(own),
    }];
    const body = renderClients(shown, { isSandbox: own !== null });
    return pageOf(caller, { title: "Clients", current: clients, body });
  },
});

const clientRoute = defineRoute({
  ...page,
  path: client,
  summary: "A client",
  query: z.object({ clientId: ClientId }),
  refuses: ["bad_request", "not_found"],
  run: async (ports, { caller, query: { clientId } }) => {
    if (!reaches(caller, clientId)) return notFound;
    const { clients: records, tokens } = ports.operators;
    const hour = Math.floor(ports.clock.now().epochMilliseconds / 3_600_000);
    const record = await records.find(clientId);
    const isSandbox = sandboxClientOf(caller) !== null;
    const body = renderClient({
      clientId,
      record,
      isKnown: isSandbox || await isOnFile(ports, clientId, record),
      application: await lastApplication(ports, clientId),
      tokens: await tokens.ofClient(clientId, tokensShown),
      areTaken: tokens.areTaken,
      agentScope: tokens.agentScope,
      traffic: await readClientTraffic(ports, clientId, hour - chartHours + 1),
      hour,
      isSandbox,
      formToken: formTokenField(caller),
      startId: makeSecret(ports.random),
    });
    return pageOf(caller, { title: "Client", current: clients, body });
  },
});

/** The forms of a client's page. */
const onClient = { ...act.form, on: { page: clientRoute, query: ["clientId"] } } as const;

const recordRoute = defineRoute({
  ...act,
  path: `${client}/record`,
  summary: "Change the record of a client",
  form: {
    ...onClient,
    urlencoded: z.object({
      formToken: FormToken,
      clientId: ClientId,
      make: z.literal("yes").optional(),
      ...clientFields,
    }),
  },
  refuses: ["bad_request", "not_found"],
  run: async (ports, { unit, caller, body }) => {
    const { clientId, seen, make } = body;
    if (!reaches(caller, clientId)) return notFound;
    if (make !== "yes" && sandboxClientOf(caller) === null) {
      const record = await ports.operators.clients.find(clientId);
      if (!await isOnFile(ports, clientId, record)) {
        return bad(
          `Nothing is on file of ${clientId}: if the id is right, check "Make this client"`,
        );
      }
    }
    const members = membersOf(body);
    if (members === null) {
      return bad('Field "others" must be a JSON object, without members that have a field');
    }
    const changed = await changeClient(ports, {
      ...{ unit, clientId, seen, members, operator: operatorOf(caller) },
    });
    if (changed.ok) return doneAt(pathOfClient(clientId));
    return changed.refusal.code === "not_a_record"
      ? bad(problemsOfForm(changed.refusal.problems, body))
      : refused(changed.refusal);
  },
});

function suspensionRoute(isSuspended: boolean): Route {
  return defineRoute({
    ...act,
    path: `${client}/${isSuspended ? "suspend" : "resume"}`,
    summary: isSuspended ? "Suspend a client" : "Lift the suspension of a client",
    form: { ...onClient, urlencoded: z.object({ formToken: FormToken, clientId: ClientId }) },
    refuses: ["bad_request", "not_found"],
    run: async (ports, { unit, caller, body: { clientId } }) => {
      if (!reaches(caller, clientId)) return notFound;
      if (sandboxClientOf(caller) !== null) return bad("A sandbox suspends no client");
      const operator = operatorOf(caller);
      const done = await suspendClient(ports, { unit, clientId, isSuspended, operator });
      if (!done.ok) return refused(done.refusal);
      if (isSuspended) ports.suspendedAccess.endWith(unit, clientId);
      return doneAt(pathOfClient(clientId));
    },
  });
}

const mintRefusals = {
  client_offboarded: "The client was offboarded: give a new relation another id",
  made_already: "This token was made already: it is shown once. Open the client again for another",
  not_taken: "This deployment takes the tokens of its identity provider only",
} as const;

const mintRoute = defineRoute({
  ...act,
  path: `${client}/tokens`,
  summary: "Make a token of a client",
  answers: { 200: page.answers[200] },
  form: {
    ...onClient,
    urlencoded: z.object({
      formToken: FormToken,
      clientId: ClientId,
      startId: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
      readOnly: z.literal("yes").optional(),
      scopes: z.string().max(500).regex(
        /^ *([\x21\x23-\x5b\x5d-\x7e]+ *)*$/,
        "expected OAuth scopes between blanks",
      ),
      seconds: z.enum(Object.keys(tokenLifetimes) as [keyof typeof tokenLifetimes]),
    }).extend(checkboxes("role", Role.options)),
  },
  refuses: ["bad_request", "not_found"],
  run: async (ports, { unit, caller, body }) => {
    const { clientId, startId, scopes, seconds } = body;
    if (!reaches(caller, clientId)) return notFound;
    const asked = {
      clientId,
      roles: checkedOf(body, "role", Role.options),
      scopes: [
        ...new Set([
          ...(body.readOnly === "yes" ? [ports.operators.tokens.agentScope] : []),
          ...scopes.split(" ").filter((scope) => scope !== ""),
        ]),
      ],
    };
    const made = await mintToken(ports, {
      ...{ unit, startId },
      asked: { ...asked, seconds: Number(seconds) },
      operator: operatorOf(caller),
    });
    if (!made.ok) {
      return bad(mintRefusals[made.refusal.code]);
    }
    const shown = renderToken({ ...asked, ...made.value });
    return pageOf(caller, { title: "Token", current: clients, body: shown });
  },
});

const revokeRoute = defineRoute({
  ...act,
  path: `${client}/tokens/revoke`,
  summary: "Revoke a token of a client",
  form: {
    ...onClient,
    urlencoded: z.object({
      formToken: FormToken,
      clientId: ClientId,
      id: z.string().regex(/^[0-9a-f]{8,64}$/),
    }),
  },
  refuses: ["bad_request", "not_found"],
  run: async (ports, { unit, caller, body: { clientId, id } }) => {
    if (!reaches(caller, clientId)) return notFound;
    const operator = operatorOf(caller);
    const revoked = await revokeToken(ports, { unit, clientId, id, operator });
    return revoked.ok ? redirectTo(`${pathOfClient(clientId)}#tokens`) : notFound;
  },
});

const offboardingRoute = defineRoute({
  ...page,
  path: `${client}/offboard`,
  summary: "What an offboarding deletes, and how far it is",
  query: z.object({ clientId: ClientId }),
  refuses: ["bad_request", "not_found"],
  run: async ({ operators }, { caller, query: { clientId } }) => {
    if (!reaches(caller, clientId) || sandboxClientOf(caller) !== null) return notFound;
    const begun = await operators.offboardings.find(clientId);
    if (begun !== null) operators.wake(offboardingsJob);
    const body = renderOffboarding({
      ...{ clientId, begun, formToken: formTokenField(caller) },
      kept: await operators.clients.findKept(clientId),
      recordDays: operators.kyb.recordDays,
      isRefused: isOffboarded(await operators.clients.find(clientId)),
    });
    return pageOf(caller, { title: "Offboarding", current: clients, body, waits: begun !== null });
  },
});

const offboardRoute = defineRoute({
  ...act,
  access: { ...act.access, freshLogin: true },
  path: `${client}/offboard`,
  summary: "Offboard a client",
  form: {
    ...act.form,
    on: { page: offboardingRoute, query: ["clientId"] },
    urlencoded: z.object({ formToken: FormToken, clientId: ClientId, typed: z.string().max(300) }),
  },
  refuses: ["bad_request", "not_found"],
  run: async (ports, { unit, caller, body: { clientId, typed } }) => {
    if (!reaches(caller, clientId) || sandboxClientOf(caller) !== null) return notFound;
    if (typed.trim() !== clientId) return bad("Type the id of the client as it is shown");
    const begun = await beginOffboarding(ports, { unit, clientId, operator: operatorOf(caller) });
    if (!begun.ok) {
      return bad(
        begun.refusal.code === "under_way"
          ? "The offboarding of this client is under way"
          : "Nothing is kept of this client: is the id right?",
      );
    }
    ports.suspendedAccess.endWith(unit, clientId);
    return redirectTo(pathOfOffboarding(clientId));
  },
});

/** The pages and acts of clients. */
export const clientRoutes: readonly Route[] = [
  listRoute,
  clientRoute,
  recordRoute,
  suspensionRoute(true),
  suspensionRoute(false),
  mintRoute,
  revokeRoute,
  offboardingRoute,
  offboardRoute,
];
