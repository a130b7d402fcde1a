import { isSameSecret } from "../../../base/constant_time.ts";
import { refuse } from "../../../base/result.ts";
import { isReply, type Route } from "../../http/route.ts";
import { linkBelow } from "../below_base.ts";
import { clientRoutes } from "./client_routes.ts";
import { kybRoutes } from "./kyb_routes.ts";
import { readRoutes } from "./read_routes.ts";

/**
 * The operators' console: its pages and acts. None is part of the OpenAPI description.
 *
 * @param basePath what a proxy takes off: every link and redirect begins with it
 */
export function consoleRoutes(basePath: string): readonly Route[] {
  return [...readRoutes, ...kybRoutes, ...clientRoutes].map((route) => framed(basePath, route));
}

/** A route whose posts carry the token of their session, and whose links are below the base path. */
function framed(basePath: string, route: Route): Route {
  const { run } = route;
  if (run === undefined) return route;
  return {
    ...route,
    run: async (ports, input) => {
      const { caller, body } = input;
      if (route.method === "post" && !(caller.kind === "console" && isOfSession(caller, body))) {
        return refuse({
          code: "bad_request",
          message: "The form is of another session: open it again",
        });
      }
      const done = await run(ports, input);
      if (!done.ok || !isReply(done.value)) return done;
      const { value } = done.value;
      const placed = typeof value === "string"
        ? linkBelow(basePath, value)
        : { location: `${basePath}${(value as { readonly location: string }).location}` };
      return { ok: true, value: { ...done.value, value: placed } };
    },
  };
}

function isOfSession({ formToken }: { readonly formToken: string }, body: unknown): boolean {
  const { formToken: sent } = body as { readonly formToken: string };
  return isSameSecret(sent, formToken);
}
