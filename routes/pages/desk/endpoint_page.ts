import { html } from "hono/html";
import type {
  Attempt,
  Delivery,
  DeliveryPage,
  Endpoint,
} from "../../../core/events/endpoint_schema.ts";
import type { Html } from "../../html/layout.ts";
import { badge, facts, table, type Tone } from "../parts.ts";
import { formTokenField } from "../person_page.ts";
import { stateOf } from "./endpoints_page.ts";
import { renderTime } from "../shown_time.ts";

/** An endpoint as its page shows it. */
export interface EndpointView {
  readonly endpoint: Endpoint;
  readonly page: DeliveryPage;
  readonly formToken: string;
}

const deliveryWords: Readonly<Record<Delivery["state"], readonly [string, Tone]>> = {
  PENDING: ["waits", "warn"],
  DELIVERED: ["delivered", "good"],
  FAILED: ["given up", "bad"],
};

const outcomeWords: Readonly<Record<Attempt["outcome"], string>> = {
  delivered: "delivered",
  status: "refused",
  redirect: "a redirect, which is not followed",
  timeout: "no answer in time",
  connection: "no connection",
  malformed: "no answer of HTTP",
  address_not_public: "an address that is not public",
  not_permitted: "this deployment may not connect to it",
};

/** The page of an endpoint: its acts, and the deliveries with their tries. */
export function renderEndpoint(view: EndpointView): Html {
  const { endpoint, page: { deliveries, nextCursor } } = view;
  const { endpointId, url, description, types, publicKeySignature, enabled, createdAt } = endpoint;
  const path = `/desk/events/${endpointId}`;
  const button = (act: string, words: string, fields: Html | string = "") =>
    html`
      <form method="post" action="${path}/${act}">
        ${formTokenField(view)} ${fields}
        <button class="quiet">${words}</button>
      </form>
    `;
  return html`
    <p><a href="/desk/events">Events</a></p>
    <h1>Endpoint</h1>
    ${facts([
      ["URL", html`<bdi>${url}</bdi>`],
      ["State", stateOf(endpoint)],
      ["Types", types === null ? "all" : types.join(", ")],
      ["Signed by", publicKeySignature ? "secret and the service's own key" : "secret"],
      ["Since", renderTime(createdAt)],
      ...(description === null ? [] : [["Description", html`<bdi>${description}</bdi>`] as const]),
    ])}
    <div class="facts">
      ${enabled ? button("test", "Send a test") : ""}
      ${button(
        "state",
        enabled ? "Disable" : "Enable",
        html`<input type="hidden" name="enabled" value="${enabled ? "no" : "yes"}" />`,
      )}
      ${button("secret", "Make another secret")}
    </div>
    <details>
      <summary>Remove the endpoint</summary>
      <p>What waits for it is not delivered. The list of events still has it.</p>
      ${button("removal", "Remove it")}
    </details>
    <h2>Deliveries</h2>
    ${table({
      caption: "Deliveries, the newest first, for 30 days",
      columns: ["Event", "State", "Tries", "Act"],
      rows: deliveries.map((delivery) => [
        html`<code>${delivery.type}</code> <small>${renderTime(delivery.createdAt)}</small>`,
        renderState(delivery),
        renderTries(delivery),
        enabled
          ? html`
            <form method="post" action="${path}/deliveries/${delivery.deliveryId}/again">
              ${formTokenField(view)}
              <button class="quiet">Send again<span class="apart"> ${delivery.type} of ${delivery
                .createdAt}</span></button>
            </form>
          `
          : "",
      ]),
      empty: "Nothing was delivered to it yet.",
    })}
    ${deliveries.some(({ state: of }) => of === "PENDING")
      ? html`<p><a href="${path}">Look again</a>: what waits is delivered within seconds.</p>`
      : ""}
    ${nextCursor === null ? "" : html`
      <p><a class="button quiet" rel="next" href="${path}?cursor=${nextCursor}">Next page</a></p>
    `}
  `;
}

function renderState({ state: of, nextAttemptAt }: Delivery): Html {
  const [word, look] = deliveryWords[of];
  return html`${badge(word, look)}${
    nextAttemptAt === null ? "" : html`
      next try ${renderTime(nextAttemptAt)}
    `
  }`;
}

function renderTries({ attempts }: Delivery): Html {
  if (attempts.length === 0) return html`none yet`;
  return html`
    <ol class="said">${attempts.map(({ at, outcome, status, milliseconds }) =>
      html`<li>${outcomeWords[outcome]}${status === null ? "" : ` (${status})`} in
        ${milliseconds} ms <small>${renderTime(at)}</small></li>`
    )}</ol>
  `;
}
