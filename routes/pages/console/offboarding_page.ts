import { html, raw } from "hono/html";
import type { ClientId } from "../../../core/access/schema.ts";
import type { BegunOffboarding, KeptOfClient } from "../../../core/operators/ports.ts";
import type { Html } from "../../html/layout.ts";
import { pathOfClient } from "./client_list_page.ts";
import { badge, link, notice } from "../parts.ts";
import { renderTime } from "../shown_time.ts";

/** Where the offboarding of a client is. */
export function pathOfOffboarding(clientId: string): string {
  return `/console/client/offboard?clientId=${encodeURIComponent(clientId)}`;
}

/** What the page of an offboarding shows. */
export interface OffboardingView {
  readonly clientId: ClientId;
  readonly kept: readonly KeptOfClient[];
  /** Days for which KYB records stay. */
  readonly recordDays: number;
  /** Null: none is under way. */
  readonly begun: BegunOffboarding | null;
  /** Whether every request of the client is refused already. */
  readonly isRefused: boolean;
  readonly formToken: Html;
}

/** A dry run of an offboarding with the form that begins it, or how far one is. */
export function renderOffboarding(view: OffboardingView): Html {
  const { clientId, kept, begun, isRefused, recordDays } = view;
  return html`
    <p>${link(pathOfClient(clientId), clientId)}</p>
    <h1>Offboarding</h1>
    <section id="offboarding" aria-label="State" ${begun === null
      ? ""
      : raw("data-waits")}>${begun !== null
      ? html`
        <p>${badge("under way", "warn")} since ${renderTime(begun.begunAt)}, begun by
          <bdi>${begun
            .operator}</bdi>. Every request of the client is refused. What is kept is deleted some
          minutes later, when no request is under way any more: ${link(
            pathOfOffboarding(clientId),
            "look again",
          )}.</p>
      `
      : isRefused
      ? html`<p>${badge("offboarded", "good")} Every request of the client is refused.</p>`
      : html`
        <p>Nothing was changed yet. An offboarding of ${clientId} refuses every request from then on, and
          deletes what is kept of it. It cannot be undone, and the id is never used again.</p>
      `}</section>
    ${isRefused && begun === null
      ? html`<p>Its entries of the audit log stay, and KYB records for the time of the policy.</p>`
      : renderKept(kept, recordDays)}
    ${begun !== null || (isRefused && kept.length === 0) ? "" : renderForm(view)}
  `;
}

function renderKept(kept: readonly KeptOfClient[], recordDays: number): Html {
  const deleted = kept.filter(({ stays }) => stays === null);
  const staying = kept.filter(({ stays }) => stays !== null);
  return html`
    <h2 id="deleted">Will be deleted</h2>
    ${deleted.length === 0
      ? html`<p>Nothing is kept of this client that would be deleted.</p>`
      : html`<ul>${deleted.map(({ what }) => html`<li>${what}</li>`)}</ul>`}
    <p>With them all else of the client: ${link("/docs/data#the-end-of-a-relation", "Data")}.</p>
    <h2 id="stays">Stays</h2>
    <ul>
      ${staying.map(({ what, stays }) =>
        html`<li>${what}, ${stays === "for ever" ? stays : `for ${recordDays} days`}</li>`
      )}
      <li>a record that refuses every request, for ever</li>
    </ul>
  `;
}

function renderForm({ clientId, isRefused, formToken }: OffboardingView): Html {
  return html`
    <h2>${isRefused ? "Offboard the client again" : "Offboard the client"}</h2>
    ${notice(
      isRefused
        ? "This deletes what an offboarding has left, for good."
        : "This deletes what is kept of the client, for good.",
      "warn",
    )}
    <form method="post" action="/console/client/offboard">
      ${formToken}
      <input type="hidden" name="clientId" value="${clientId}" />
      <p><label for="typed">Type the client's id: <code>${clientId}</code></label>
        <input id="typed" name="typed" required maxlength="255" autocomplete="off"
          spellcheck="false" /></p>
      <button class="danger">Offboard the client</button>
    </form>
  `;
}
