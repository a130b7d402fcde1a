import { badge } from "../parts.ts";
import { html } from "hono/html";
import type { ListEntryResponse } from "../../../core/lists_in_force/read_entry.ts";
import { readingWords } from "../../../core/matching/wording.ts";
import type { Candidate } from "../../../core/screening/candidate_schema.ts";
import type { DecisionReadBack } from "../../../core/screening/decision_schema.ts";
import {
  isExplained,
  type NameAccount,
  type TypedName,
} from "../../../core/screening/queue/compare_typed.ts";
import type { ReviewState } from "../../../core/screening/review_schema.ts";
import type { Html } from "../../html/layout.ts";
import { renderEntry } from "./entry_part.ts";
import {
  type CustomerView,
  renderCustomer,
  renderReference,
  renderTyping,
} from "./customer_part.ts";
import { type Asked, renderFacts } from "./facts_part.ts";
import { renderClearing, renderOthers } from "./earlier_part.ts";
import { renderKeys } from "./keys_part.ts";
import { type JudgementBounds, renderJudgement } from "./judgement_form.ts";
import { renderSaid } from "./said_part.ts";
import { classWords, stateWords, uncompared, whyFound, whyNotConfirmed } from "./match_words.ts";
import { renderScale, type Thresholds } from "./score_scale.ts";
import { renderTime } from "../shown_time.ts";
import { renderTiles } from "./word_tiles.ts";

/** A match as its page shows it. */
export interface MatchView extends JudgementBounds, CustomerView {
  readonly decision: DecisionReadBack;
  readonly state: ReviewState;
  readonly decidedAt: string;
  /** Entries of the candidates as the lists in force have them, in their order; null: not listed now. */
  readonly entries: readonly (ListEntryResponse | null)[];
  /** Null: the lists' gates have changed since the decision. */
  readonly thresholds: Thresholds | null;
  /** The name that the reviewer has typed, which is kept nowhere; null: none was. */
  readonly typed: TypedName | null;
  /** Why no judgement can be given; null: it can. */
  readonly closedBecause: string | null;
  /** Who works on it; null: no person does. */
  readonly assignee: string | null;
  readonly formToken: string;
}

/** The page of a match: what is known of the customer beside the entry, and the judgement. */
export function renderMatch(view: MatchView): Html {
  const { decision, state, closedBecause, formToken, notesCharactersMax, freshUntil } = view;
  const { classification, candidates, meta } = decision;
  const [word, look] = classWords[classification];
  const [stateWord, stateLook] = stateWords[state];
  const canClear = meta.subjectRef !== undefined && classification === "POSSIBLE_MATCH" &&
    candidates.length > 0;
  return html`
    <h1>Match</h1>
    ${closedBecause === null
      ? html`<p class="jump"><a href="#judgement">To the judgement</a></p>`
      : ""}
    <p class="facts">
      ${badge(word, look)}
      ${badge(stateWord, stateLook)}
      ${renderReference({ subjectRef: meta.subjectRef, subjectUrl: view.subjectUrl })}
      ${view.customer === null ? "" : html`
        <a href="/desk/watched/subjects/${meta.subjectRef}">watched</a>
      `}
    </p>
    ${state === "PROPOSED"
      ? html`<p class="notice warn">One person has judged. A second person must agree.</p>`
      : state === "ESCALATED"
      ? html`<p class="notice warn">A person asks for another opinion, or two disagree. Another person
        decides.</p>`
      : ""}
    ${uncompared(meta).map((sentence) => html`<p class="notice warn">${sentence}</p>`)}
    <div class="match">
      <div>
        ${renderCustomer(view)}
        ${candidates.map((candidate, at) => renderCandidate(view, candidate, at))}
        ${candidates.length > 0 ? "" : html`<p>No listed party was found by name.</p>`}
        ${decision.wallet.matches.map(({ address, network, entityName, source }) =>
          html`
            <section class="card">
              <h2>Wallet address</h2>
              <p><code>${address}</code> (${network}) is listed by <code>${source}</code>${entityName ===
                  null
                ? ""
                : `, for ${entityName}`}.</p>
            </section>
          `
        )}
      </div>
      <aside id="judgement" aria-label="Judgement">
        ${closedBecause === null
          ? renderJudgement(decision, { formToken, notesCharactersMax, freshUntil, canClear })
          : html`<p class="notice">${closedBecause}</p>`}
        ${renderAssignee(view)}
        ${candidates.length === 0 || comparedOf(view) !== null
          ? ""
          : renderTyping(meta.decisionId, formToken)}
        ${renderSaid(decision)}
        ${renderOthers(view)}
        ${renderFrozen(view)} ${renderKeys()}
      </aside>
    </div>
  `;
}

/** The customer's data that the decision has compared; null: the service does not have them. */
function comparedOf({ customer }: CustomerView): Asked | null {
  return customer === null || customer.isChanged ? null : customer.subject.request;
}

function renderCandidate(view: MatchView, candidate: Candidate, at: number): Html {
  const { thresholds } = view;
  const asked = comparedOf(view);
  const typed = asked === null ? view.typed : null;
  const account = typed?.accounts[at] ?? null;
  const { entityName, classifyResult: { score, explain }, isPep, clearedBefore } = candidate;
  const entry = view.entries[at] ?? null;
  const reading = readingWords[explain.readAs ?? "name"];
  const names = asked === null ? [] : [asked.name, ...asked.otherNames ?? []];
  const isCompared = account !== null && isExplained(account, explain);
  const name = names[explain.name ?? 0] ?? (isCompared ? typed?.name : null) ?? null;
  const isConfirmed = candidate.classifyResult.classification === "CONFIRMED_MATCH";
  const found = whyFound(candidate, thresholds);
  const notConfirmed = whyNotConfirmed(candidate);
  return html`
    <section class="card" aria-labelledby="candidate-${at}">
      <h2 id="candidate-${at}">${entityName ?? explain.matchedName}</h2>
      ${clearedBefore === undefined
        ? ""
        : renderClearing(clearedBefore, view.clearings[at] ?? null)}
      ${typed === null || isCompared ? "" : renderTyped(typed.name, account)}
      <p class="small">${name === null ? "What was asked for" : html`<bdi>${name}</bdi>`}, above the
        listed name ${explain.matchedName}${reading === "" ? "" : ` (compared: ${reading})`}</p>
      ${renderTiles(explain, name)}
      ${renderScale(score, { thresholds, steps: explain.steps ?? [] })}
      ${renderFacts(candidate, asked)}
      ${sentences(isConfirmed ? "Why it is confirmed" : "Why it is not cleared", found)}
      ${sentences("Why it is not confirmed", notConfirmed)}
      ${isPep ? html`<p>A politically exposed person.</p>` : ""}
      ${renderEntry(candidate, entry)}
    </section>
  `;
}

/** A typed name that is not, as far as can be seen, the one that the decision has compared. */
function renderTyped(name: string, account: NameAccount | null): Html {
  return html`
    <div class="notice">
      ${account === null
        ? html`<p><bdi>${name}</bdi> does not find this entry on the lists in force.</p>`
        : html`
          <p><bdi>${name}</bdi>, above the listed name ${account
            .matchedName}, by the lists in force:</p>
          ${renderTiles(account, name)}
        `}
      <p class="small">The decision has compared another name, or other lists: what follows is of that
        comparison.</p>
    </div>
  `;
}

function sentences(title: string, lines: readonly string[]): Html | string {
  if (lines.length === 0) return "";
  return html`
    <h3>${title}</h3>
    <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
  `;
}

/** Who works on it, and a button to take it or give it back. */
function renderAssignee({ decision: { meta }, state, assignee, formToken }: MatchView) {
  if (state === "NONE") return "";
  return html`
    <form method="post" action="/desk/matches/${meta.decisionId}/assignee">
      <input type="hidden" name="formToken" value="${formToken}" />
      <p>${assignee === null ? "No person works on it." : html`Assigned to <bdi>${assignee}</bdi>.`}
        ${assignee === null
          ? html`<button class="quiet" name="assignee" value="me">Assign to me</button>`
          : html`<button class="quiet" name="assignee" value="none">Give it back</button>`}</p>
    </form>
  `;
}

/** Versions and hashes that the decision pins. */
function renderFrozen({ decision: { meta }, decidedAt }: MatchView): Html {
  const rows = [
    ["Decision", meta.decisionId],
    ["Engine", meta.engineVersion],
    ["Lists", meta.listSnapshotIds.join(", ")],
    ["Gates", meta.gatesHash],
    ["Weights", meta.ensembleWeightsHash],
  ];
  return html`
    <details>
      <summary>Frozen versions</summary>
      <dl>
        ${rows.map(([label, value]) =>
          html`
            <dt>${label}</dt>
            <dd><code>${value}</code></dd>
          `
        )}
        <dt>Decided</dt><dd>${renderTime(decidedAt)}</dd>
      </dl>
    </details>
  `;
}
