import { html } from "hono/html";
import type { Endpoint } from "../../../core/events/endpoint_schema.ts";
import { EventType } from "../../../core/events/event_schema.ts";
import type { Html } from "../../html/layout.ts";
import { badge, notice, table } from "../parts.ts";
import { formTokenField } from "../person_page.ts";
import { renderTime } from "../shown_time.ts";

/** Types of events that an endpoint may take. */
export const endpointTypes = EventType.exclude(["endpoint.test"]).options;

/** The endpoints of a client as their page shows them. */
export interface EndpointsView {
  readonly endpoints: readonly Endpoint[];
  readonly formToken: string;
}

/** The page of the endpoints: where events are delivered to. */
export function renderEndpoints(view: EndpointsView): Html {
  return html`
    <h1>Events</h1>
    <p>The service posts what has happened to your servers, signed:
      <a href="/docs/events">Events</a>.</p>
    ${table({
      caption: "Endpoints",
      columns: ["Endpoint", "State", "Types", "Since"],
      rows: view.endpoints.map((endpoint) => [
        html`<a href="/desk/events/${endpoint.endpointId}"><bdi>${endpoint.url}</bdi></a>${
          endpoint.description === null ? "" : html`
            <small><bdi>${endpoint.description}</bdi></small>
          `
        }`,
        stateOf(endpoint),
        endpoint.types === null ? "all" : endpoint.types.join(", "),
        renderTime(endpoint.createdAt),
      ]),
      empty: "No endpoint: events are delivered nowhere, and can be read by GET /v1/events.",
    })}
    <details>
      <summary>Add an endpoint</summary>
      <form method="post" action="/desk/events" autocomplete="off">
        ${formTokenField(view)}
        <p><label for="url">URL</label>
          <input id="url" name="url" type="url" required maxlength="2048"
            placeholder="https://shop.example/aval-events" /></p>
        <p><label for="description">Description</label>
          <input id="description" name="description" maxlength="200" /></p>
        <fieldset>
          <legend>Types; none checked: all, those of later versions too</legend>
          ${endpointTypes.map((type) =>
            html`<label class="choice"><input type="checkbox" name="type_${type}" value="yes" />
              <code>${type}</code></label>`
          )}
        </fieldset>
        <p><label class="choice"><input type="checkbox" name="publicKeySignature" value="yes" />
          Also sign with the service's own key (<code>v1a</code>)</label></p>
        <p><button>Add</button></p>
      </form>
    </details>
  `;
}

/** Whether events are delivered, and why not. */
export function stateOf({ enabled, disabledBy }: Pick<Endpoint, "enabled" | "disabledBy">): Html {
  if (enabled) return badge("enabled", "good");
  return disabledBy === "client"
    ? badge("disabled", "none")
    : badge(`disabled: ${disabledBy === "gone" ? "it answered 410" : "its tries failed"}`, "bad");
}

/** A secret that was just made: the only page that shows it. */
export function renderSecret(
  { endpointId, secret, previousUntil }: {
    readonly endpointId: string;
    readonly secret: string;
    /** Until when the secret before it signs too; null: there was none. */
    readonly previousUntil: string | null;
  },
): Html {
  return html`
    <h1>Secret of an endpoint</h1>
    ${notice("Copy the secret now. It is shown once, and cannot be read again.", "warn")}
    <pre tabindex="0"><code>${secret}</code></pre>
    ${previousUntil === null ? "" : html`
      <p>The secret before it signs too, until ${renderTime(previousUntil)}.</p>
    `}
    <p><a href="/desk/events/${endpointId}">To the endpoint</a></p>
  `;
}
