import type { RequestContext } from "./request_context.ts";
import type { Answer, Route } from "./route.ts";

/** How much a caller wants a media type: the weight of the range that names it most closely. */
interface Preference {
  /** 0 to 1; 0: not at all. */
  readonly weight: number;
  /** 0: no range names it. 1: all types. 2: its family. 3: itself. */
  readonly closeness: number;
}

/**
 * Whether a caller would rather have a page than JSON, by its header `Accept` (RFC 9110 §12.5.1): a
 * browser names HTML, a script names everything or nothing. JSON where it wants both alike.
 *
 * @param type media type of what stands beside JSON
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

/** The media type that a route answers beside JSON, as its caller prefers; null: JSON alone. */
function otherType({ answers }: Pick<Route, "answers">): string | null {
  for (const answer of Object.values<Answer>(answers)) {
    if ("page" in answer) return answer.page.contentType.split(";", 1)[0] ?? null;
  }
  return null;
}

/**
 * Chooses between the forms of a route that has both, and says on whatever is answered that `Accept`
 * decided it (RFC 9110 §12.5.5). A route of one form has no choice.
 */
export function choosesPage(
  route: Pick<Route, "answers">,
  { request, answerHeaders }: Pick<RequestContext, "request" | "answerHeaders">,
): boolean {
  const other = otherType(route);
  if (other === null) return false;
  answerHeaders["vary"] = "accept";
  return prefersPage(request.headers.get("accept"), other);
}
