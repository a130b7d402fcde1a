import { defineRoute, reply, type Route } from "../http/route.ts";

/**
 * GET of a page's address with a final slash, as people type it: 308 to the page (RFC 9110
 * §15.4.9). The target is relative, so that it is also correct behind a proxy that removes a path.
 *
 * @param path of the page, one segment: `/docs`
 */
export function trailingSlashRoute(path: string, kind: string): Route {
  return defineRoute({
    method: "get",
    path: `${path}/`,
    summary: `To ${path}`,
    service: "edge",
    kind,
    auth: "none",
    access: { anonymous: "browser" },
    limits: { bucket: "pages" },
    answers: { 308: { redirect: true, description: "The address without the slash" } },
    run: () => reply(308, { location: `..${path}` }),
  });
}
