import { html, raw } from "hono/html";
import type { AuditLogState, AuditVerification } from "../../../core/operators/ports.ts";
import type { Html } from "../../html/layout.ts";
import { badge, command, facts, link, notice, table, type Tone } from "../parts.ts";
import { renderTime } from "../shown_time.ts";

/** Checkpoints of the page: the newest. */
export const checkpointsShown = 20;

/** Shapes of the verdicts. */
const verdicts: Readonly<
  Record<NonNullable<AuditVerification["ended"]>["verdict"], readonly [string, Tone]>
> = {
  holds: ["verified, none changed", "good"],
  broken: ["does not hold", "bad"],
  failed: ["no verdict", "warn"],
};

/** The verification that was asked for last, and the form that asks for one. */
export interface VerificationView {
  /** Null: none was asked for. */
  readonly last: AuditVerification | null;
  /** Null: the person cannot ask for one. */
  readonly formToken: Html | null;
}

/** How far the audit log goes, its checkpoints, and what keeps its heads outside of the store. */
export function renderAuditLog(
  { entries, head, waiting, oldestAt, checkpoints, witness }: AuditLogState,
  verification: VerificationView,
): Html {
  return html`
    <h1>Audit log</h1>
    ${facts([
      ["Entries", entries],
      ["Head", head === null ? "none" : html`<code>${head}</code>`],
      [
        "Entries without a position yet",
        oldestAt === null ? `${waiting}` : html`${waiting}, the oldest of ${renderTime(oldestAt)}`,
      ],
      [
        "Witness",
        witness === null
          ? badge("none is configured", "warn")
          : badge(witness === "folder" ? "a folder" : "an https address", "good"),
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
    ${renderVerification(verification)}
  `;
}

function renderVerification({ last, formToken }: VerificationView): Html {
  const waits = last !== null && last.ended === null;
  return html`
    <h2>Verification</h2>
    <p>A verification computes the whole log anew and compares it with its checkpoints and with the
      witness. ${command("audit verify")} does the same, and
      ${command("audit export --out FILE")} writes all entries with their proofs.</p>
    <section id="verification" aria-label="Last verification" ${waits ? raw("data-waits") : ""}>
      ${last === null ? html`<p>None was asked for.</p>` : renderProgress(last)}
    </section>
    ${formToken === null
      ? html`<p>A sandbox verifies its log by the command alone.</p>`
      : waits
      ? ""
      : html`
        <form method="post" action="/console/audit/verify">
          ${formToken}
          <button class="quiet">Verify the audit log</button>
        </form>
      `}
  `;
}

function renderProgress(
  { askedAt, askedBy, entries, reached, ended }: AuditVerification,
): Html {
  const asked = html`asked for on ${renderTime(askedAt)} by <bdi>${askedBy}</bdi>`;
  if (ended !== null) {
    const [words, tone] = verdicts[ended.verdict];
    const entriesRead = `${reached} ${reached === 1 ? "entry" : "entries"}`;
    return html`
      <p>${ended.verdict === "holds"
        ? badge(`${entriesRead} ${words}`, tone)
        : html`${badge(words, tone)} ${entriesRead}`}, ${renderTime(ended.at)}; ${asked}.</p>
      ${ended.words.length === 0
        ? ""
        : html`<ul>${ended.words.map((one) => html`<li>${one}</li>`)}</ul>`}
      ${ended.verdict !== "broken" ? "" : notice(
        "Keep the store as it is and follow AvalAuditChainBroken in the runbooks.",
        "bad",
      )}
    `;
  }
  return html`
    <p><label for="progress">Verified: ${reached} of ${entries} entries, ${asked}.</label></p>
    <p><progress id="progress" max="${Math.max(1, entries)}"
      value="${Math.min(reached, entries)}"></progress>
      ${link("/console/audit", "Look again")}</p>
  `;
}
