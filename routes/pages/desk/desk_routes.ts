import type { Mode } from "../../../core/nouns.ts";
import type { Route } from "../../http/route.ts";
import { staticFileRoute } from "../static_file.ts";
import { bookRoutes, type BookSettings } from "./book_routes.ts";
import { deskScript } from "./desk_shell.ts";
import { endpointRoutes } from "./endpoint_routes.ts";
import { matchRoutes, type MatchSettings } from "./match_routes.ts";
import { queueRoute } from "./queue_routes.ts";
import { watchedRoutes } from "./watched_routes.ts";

/** The reviewers' desk: its pages and acts. None is part of the OpenAPI description. */
export function deskRoutes(
  settings: MatchSettings & BookSettings,
  deployed: Mode,
): readonly Route[] {
  return [
    queueRoute(settings.basePath),
    ...matchRoutes(settings),
    ...bookRoutes(settings),
    ...watchedRoutes(settings, deployed),
    ...endpointRoutes(settings.basePath),
    staticFileRoute(deskScript, "desk"),
  ];
}
