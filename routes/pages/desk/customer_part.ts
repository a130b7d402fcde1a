import { html } from "hono/html";
import type { CustomerMatch } from "../../../core/monitoring/read_customer_match.ts";
import type { Html } from "../../html/layout.ts";
import { formTokenField } from "../person_page.ts";
import { renderTime } from "../shown_time.ts";

/** What a page shows of a customer. */
export type CustomerView = Pick<
  CustomerMatch,
  "customer" | "clearings" | "otherMatches" | "subjectUrl"
>;

/** Who the customer is: the client's own name for it, with links. */
export function renderReference(
  { subjectRef, subjectUrl }: Pick<CustomerView, "subjectUrl"> & {
    readonly subjectRef: string | undefined;
  },
): Html | string {
  if (subjectRef === undefined) return "";
  return html`
    <span>Customer <code>${subjectRef}</code></span>
    ${subjectUrl === null
      ? ""
      : html`<a href="${subjectUrl}" rel="noreferrer noopener">the customer's page</a>`}
    <a href="/desk?state=all&amp;subjectRef=${subjectRef}">all decisions about this customer</a>
  `;
}

/** The customer's data, where the service has them. */
export function renderCustomer({ customer }: Pick<CustomerView, "customer">): Html | string {
  if (customer === null) return "";
  const { subject: { request, putAt }, isChanged } = customer;
  const { name, otherNames, dob, nationality, nationalities, entityType, identifiers } = request;
  const countries = [nationality, ...nationalities ?? []].filter((one) => one !== undefined);
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["Name", [name, ...otherNames ?? []]],
    ["Date of birth", dob === undefined ? [] : [dob]],
    ["Nationality", countries],
    ["Kind", entityType === undefined ? [] : [entityType.toLowerCase()]],
    [
      "Identifiers",
      (identifiers ?? []).map(({ type, value, country }) =>
        `${type.replaceAll("_", " ")} ${value}${country === undefined ? "" : ` (${country})`}`
      ),
    ],
    ["Wallets", request.walletAddresses ?? []],
  ];
  return html`
    <section class="card" aria-labelledby="customer">
      <h2 id="customer">The customer</h2>
      ${isChanged
        ? html`
          <p class="notice warn">These data have changed since the decision, which compared others.</p>
        `
        : ""}
      <dl>${rows.filter(([, values]) => values.length > 0).map(([label, values]) =>
        html`
          <dt>${label}</dt>
          <dd>${values.map((value, at) => html`${at === 0 ? "" : ", "}<bdi>${value}</bdi>`)}</dd>
        `
      )}
        <dt>Monitored with these data since</dt>
        <dd>${renderTime(putAt)}</dd>
      </dl>
    </section>
  `;
}

/** Characters of a name that a reviewer types at most. */
export const typedCharactersMax = 2_000;

/** A field into which the reviewer types the name, where the service does not have it. */
export function renderTyping(decisionId: string, formToken: string): Html {
  return html`
    <form method="post" action="/desk/matches/${decisionId}/aligned" autocomplete="off">
      ${formTokenField({ formToken })}
      <p>
        <label for="typed">The customer's name, to see it beside the listed one</label>
        <input id="typed" name="name" maxlength="${typedCharactersMax}" spellcheck="false"
          aria-describedby="typed-hint" />
        <small id="typed-hint">The service does not keep it: neither now nor when the customer was
          screened.</small>
      </p>
      <p><button class="quiet">Show</button></p>
    </form>
  `;
}
