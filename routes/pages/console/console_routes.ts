import type { Route } from "../../http/route.ts";
import { staticFileRoute } from "../static_file.ts";
import { routeBelow } from "../below_base.ts";
import { clientRoutes } from "./client_routes.ts";
import { consoleScript } from "./frame.ts";
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
      routeBelow(basePath, route)
    ),
    staticFileRoute(consoleScript, "console"),
  ];
}
