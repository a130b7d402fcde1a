import { html } from "hono/html";
import type { KeyAct, OperatorKey } from "../../../core/operators/ports.ts";
import type { Html } from "../../html/layout.ts";
import { badge, command, table, timeOr, type Tone } from "../parts.ts";
import { renderTime } from "../shown_time.ts";

/** Shapes of the states of a key; others have none. */
const tones: Readonly<Record<string, Tone>> = {
  ACTIVE: "good",
  NEW: "none",
  ROTATED: "none",
  RETIRED: "none",
  REVOKED: "bad",
};

const actWords: Readonly<Record<KeyAct, string>> = {
  rotate: "Rotate",
  activate: "Activate",
  revoke: "Revoke",
};

/** The purpose of keys that others verify signatures by. */
export const signingPurpose = "login-signing";

/** The keys of the store, without key material. @param formToken null: the person cannot act on them */
export function renderKeys(keys: readonly OperatorKey[], formToken: Html | null): Html {
  const newest = keys.findLast(({ purpose }) => purpose === signingPurpose);
  return html`
    <h1>Keys</h1>
    ${table({
      caption: "Keys of the store",
      columns: ["Key", "Purpose", "State", "Made", "Retired", "Needed until", "Act"],
      rows: keys.map((key) => [
        html`<code>${key.id}</code>`,
        key.purpose,
        badge(key.state.toLowerCase(), tones[key.state.toUpperCase()] ?? "none"),
        renderTime(key.createdAt),
        timeOr(key.retiredAt, "-"),
        timeOr(key.neededUntil, "-"),
        formToken === null || key.acts.length === 0
          ? "-"
          : html`${key.acts.map((act) => renderAct(act, key, formToken))}`,
      ]),
      empty: "The store has no key yet.",
    })}
    ${formToken === null
      ? html`<p>A sandbox moves no keys: they are those of all visitors.</p>`
      : html`
        <h2>New signing key</h2>
        <p>A new key of the login is not published. Activate it next: it is published at once and signs
          when the copies that relying parties keep have expired.</p>
        ${newest === undefined ? html`<p>The store has no signing key yet.</p>` : html`
          <form method="post" action="/console/keys/new">
            ${formToken}
            <input type="hidden" name="seen" value="${newest.id}" />
            <button class="quiet">Make a signing key</button>
          </form>
        `}
      `}
    <h2>What the acts do</h2>
    <ul>
      <li>A rotation makes a new data key of a purpose. The one before it still reads.</li>
      <li>A revoked key leaves the published ones and its private part is deleted: what it has signed
        verifies no more. Revoke a rotated one when it is needed no more.</li>
      <li>${command("keys rewrap")} wraps every key by a new secret; it is a command, since it needs
        the old secret and the new one.</li>
    </ul>
  `;
}

function renderAct(act: KeyAct, { id, purpose }: OperatorKey, formToken: Html): Html {
  const name = `${actWords[act]} ${purpose}, ${id}`;
  const button = html`<button class="quiet" aria-label="${name}">${actWords[act]}</button>`;
  return html`
    <form method="post" action="/console/keys/${act}">
      ${formToken}
      <input type="hidden" name="seen" value="${id}" />
      ${act !== "rotate" ? "" : html`<input type="hidden" name="purpose" value="${purpose}" />`}
      ${act !== "revoke" ? button : html`
        <details>
          <summary>Revoke</summary>
          <p><label class="check"><input type="checkbox" name="sure" value="yes" required /> What it
            has signed shall verify no more</label></p>
          ${button}
        </details>
      `}
    </form>
  `;
}
