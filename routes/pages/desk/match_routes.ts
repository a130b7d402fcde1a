import { z } from "zod";
import { identityOf } from "../../../core/access/person_identity.ts";
import type { DeskCaller, Person } from "../../../core/access/schema.ts";
import { freshUntil, isFreshLogin, oldLogin } from "../../../core/console/fresh_login.ts";
import { readCustomerMatch } from "../../../core/monitoring/read_customer_match.ts";
import { type Mode, Uuid } from "../../../core/nouns.ts";
import type { SessionRules } from "../../../core/policy/sessions.ts";
import { DecisionId } from "../../../core/screening/decision_schema.ts";
import { findDecision } from "../../../core/screening/find_decision.ts";
import { assignDecision } from "../../../core/screening/queue/assign_decision.ts";
import { compareTyped } from "../../../core/screening/queue/compare_typed.ts";
import { disposeDecision } from "../../../core/screening/queue/dispose_decision.ts";
import type { Match } from "../../../core/screening/queue/read_match.ts";
import type { ScreeningLimits } from "../../../core/screening/request_schema.ts";
import { reviewDecision } from "../../../core/screening/review_decision.ts";
import { ReasonCode, reviewRequest } from "../../../core/screening/review_schema.ts";
import { refuse } from "../../../base/result.ts";
import type { Unit } from "../../../base/unit.ts";
import type { Ports } from "../../http/ports.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { typedCharactersMax } from "./customer_part.ts";
import { doneAt, FormToken } from "../person_page.ts";
import { act, page, pageOf, reviewerOf, shownAct, withoutBlanks } from "./frame.ts";
import { quickJudgements, reasonAgainst, speaksAgainst } from "./judgement_form.ts";
import { renderMatch } from "./match_page.ts";

const match = "/desk/matches/{decisionId}";
const byDecision = z.object({ decisionId: DecisionId });
const pathOf = (id: DecisionId) => `/desk/matches/${id}`;

/** What the pages of matches are held to. */
export interface MatchSettings {
  readonly limits: ScreeningLimits;
  readonly sessions: SessionRules;
}

/** The page of a match, and what is done there. */
export function matchRoutes(settings: MatchSettings): readonly Route[] {
  const shown = matchRoute(settings);
  return [
    shown,
    alignedRoute(settings, shown),
    judgementRoute(settings, shown),
    assigneeRoute(shown),
  ];
}

const matchRoute = (settings: MatchSettings) =>
  defineRoute({
    ...page,
    path: match,
    summary: "A match of the reviewers' desk",
    params: byDecision,
    // The read of a customer's data is audited.
    form: { ...page.form, writesOnGet: true },
    refuses: ["not_found"],
    run: (ports, { unit, caller, params: { decisionId: id }, request: { mode } }) =>
      show(ports, settings, { unit, caller, id, mode, typed: null }),
  });

/** What is typed is shown beside the entry, and kept nowhere. */
const alignedRoute = (settings: MatchSettings, shown: Route) =>
  defineRoute({
    ...shownAct,
    path: `${match}/aligned`,
    summary: "A match beside a name that the reviewer types",
    params: byDecision,
    form: {
      ...shownAct.form,
      on: { page: shown },
      urlencoded: z.object({
        formToken: FormToken,
        name: z.string().trim().max(typedCharactersMax),
      }),
    },
    refuses: ["not_found"],
    run: (ports, { unit, caller, params: { decisionId: id }, body: { name }, request: { mode } }) =>
      show(ports, settings, { unit, caller, id, mode, typed: name === "" ? null : name }),
  });

async function show(
  ports: Ports,
  { limits, sessions }: MatchSettings,
  { unit, caller, id, mode, typed }: {
    readonly unit: Unit;
    readonly caller: DeskCaller;
    readonly id: DecisionId;
    readonly mode: Mode;
    /** The name that the reviewer has typed; null: none. */
    readonly typed: string | null;
  },
) {
  const { client, formToken, person } = caller;
  const read = await readCustomerMatch(ports, {
    ...{ unit, caller: client, id, mode, person: person.personId },
  });
  if (!read.ok) return read;
  const { candidates } = read.value.decision;
  const body = renderMatch({
    ...read.value,
    typed: typed === null ? null : compareTyped(ports, { candidates, name: typed }),
    closedBecause: whyClosed(read.value, person),
    formToken,
    notesCharactersMax: limits.notesCharactersMax,
    freshUntil: freshUntil(person, sessions),
  });
  return pageOf({ title: "Match", current: "/desk", caller, body });
}

/** Why this person can judge no more; null where they can. */
function whyClosed({ decision, state, isForAnother }: Match, person: Person): string | null {
  if (decision.classification === "CLEAR") return "Nothing was found: there is nothing to judge.";
  if (isForAnother) {
    return "You have judged this match. Another person must decide." +
      (person.login === "sandbox" ? " In a sandbox there is no other person." : "");
  }
  const last = decision.dispositions?.[0] ?? decision.customerReviews[0];
  const isTheirs = last?.reviewer?.toLowerCase() === person.personId.toLowerCase();
  // What the client's system or a link has said in their name is not what they say authenticated.
  const saysMore = person.login === "provider" && last?.identity !== "authenticated";
  return state === "PROPOSED" && isTheirs && !saysMore
    ? "You have judged this match. Another person must agree."
    : null;
}

const judgementRoute = ({ limits, sessions }: MatchSettings, shown: Route) => {
  const review = reviewRequest(limits).unwrap().shape;
  return defineRoute({
    ...act,
    path: `${match}/judgements`,
    summary: "Judge a match",
    params: byDecision,
    form: {
      ...act.form,
      on: { page: shown },
      urlencoded: z.preprocess(
        withoutBlanks,
        z.object({
          formToken: FormToken,
          judgement: z.enum(quickJudgements.map(({ value }) => value)),
          reasonCode: ReasonCode.optional(),
          entityId: Uuid.optional(),
          notes: review.notes,
          clearForDays: z.preprocess(
            (text) => text === undefined ? undefined : Number(text),
            review.clearForDays,
          ),
        }),
      ),
    },
    refuses: [
      "not_found",
      "insufficient_role",
      "screening_decision_not_reviewable",
      "screening_decision_not_disposable",
      "bad_request",
    ],
    run: async (ports, { unit, caller, params: { decisionId: id }, body }) => {
      const { judgement, entityId, notes, clearForDays } = body;
      const { decision } = quickJudgements.find(({ value }) => value === judgement)!;
      const isConfirmed = decision === "confirmed_match";
      if (isConfirmed && !isFreshLogin(caller.person, ports.clock.now(), sessions)) {
        return refuse(oldLogin);
      }
      if (isConfirmed && body.reasonCode !== undefined && speaksAgainst.has(body.reasonCode)) {
        return refuse({ code: "bad_request", message: reasonAgainst } as const);
      }
      const reviewer = reviewerOf(caller);
      if (!reviewer.ok) return reviewer;
      const found = await findDecision(ports, caller.client, id);
      if (found === null) return refuse({ code: "not_found" } as const);
      const reason = ReasonCode.safeParse(body.reasonCode ?? judgement).data;
      const said = {
        ...{ decision, reviewer: reviewer.value, notes },
        ...(reason === undefined ? {} : { reasonCode: reason }),
      };
      const of = { unit, caller: caller.client, id: found.id, ...identityOf(caller.person) };
      const most = limits.decisionReviewsMax;
      const recorded = found.response.classification === "CONFIRMED_MATCH"
        ? await disposeDecision(ports, { ...of, disposition: said, dispositionsMax: most })
        : await reviewDecision(ports, {
          ...of,
          review: {
            ...said,
            ...(entityId === undefined ? {} : { entityIds: [entityId] }),
            ...(clearForDays === undefined ? {} : { clearForDays }),
          },
          reviewsMax: most,
        });
      return recorded.ok ? doneAt(pathOf(found.id)) : recorded;
    },
  });
};

const assigneeRoute = (shown: Route) =>
  defineRoute({
    ...act,
    path: `${match}/assignee`,
    summary: "Take a match, or give it back",
    params: byDecision,
    form: {
      ...act.form,
      on: { page: shown },
      urlencoded: z.object({ formToken: FormToken, assignee: z.enum(["me", "none"]) }),
    },
    refuses: ["not_found", "bad_request"],
    run: async (ports, { unit, caller, params: { decisionId: id }, body }) => {
      const reviewer = reviewerOf(caller);
      if (!reviewer.ok) return reviewer;
      const request = body.assignee === "me" ? { assignee: reviewer.value } : {};
      const assigned = await assignDecision(ports, { unit, caller: caller.client, id, request });
      return assigned.ok ? doneAt(pathOf(id)) : assigned;
    },
  });
