import { html } from "hono/html";
import type { ClientRecord } from "../../../core/access/client_schema.ts";
import { type Suspender, suspendersOf } from "../../../core/access/suspension.ts";
import type { RecordedClient } from "../../../core/operators/ports.ts";
import type { Html } from "../../html/layout.ts";
import { badge, link, notice, table } from "../parts.ts";

/** Clients of a page. */
export const clientsOfPage = 100;

/** Where a client's page is. */
export function pathOfClient(clientId: string): string {
  return `/console/client?clientId=${encodeURIComponent(clientId)}`;
}

/** Words for the reason of a suspension. */
const suspenderWords: Readonly<Record<Suspender, string>> = {
  KYB: "until its KYB is approved",
  OFFBOARDING: "for good, since it was offboarded",
  OPERATOR: "by an operator",
};

/** The state of a client as a word with a shape, with what suspends it. */
export function stateOfClient(record: ClientRecord): Html {
  const by = suspendersOf(record);
  return by.length === 0
    ? badge("active", "good")
    : html`${badge("suspended", "bad")} ${by.map((one) => suspenderWords[one]).join(", and ")}`;
}

/** A page of the clients that have a record. @param clients one more than a page where there are more */
export function renderClients(
  clients: readonly RecordedClient[],
  { isSandbox }: { readonly isSandbox: boolean },
): Html {
  const shown = clients.slice(0, clientsOfPage);
  const last = clients.length > clientsOfPage ? shown.at(-1) : undefined;
  return html`
    <h1>Clients</h1>
    ${isSandbox ? notice("This sandbox shows the client of your browser alone.") : html`
      <form action="/console/client" method="get">
        <p><label for="client">Open a client, with a record or without</label>
          <input id="client" name="clientId" required maxlength="255" autocomplete="off" /></p>
        <button class="quiet">Open</button>
      </form>
    `}
    ${table({
      caption: "Clients with a record",
      columns: ["Client", "State", "Sources", "Own limits", "Four eyes", "Monitoring", "Login"],
      rows: shown.map(({ clientId, record }) => [
        link(pathOfClient(clientId), clientId),
        stateOfClient(record),
        record.ipAllowlist.length === 0
          ? "anywhere"
          : `${record.ipAllowlist.length} network${record.ipAllowlist.length === 1 ? "" : "s"}`,
        Object.keys(record.rateLimits).join(", ") || "none",
        record.fourEyes,
        record.monitoring ? "yes" : "no",
        record.loginClient === null ? "no" : "yes",
      ]),
      empty: "No client has a record. A client without one has the defaults.",
    })}
    ${last === undefined
      ? ""
      : html`<p>${
        link(`/console/clients?after=${encodeURIComponent(last.clientId)}`, "Next page")
      }</p>`}
  `;
}
