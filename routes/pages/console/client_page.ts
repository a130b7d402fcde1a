import { html } from "hono/html";
import type { ClientRecord } from "../../../core/access/client_schema.ts";
import { defaultClientRecord } from "../../../core/access/client_schema.ts";
import { type ClientId, Role } from "../../../core/access/schema.ts";
import { isOffboarded, suspendersOf } from "../../../core/access/suspension.ts";
import type { MintedToken, OperatorToken } from "../../../core/operators/ports.ts";
import type { NewToken } from "../../../core/operators/tokens.ts";
import type { lastApplication } from "../../../core/operators/read_kyb.ts";
import type { ClientTraffic } from "../../../core/operators/read_overview.ts";
import type { Html } from "../../html/layout.ts";
import { renderClientForm } from "./client_form.ts";
import { pathOfClient, stateOfClient } from "./client_list_page.ts";
import { statusOf } from "./kyb_list_page.ts";
import { renderClientTraffic } from "./overview_page.ts";
import { pathOfOffboarding } from "./offboarding_page.ts";
import { badge, facts, link, notice, table } from "../parts.ts";
import { renderTime } from "../shown_time.ts";

/** Lifetimes of a new token, in seconds. */
export const tokenLifetimes = {
  "3600": "1 hour",
  "86400": "1 day",
  "604800": "7 days",
  "2592000": "30 days",
} as const;

/** What the page of a client shows. */
export interface ClientView {
  readonly clientId: ClientId;
  /** Null: the client has none. */
  readonly record: ClientRecord | null;
  /** Whether anything is stored of the client; true in a sandbox. */
  readonly isKnown: boolean;
  /** Its last application of KYB; null: it has none. */
  readonly application: Awaited<ReturnType<typeof lastApplication>>;
  readonly tokens: readonly OperatorToken[];
  /** Whether tokens of the service's own are taken. */
  readonly areTaken: boolean;
  /** The scope of a token that only reads. */
  readonly agentScope: string;
  readonly traffic: readonly ClientTraffic[];
  /** The hour that runs, since 1970. */
  readonly hour: number;
  readonly isSandbox: boolean;
  readonly formToken: Html;
  /** Id of the form that makes a token, which it does once. */
  readonly startId: string;
}

/** The page of a client: its state, record, tokens, requests, and the end of the relation. */
export function renderClient(view: ClientView): Html {
  const { clientId, record, isKnown, traffic, hour, isSandbox } = view;
  const isOver = isOffboarded(record);
  return html`
    <p>${link("/console/clients", "Clients")}</p>
    <h1>${clientId}</h1>
    ${facts([
      [
        "State",
        isKnown ? stateOfClient(record ?? defaultClientRecord) : badge("unknown", "none"),
      ],
      ["Record", record === null ? "none: the defaults hold" : "on file"],
      ["KYB application", renderKyb(view)],
    ])}
    ${isOver ? notice("This client was offboarded. Its record cannot be changed.") : ""}
    ${isKnown ? "" : notice(
      "This client has no record, no token, and no request on file. Is the id right? A token of the" +
        " identity provider may name it; the defaults hold then.",
      "warn",
    )}
    ${isSandbox
      ? notice(
        "A sandbox requires no token, and serves a client from any network: what you save here is kept" +
          " and audited as in live, and holds back no request.",
      )
      : ""}
    ${isOver ? "" : renderSuspension(view)}
    <h2 id="record">Record</h2>
    ${isOver ? html`<p>The record refuses every request.</p>` : renderClientForm(view)}
    <h2 id="tokens">Tokens</h2>
    ${renderTokens(view, isOver)}
    <h2 id="requests">Requests</h2>
    ${traffic.length === 0
      ? html`<p>${
        isSandbox ? "A sandbox counts no hours." : "No request in the last two days."
      }</p>`
      : traffic.map((one) => renderClientTraffic(one, hour))}
    <h2 id="end">End of the relation</h2>
    ${isSandbox
      ? html`<p>The client of your browser is deleted by itself.</p>`
      : html`<p>${
        link(pathOfOffboarding(clientId), isOver ? "Offboarding" : "Try an offboarding")
      }: shows what is kept, and changes nothing.</p>`}
  `;
}

/** The last application, and the one that has admitted the client if that is another. */
function renderKyb({ record, application }: ClientView): Html {
  const admittedBy = record?.kybApplicationId ?? null;
  if (application === null) return html`${admittedBy ?? "none"}`;
  const { id, acceptedAt } = application;
  return html`${statusOf(application)} ${link(`/console/kyb/applications/${id}`, "Application")}
    accepted on ${renderTime(acceptedAt)}${
    admittedBy === null || admittedBy === id ? "" : html`; admitted by <code>${admittedBy}</code>`
  }`;
}

function renderSuspension({ clientId, record, isSandbox, formToken }: ClientView): Html {
  if (isSandbox) return html`<p>A sandbox suspends no client.</p>`;
  const by = suspendersOf(record ?? defaultClientRecord);
  const isSuspended = by.includes("OPERATOR");
  const isHeld = by.includes("KYB");
  return html`
    ${!isHeld
      ? ""
      : html`<p>KYB suspends the client until an approval. ${
        isSuspended
          ? "An operator's suspension, which an approval does not lift, is on record too."
          : "A suspension by an operator would change nothing today, and stay after an approval."
      }</p>`}
    <form method="post" action="/console/client/${isSuspended ? "resume" : "suspend"}">
      ${formToken}
      <input type="hidden" name="clientId" value="${clientId}" />
      <button class="quiet">${isSuspended
        ? isHeld ? "Lift the operator's suspension" : "Resume the client"
        : isHeld
        ? "Suspend the client past an approval"
        : "Suspend the client"}</button>
    </form>
  `;
}

function renderTokens(
  { clientId, tokens, areTaken, agentScope, formToken, startId }: ClientView,
  isOver: boolean,
): Html {
  return html`
    ${areTaken ? "" : notice(
      "This deployment takes the tokens of its identity provider only. Make and revoke" +
        " them there.",
    )}
    ${table({
      caption: "Tokens that have not expired",
      columns: ["Token", "Roles", "Scopes", "Made", "Expires", "Act"],
      rows: tokens.map(({ id, roles, scopes, createdAt, expiresAt }) => [
        html`<code>${id}</code>`,
        roles.join(", ") || "none",
        scopes.join(" ") || "none",
        renderTime(createdAt),
        renderTime(expiresAt),
        html`<form method="post" action="/console/client/tokens/revoke">
          ${formToken}
          <input type="hidden" name="clientId" value="${clientId}" />
          <input type="hidden" name="id" value="${id}" />
          <button class="quiet" aria-label="Revoke the token ${id}">Revoke</button>
        </form>`,
      ]),
      empty: "The client has no token of the service's own.",
    })}
    ${!areTaken || isOver ? "" : html`
      <details>
        <summary>Make a token</summary>
        <form method="post" action="/console/client/tokens">
          ${formToken}
          <input type="hidden" name="clientId" value="${clientId}" />
          <input type="hidden" name="startId" value="${startId}" />
          <fieldset><legend>Roles</legend>${Role.options.map((role) =>
            html`<p><label class="check"><input type="checkbox" name="role_${role}" value="yes" /> ${role}</label></p>`
          )}</fieldset>
          <p><label class="check"><input type="checkbox" name="readOnly" value="yes" /> Read only, for
            an agent (scope <code>${agentScope}</code>)</label></p>
          <p><label for="scopes">Other scopes, which this service ignores</label>
            <input id="scopes" name="scopes" maxlength="500" autocomplete="off"
              aria-describedby="scopes-help" />
            <small id="scopes-help">Between blanks. They restrict nothing.</small></p>
          <p><label for="seconds">Lifetime</label>
            <select id="seconds" name="seconds">${Object.entries(tokenLifetimes).map((
              [seconds, words],
            ) => html`<option value="${seconds}">${words}</option>`)}</select></p>
          <button>Make the token</button>
        </form>
      </details>
    `}
  `;
}

/** A token that was just made: the only page that shows it. */
export function renderToken(
  { clientId, token, roles, scopes, expiresAt }: NewToken & Omit<MintedToken, "seconds">,
): Html {
  return html`
    <h1>Token of ${clientId}</h1>
    ${notice("Copy the token now. It is shown once, and cannot be read again.", "warn")}
    <pre><code>${token}</code></pre>
    ${facts([
      ["Roles", roles.join(", ") || "none"],
      ["Scopes", scopes.join(" ") || "none"],
      ["Expires", renderTime(expiresAt)],
    ])}
    <p>${link(pathOfClient(clientId), "Back to the client")}</p>
  `;
}
