import { isReply, type Route } from "../../http/route.ts";
import { staticFileRoute } from "../static_file.ts";
import { linkBelow } from "../below_base.ts";
import { clientRoutes } from "./client_routes.ts";
import { waitingScript } from "./frame.ts";
import { keyRoutes } from "./key_routes.ts";
import { kybRoutes } from "./kyb_routes.ts";
import { readRoutes } from "./read_routes.ts";

/**
 * The operators' console: its pages and acts. None is part of the OpenAPI description.
 *
 * @param basePath what a proxy takes off: every link and redirect begins with it
 */
export function consoleRoutes(basePath: string): readonly Route[] {
  return [
    ...[...readRoutes, ...kybRoutes, ...clientRoutes, ...keyRoutes].map((route) =>
      framed(basePath, route)
    ),
    staticFileRoute(waitingScript, "console"),
  ];
}

/** A route whose links and redirects are below the base path. */
function framed(basePath: string, route: Route): Route {
  const { run } = route;
  if (run === undefined) return route;
  return {
    ...route,
    run: async (ports, input) => {
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
