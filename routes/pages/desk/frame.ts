import type { DeskCaller } from "../../../core/access/schema.ts";
import { Reviewer } from "../../../core/screening/review_schema.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { Refusal } from "../../http/refusals.ts";
import { callingPolicy } from "../../html/layout.ts";
import { reply } from "../../http/route.ts";
import { personHeaders, type PersonPage, routesOf } from "../person_page.ts";
import { renderDeskPage } from "./desk_shell.ts";

const desk = routesOf("desk");
/** What every page of the desk has in common. */
export const page = desk.page;
/** What every act has in common: it is posted, and leads to the page that shows what it did. */
export const act = desk.act;
/** What an act has that shows a page which no address has. */
export const shownAct = desk.shownAct;

/** Answers with a page of the desk. */
export function pageOf(shown: PersonPage<DeskCaller>) {
  return reply(200, renderDeskPage(shown), personHeaders(callingPolicy));
}

/** The person who acts, as reviews name them. */
export function reviewerOf({ person }: DeskCaller): Result<string, Refusal<"bad_request">> {
  const reviewer = Reviewer.safeParse(person.personId);
  if (reviewer.success) return ok(reviewer.data);
  return refuse({ code: "bad_request", message: "Your id has more than 64 characters" });
}

/** The fields of a form or of an address that a person has left empty are absent. */
export function withoutBlanks(fields: unknown): unknown {
  if (typeof fields !== "object" || fields === null) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}
