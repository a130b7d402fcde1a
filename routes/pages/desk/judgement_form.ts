import { html } from "hono/html";
import type { DecisionReadBack } from "../../../core/screening/decision_schema.ts";
import { ReasonCode, type Review } from "../../../core/screening/review_schema.ts";
import type { Html } from "../../html/layout.ts";
import { reasonWords } from "./match_words.ts";

/** The judgements that one key gives, in the order of the keys 1 to 5. */
export const quickJudgements = [
  {
    value: "dob_differs",
    decision: "false_positive",
    words: "Another person: another date of birth",
  },
  {
    value: "nationality_differs",
    decision: "false_positive",
    words: "Another person: another nationality",
  },
  {
    value: "name_only",
    decision: "false_positive",
    words: "Another person: the name alone agrees",
  },
  { value: "confirmed_match", decision: "confirmed_match", words: "The listed party" },
  { value: "escalated", decision: "escalated", words: "Ask another person" },
] as const;

/** Names one of {@link quickJudgements}. */
export type QuickJudgement = (typeof quickJudgements)[number]["value"];

/** Reasons for which a customer is not the listed party. */
export const speaksAgainst: ReadonlySet<string> = new Set([
  ...["dob_differs", "nationality_differs", "gender_differs", "kind_differs"],
  ...["identifier_differs", "name_only"],
]);
/** The refusal of such a reason with the judgement that the customer is the listed party. */
export const reasonAgainst = "The reason says that it is another person, and the judgement that " +
  "it is the listed party: choose a reason that agrees";

/** The text at days that go with no other judgement than "another person". */
const clearingAgainst = 'Days go with "another person" alone';

/** What a judgement is held to. */
export interface JudgementBounds {
  readonly notesCharactersMax: number;
  /** The last instant at which the person's login is fresh enough for a confirmed match; null: always. */
  readonly freshUntil: Temporal.Instant | null;
}

/** The form of a judgement. It works without a script, and then is sent at once. */
export function renderJudgement(
  decision: DecisionReadBack,
  { formToken, notesCharactersMax, freshUntil, canClear }: JudgementBounds & {
    readonly formToken: string;
    /** Whether later screenings of this customer may be marked. */
    readonly canClear: boolean;
  },
): Html {
  const { meta: { decisionId }, candidates } = decision;
  return html`
    <form method="post" action="/desk/matches/${decisionId}/judgements" data-judge="${decisionId}"
      data-fresh-until="${freshUntil?.epochMilliseconds ?? ""}">
      <input type="hidden" name="formToken" value="${formToken}" />
      <fieldset>
        <legend>Your judgement</legend>
        ${quickJudgements.map(({ value, decision, words }, at) =>
          html`
            <label class="choice">
              <input type="radio" name="judgement" value="${value}" data-decision="${decision}"
                required="" />
              <kbd aria-hidden="true">${at + 1}</kbd> ${words}
            </label>
          `
        )}
      </fieldset>
      <details>
        <summary>Reason, note, time</summary>
        <p>
          <label for="reasonCode">Another reason</label>
          <select id="reasonCode" name="reasonCode" data-disagrees="${reasonAgainst}"
            data-decisions="confirmed_match" data-values="${[...speaksAgainst].join(" ")}">
            <option value="">As chosen above</option>
            ${ReasonCode.options.map((code: NonNullable<Review["reasonCode"]>) =>
              html`<option value="${code}">${reasonWords[code]}</option>`
            )}
          </select>
        </p>
        ${candidates.length < 2 || decision.classification === "CONFIRMED_MATCH" ? "" : html`
          <p>
            <label for="entityId">About</label>
            <select id="entityId" name="entityId">
              <option value="">all ${candidates.length} listed parties</option>
              ${candidates.map(({ entityId, entityName, classifyResult: { explain } }) =>
                html`<option value="${entityId}">${entityName ?? explain.matchedName}</option>`
              )}
            </select>
          </p>
        `}
        <p>
          <label for="notes">Note</label>
          <textarea id="notes" name="notes" rows="3" maxlength="${notesCharactersMax}"></textarea>
        </p>
        ${canClear
          ? html`
            <p>
              <label for="clearForDays">Clear this customer of the listed party for so many days</label>
              <input id="clearForDays" name="clearForDays" type="number" min="1" max="365"
                aria-describedby="clearForDays-hint" data-disagrees="${clearingAgainst}"
                data-decisions="confirmed_match escalated" />
              <small id="clearForDays-hint">With "another person" alone. Until the entry or the
                customer's data change.</small>
            </p>
          `
          : ""}
      </details>
      <p><button>Judge</button></p>
    </form>
  `;
}
