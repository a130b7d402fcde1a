import { html } from "hono/html";
import { defineRoute, reply, type Route } from "../../http/route.ts";
import { linkBelow } from "../below_base.ts";
import { personHeaders, renderDeskPage } from "./desk_shell.ts";

/** The reviewers' desk. @param basePath what a proxy takes off the addresses of the service */
export function deskRoutes(basePath: string): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/desk",
      summary: "The reviewers' desk",
      service: "edge",
      kind: "desk",
      auth: "desk",
      limits: { bucket: "pages" },
      form: { errors: "page" },
      answers: { 200: { contentType: "text/html; charset=utf-8", description: "The page" } },
      run: (_ports, { caller }) => {
        const page = { title: "Queue", current: "/desk", caller, body: html`<h1>Queue</h1>` };
        return reply(200, linkBelow(basePath, renderDeskPage(page)), personHeaders);
      },
    }),
  ];
}
