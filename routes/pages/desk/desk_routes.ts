import type { Route } from "../../http/route.ts";
import { staticFileRoute } from "../static_file.ts";
import { deskScript } from "./desk_shell.ts";
import { bookRoutes, type BookSettings } from "./book_routes.ts";
import { matchRoutes, type MatchSettings } from "./match_routes.ts";
import { queueRoute } from "./queue_routes.ts";

/** The reviewers' desk: its pages and acts. None is part of the OpenAPI description. */
export function deskRoutes(settings: MatchSettings & BookSettings): readonly Route[] {
  return [
    queueRoute(settings.basePath),
    ...matchRoutes(settings),
    ...bookRoutes(settings),
    staticFileRoute(deskScript, "desk"),
  ];
}
