import { html } from "hono/html";
import type { DeskCaller } from "../../../core/access/schema.ts";
import { browserScript } from "../browser_script.ts";
import { type PersonPage, renderPersonPage } from "../person_page.ts";
import { staticFile } from "../static_file.ts";
import address from "../page_address.js" with { type: "text" };
import books from "./books.js" with { type: "text" };
import script from "./desk.js" with { type: "text" };
import unrecorded from "./unrecorded.js" with { type: "text" };

/** The script of every page of the desk. */
export const deskScript = staticFile(
  "/desk/files",
  "desk.js",
  browserScript(address, books, unrecorded, script),
);

/** Renders a page of the reviewers' desk. */
export function renderDeskPage(page: PersonPage<DeskCaller>): string {
  return renderPersonPage(page, {
    label: "Desk",
    links: [
      ["/desk", "Queue"],
      ["/desk/books", "Books"],
      ["/desk/watched", "Watched"],
      ["/desk/events", "Events"],
    ],
    notice: page.caller.client.kind === "sandbox" ? sandboxNotice : null,
    script: deskScript,
  });
}

const sandboxNotice =
  html`This is a sandbox, and this browser a client of its own in it. What you do here is deleted after
  24 hours, entries of the audit log excepted. Type no real person's data.`;
