import type { ClientId, ConsoleCaller } from "../../../core/access/schema.ts";
import { OperatorId } from "../../../core/kyb/application_schema.ts";
import { html } from "hono/html";
import { callingPolicy, sitePolicy } from "../../html/layout.ts";
import { reply } from "../../http/route.ts";
import address from "../page_address.js" with { type: "text" };
import script from "./operators.js" with { type: "text" };
import { browserScript } from "../browser_script.ts";
import { staticFile } from "../static_file.ts";
import { personHeaders, type PersonPage, renderPersonPage, routesOf } from "../person_page.ts";

const routes = routesOf("console");
/** What every page of the console has in common. */
export const page = routes.page;
/** What every act has in common: it is posted, and leads to the page that shows what it did. */
export const act = routes.act;

/** Pages of the header, in their order. */
const links = [
  ["/console", "Overview"],
  ["/console/kyb", "KYB"],
  ["/console/clients", "Clients"],
  ["/console/templates", "Templates"],
  ["/console/keys", "Keys"],
  ["/console/audit", "Audit log"],
] as const;

/** The script of every page of the console. */
export const consoleScript = staticFile(
  "/console/files",
  "operators.js",
  browserScript(address, script),
);

/** Answers with a page of the console. @param shown.waits whether it shows what is under way */
export function pageOf(
  caller: ConsoleCaller,
  { waits = false, ...shown }: Omit<PersonPage<ConsoleCaller>, "caller"> & {
    readonly waits?: boolean;
  },
) {
  const isOperator = caller.roles.includes("aval-operator");
  const text = renderPersonPage({ ...shown, caller }, {
    label: "Console",
    // The others are an operator's.
    links: isOperator ? links : links.filter(([path]) => path === "/console/kyb"),
    notice: caller.sandboxClient === null ? null : sandboxNotice,
    script: consoleScript,
  });
  return reply(200, text, personHeaders(waits ? callingPolicy : sitePolicy));
}

const sandboxNotice =
  html`This is a sandbox. You can change the client of your own browser alone. What you do here is
  deleted after 24 hours, entries of the audit log excepted. Type no real person's data.`;

/** The person who acts, as KYB and the audit log record them. */
export function operatorOf({ person: { personId } }: ConsoleCaller): OperatorId {
  return OperatorId.parse(personId);
}

/** The client that a browser in a sandbox acts on; null in live. */
export function sandboxClientOf({ sandboxClient }: ConsoleCaller): ClientId | null {
  return sandboxClient?.clientId ?? null;
}
