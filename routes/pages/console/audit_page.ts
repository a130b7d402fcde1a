import { html } from "hono/html";
import type { AuditLogState } from "../../../core/operators/ports.ts";
import type { Html } from "../../html/layout.ts";
import { command, facts, notice, state, table } from "./parts.ts";
import { renderTime } from "../desk/shown_time.ts";

/** Checkpoints of the page: the newest. */
export const checkpointsShown = 20;

/** How far the audit log goes, its checkpoints, and what keeps its heads outside of the store. */
export function renderAuditLog(
  { entries, head, waiting, oldestAt, checkpoints, witness }: AuditLogState,
): Html {
  return html`
    <h1>Audit log</h1>
    ${facts([
      ["Entries", entries],
      ["Head", head === null ? "none" : html`<code>${head}</code>`],
      [
        "Events that wait for a place",
        oldestAt === null ? `${waiting}` : html`${waiting}, the oldest of ${renderTime(oldestAt)}`,
      ],
      [
        "Witness",
        witness === null
          ? state("none is configured", "warn")
          : state(witness === "folder" ? "a folder" : "an https address", "good"),
      ],
    ])}
    ${witness !== null ? "" : notice(
      "Without a witness, a store that was set back as a whole is not" +
        " found. Set AVAL_AUDIT_WITNESS.",
    )}
    <h2>Checkpoints</h2>
    ${table({
      caption: "The last checkpoints",
      columns: ["Entries", "Signed"],
      rows: checkpoints.map(({ entries: size, at }) => [size, renderTime(at)]),
      empty: "No checkpoint is signed yet.",
    })}
    <h2>Verification</h2>
    <p>A verification reads the whole log and is done by ${command("audit verify")}, which also
      compares it with the witness. ${command("audit export --out FILE")} writes all entries with
      their proofs.</p>
  `;
}
