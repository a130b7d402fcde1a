import { refill } from "../html/refill.ts";
import type { AdmittedRequest, ValidInput } from "./read_input.ts";
import type { Rendered } from "./render.ts";
import type { Route } from "./route.ts";

/** Maximum characters of a form that is shown again: the fields of any but a pasted book. */
const charactersMax = 262_144;

/** Statuses of refusals that a person mends in the form. */
const mendable: ReadonlySet<number> = new Set([400, 409]);

/**
 * Answers a refused form by the page that the form is on, with what was typed. The form of a page's
 * own query is on that page.
 *
 * @param run runs the route of the page for the same caller
 * @returns null for anything else, and where there is no such page any more
 */
export async function showAgain(
  route: Route,
  { request: { context, params, body }, refused: { status, refused }, run, basePath }: {
    readonly request: Pick<AdmittedRequest, "context" | "params" | "body">;
    readonly refused: Rendered;
    readonly run: (page: Route, input: ValidInput) => Promise<Rendered>;
    /** What a proxy takes off, with a slash at its end. */
    readonly basePath: string;
  },
): Promise<Rendered | null> {
  const { path, form } = route;
  const searches = form?.searches === true;
  const on = searches ? { page: route } : form?.on;
  if (on === undefined || refused === undefined || !mendable.has(status)) return null;
  // A script reads the reason alone: what the page would show must not be on record as read.
  if ((context.request.headers.get("sec-fetch-mode") ?? "navigate") !== "navigate") return null;
  const fields = searches
    ? Object.fromEntries(context.url.searchParams)
    : body.kind === "form"
    ? body.value
    : {};
  const characters = Object.values(fields).reduce((sum, { length }) => sum + length, 0);
  if (characters > charactersMax) return null;
  const search = new URLSearchParams(
    (on.query ?? []).flatMap((name) => Object.hasOwn(fields, name) ? [[name, fields[name]!]] : []),
  );
  const asked = {
    params: on.page.params?.safeParse(params),
    query: on.page.query?.safeParse(Object.fromEntries(search)),
  };
  if (asked.params?.success === false || asked.query?.success === false) return null;
  const shown = await run(on.page, {
    params: asked.params?.data,
    query: asked.query?.data,
    ...{ body: undefined, cookies: undefined, headers: undefined },
  });
  if (shown.status !== 200 || typeof shown.body !== "string") return null;
  const placed = (template: string) =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const page = refill(shown.body, {
    action: placed(on.action ?? path),
    fields,
    message: searches
      ? refused.message.replaceAll(`Query parameter "`, `Field "`)
      : refused.message,
    address: basePath + placed(on.page.path).slice(1) + (search.size === 0 ? "" : `?${search}`),
  });
  return { ...shown, status, body: page };
}
