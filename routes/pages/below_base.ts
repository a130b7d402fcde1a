/**
 * Pages behind a proxy that removes the path of the base URL (docs/deploy.md): their links begin
 * with that path.
 */

import { ok } from "../../base/result.ts";
import { type Answers, isReply, type Route } from "../http/route.ts";

/** The path that a proxy removes, without a final slash: empty, or such as `/trust`. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, "");
}

/**
 * Replaces the default sandbox address in a text of the repository by the address of this service.
 * Over http a bare `localhost:8000`, as in commands, stays bare.
 */
export function atBase(baseUrl: string, text: string): string {
  const base = baseUrl.replace(/\/$/, "");
  return text.replaceAll(
    /(http:\/\/)?\blocalhost:8000\b/g,
    (_, scheme: string | undefined) => scheme === undefined ? base.replace(/^http:\/\//, "") : base,
  );
}

/**
 * Puts a path before every link of a page. Quotes within texts are escaped, so that only attributes
 * match.
 */
export function linkBelow(basePath: string, html: string): string {
  if (basePath === "") return html;
  return html.replaceAll(/ (href|src|action)="\/(?!\/)/g, (_, name) => ` ${name}="${basePath}/`);
}

/** A route of pages and acts with a path before its links and redirects. */
export function routeBelow(basePath: string, route: Route): Route {
  const { run, answers } = route;
  if (run === undefined || basePath === "") return route;
  const { on } = route.form ?? {};
  return {
    ...route,
    ...(on === undefined
      ? {}
      : { form: { ...route.form, on: { ...on, page: routeBelow(basePath, on.page) } } }),
    run: async (ports, input) => {
      const done = await run(ports, input);
      if (!done.ok || !isReply(done.value)) return done;
      const { status, value } = done.value;
      const placed = placedBelow(basePath, { answer: answers[status], value });
      return ok({ ...done.value, value: placed });
    },
  };
}

/** An answer with a path before its links (page) or target (redirect); a file stays unchanged. */
function placedBelow(
  basePath: string,
  { answer, value }: { readonly answer: Answers[number] | undefined; readonly value: unknown },
): unknown {
  if (answer === undefined) return value;
  if ("redirect" in answer) {
    const { location } = value as { readonly location: string };
    return { location: `${basePath}${location}` };
  }
  const isPage = "contentType" in answer && answer.contentType.startsWith("text/html");
  return isPage ? linkBelow(basePath, String(value)) : value;
}
