import type { RequestContext } from "./request_context.ts";
import type { Answer, ContentAnswer, JsonOrPageAnswer, Route } from "./route.ts";

/** A caller's preference for a media type: the weight of the most specific matching range. */
interface Preference {
  /** 0 to 1; 0: not accepted. */
  readonly weight: number;
  /** 0: no matching range. 1: all types. 2: its family. 3: the type itself. */
  readonly closeness: number;
}

/**
 * Whether a caller prefers a page to JSON, by its header `Accept` (RFC 9110 §12.5.1): a browser
 * names HTML, a script names everything or nothing. JSON for equal preference.
 *
 * @param type media type of the form besides JSON
 */
export function prefersPage(accept: string | null, type = "text/html"): boolean {
  const ranges = (accept ?? "").toLowerCase().split(",").map(readRange);
  const [family = "", name = ""] = type.split("/");
  const page = preferenceOf(ranges, family, name);
  const json = preferenceOf(ranges, "application", "json");
  if (page.weight !== json.weight) return page.weight > json.weight;
  return page.weight > 0 && page.closeness > json.closeness;
}

interface Range {
  readonly name: string;
  readonly weight: number;
}

function readRange(text: string): Range {
  const [name = "", ...parameters] = text.split(";").map((part) => part.trim());
  const [, weight = "1"] = parameters.find((part) => part.startsWith("q="))?.split("=") ?? [];
  // A weight of another form than RFC 9110 §12.4.2 is none.
  return { name, weight: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 };
}

function preferenceOf(ranges: readonly Range[], family: string, type: string): Preference {
  const names = ["*/*", `${family}/*`, `${family}/${type}`];
  return ranges.reduce<Preference>((best, { name, weight }) => {
    const closeness = names.indexOf(name) + 1;
    return closeness > best.closeness ? { weight, closeness } : best;
  }, { weight: 0, closeness: 0 });
}

/** Forms of a route besides JSON, if any. */
function otherForms({ answers }: Pick<Route, "answers">): JsonOrPageAnswer | null {
  return Object.values<Answer>(answers).find((answer) => "page" in answer) ?? null;
}

/** The form that the caller of a route prefers; JSON without a preference. */
export interface ChosenForm {
  readonly wantsPage: boolean;
  readonly wantsLines: boolean;
}

/**
 * Chooses between the forms of a route that has several, and states in every answer that `Accept`
 * decided (RFC 9110 §12.5.5). Does nothing for a route with one form.
 */
export function chooseForm(
  route: Pick<Route, "answers">,
  { request, answerHeaders }: Pick<RequestContext, "request" | "answerHeaders">,
): ChosenForm {
  const forms = otherForms(route);
  if (forms === null) return { wantsPage: false, wantsLines: false };
  answerHeaders["vary"] = "accept";
  const accept = request.headers.get("accept");
  const prefers = (form: ContentAnswer | undefined) =>
    form !== undefined && prefersPage(accept, form.contentType.split(";", 1)[0]);
  const wantsLines = prefers(forms.lines);
  return { wantsLines, wantsPage: !wantsLines && prefers(forms.page) };
}
