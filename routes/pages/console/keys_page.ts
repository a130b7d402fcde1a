import { html } from "hono/html";
import type { OperatorKey } from "../../../core/operators/ports.ts";
import type { Html } from "../../html/layout.ts";
import { command, state, table, time, timeOr, type Tone } from "./parts.ts";

/** Shapes of the states of a key; others have none. */
const tones: Readonly<Record<string, Tone>> = {
  ACTIVE: "good",
  NEW: "none",
  ROTATED: "none",
  RETIRED: "none",
  REVOKED: "bad",
};

/** The keys of the store, without key material. */
export function renderKeys(keys: readonly OperatorKey[]): Html {
  return html`
    <h1>Keys</h1>
    ${table({
      caption: "Keys of the store",
      columns: ["Key", "Purpose", "State", "Made", "Retired"],
      rows: keys.map(({ id, purpose, state: its, createdAt, retiredAt }) => [
        html`<code>${id}</code>`,
        purpose,
        state(its.toLowerCase(), tones[its.toUpperCase()] ?? "none"),
        time(createdAt),
        timeOr(retiredAt, "-"),
      ]),
      empty: "The store has no key yet.",
    })}
    <h2>Moves</h2>
    <p>Keys are moved by commands, which have the secret of the store:</p>
    <ul>
      <li>${command("keys rotate PURPOSE")} makes a new data key of a purpose.</li>
      <li>${command("keys new login-signing")}, ${command("keys activate login-signing KID")} and
        ${command("keys revoke login-signing KID")} move the signing keys of the login.</li>
      <li>${command("keys rewrap")} wraps every key by a new secret.</li>
    </ul>
  `;
}
