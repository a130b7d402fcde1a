import type { Mode } from "../../../core/nouns.ts";
import type { Route } from "../../http/route.ts";
import { routeBelow } from "../below_base.ts";
import { staticFileRoute } from "../static_file.ts";
import { bookRoutes, type BookSettings } from "./book_routes.ts";
import { deskScript } from "./desk_shell.ts";
import { endpointRoutes } from "./endpoint_routes.ts";
import { matchRoutes, type MatchSettings } from "./match_routes.ts";
import { queueRoute } from "./queue_routes.ts";
import { watchedRoutes } from "./watched_routes.ts";

/**
 * The reviewers' desk: its pages and acts. None is part of the OpenAPI description.
 *
 * @param settings.basePath what a proxy takes off: every link and redirect begins with it
 */
export function deskRoutes(
  { basePath, ...settings }: MatchSettings & BookSettings & { readonly basePath: string },
  deployed: Mode,
): readonly Route[] {
  const routes = [
    queueRoute,
    ...matchRoutes(settings),
    ...bookRoutes(settings),
    ...watchedRoutes(settings, deployed),
    ...endpointRoutes(),
  ];
  return [
    ...routes.map((route) => routeBelow(basePath, route)),
    staticFileRoute(deskScript, "desk"),
  ];
}
