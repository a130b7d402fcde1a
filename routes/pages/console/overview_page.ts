import { html } from "hono/html";
import type { EditionPart } from "../../../core/publications/edition_ports.ts";
import { waitingMax } from "../../../core/operators/count_waiting.ts";
import type { ClientTraffic, Overview } from "../../../core/operators/read_overview.ts";
import type { Html } from "../../html/layout.ts";
import { renderHourChart } from "./hour_chart.ts";
import { badge, command, facts, link, notice, table, timeOr, type Tone } from "../parts.ts";
import { renderTime } from "../shown_time.ts";

/** What a health is called, and how bad it is. */
const healthStates: Readonly<Record<Overview["health"], readonly [string, Tone]>> = {
  ok: ["in order", "good"],
  draining: ["about to stop", "warn"],
  stale: ["a list is too old", "warn"],
  store_read_only: ["store takes no writes", "bad"],
  matcher_stopped: ["matcher stopped: restart", "bad"],
};

/** The overview's content. */
export function renderOverview(overview: Overview, { isSandbox }: { isSandbox: boolean }): Html {
  return html`
    <h1>Overview</h1>
    <h2 id="waiting">What waits</h2>
    ${renderWaiting(overview)}
    <h2 id="health">Health</h2>
    ${renderHealth(overview, isSandbox)}
    <h2 id="lists">Lists and corpora</h2>
    ${renderLists(overview, isSandbox)}
    <h2 id="requests">Requests and throttles</h2>
    ${renderTraffic(overview, isSandbox)}
    <h2 id="audit">Audit log</h2>
    ${renderAudit(overview)}
  `;
}

function renderWaiting({ waiting: { drafts, applications, templates } }: Overview): Html {
  const count = (number: number) => number >= waitingMax ? `${waitingMax} or more` : `${number}`;
  return facts([
    ["KYB drafts", link("/console/kyb", count(drafts))],
    ["KYB applications", link("/console/kyb", count(applications))],
    ["Credential templates", link("/console/templates", count(templates))],
  ]);
}

function renderHealth(
  { health, store, matcherRuns, services }: Overview,
  isSandbox: boolean,
): Html {
  const [word, tone] = healthStates[health];
  const storeWords = { available: "available", read_only: "read only", unavailable: "no answer" };
  return html`
    ${facts([
      ["Service", badge(word, tone)],
      ["Store", badge(storeWords[store], store === "available" ? "good" : "bad")],
      ["Matcher", matcherRuns ? badge("runs", "good") : badge("stopped", "bad")],
    ])}
    ${isSandbox ? html`<p>A sandbox calls no service outside.</p>` : table({
      caption: "Services outside",
      columns: ["Service", "Host"],
      rows: services.map(({ purpose, host }) => [purpose, host ?? "not configured"]),
      empty: "No service outside is configured.",
    })}
    ${isSandbox ? "" : html`<p>Failures of services outside are in the metrics and the log.</p>`}
  `;
}

function renderLists({ published, edition, corpusEdition }: Overview, isSandbox: boolean): Html {
  const { lists, tagpacks, registers, lastUpdate } = published;
  const changes = (part: EditionPart | undefined) =>
    part === undefined
      ? "none on record"
      : part.isBaseline === true
      ? "first edition"
      : `${part.added} added, ${part.changed} changed, ${part.removed} removed`;
  return html`
    ${table({
      caption: "Lists in force",
      columns: ["List", "State", "Dated", "Age", "Entries", "Last changes"],
      rows: lists.map(({ source, title, stale, asOf, ageHours, entities }) => [
        title,
        isSandbox
          ? badge("invented", "none")
          : stale
          ? badge("stale", "warn")
          : badge("current", "good"),
        asOf,
        ageOf(ageHours),
        entities,
        changes(edition?.parts.find((part) => part.source === source)),
      ]),
      empty: "No list is in force.",
    })}
    ${edition === null ? "" : html`<p>The lists changed last on ${renderTime(edition.at)}.</p>`}
    ${lastUpdate === null ? "" : renderUpdate(lastUpdate)}
    ${tagpacks === null ? html`<p>No tag corpus is configured.</p>` : table({
      caption: "Tag corpus in force",
      columns: ["Corpus", "State", "Built", "Age", "Tags", "Last changes"],
      rows: [[
        "Tag packs",
        tagpacks.stale ? badge("stale", "warn") : badge("current", "good"),
        renderTime(tagpacks.builtAt),
        ageOf(tagpacks.ageHours),
        tagpacks.tags,
        changes(corpusEdition?.parts[0]),
      ]],
      empty: "",
    })}
    ${registers.length === 0 ? "" : table({
      caption: "Snapshots of company registers",
      columns: ["Register", "State", "Newest record", "Records"],
      rows: registers.map(({ provider, stale, newestUpdate, records }) => [
        provider,
        stale ? badge("stale", "warn") : badge("current", "good"),
        timeOr(newestUpdate, "unknown"),
        records,
      ]),
      empty: "",
    })}
  `;
}

function renderUpdate(
  { at, outcome, reason }: NonNullable<Overview["published"]["lastUpdate"]>,
): Html {
  const text = html`Last look for new lists: ${renderTime(at)}, ${outcome}${
    reason === null ? "" : ` (${reason})`
  }.`;
  return outcome === "refused" ? notice(text, "warn") : html`<p>${text}</p>`;
}

function renderTraffic({ traffic, hour }: Overview, isSandbox: boolean): Html {
  if (traffic.length === 0) {
    return isSandbox
      ? html`<p>A sandbox counts no hours and throttles no client.</p>`
      : html`<p>No client was throttled in the last days. The requests of one client are on its page
        below ${link("/console/clients", "Clients")}.</p>${refusedByLimits}`;
  }
  return html`
    ${traffic.map((one) => renderClientTraffic(one, hour))}
    ${refusedByLimits}
  `;
}

const refusedByLimits = html`<p>A rate limit refuses a request (429) without a throttle: the metric
  <code>aval.rate_limit.refusals</code> counts these, by bucket.</p>`;

/** The requests of a client, and its throttle. */
export function renderClientTraffic(
  { service, clientId, counts, throttle }: ClientTraffic,
  lastHour: number,
): Html {
  const isNow = throttle !== null && lastHour * 3_600_000 < throttle.until.epochMilliseconds;
  const chart = renderHourChart({
    title: `${clientId}, ${service}`,
    counts,
    lastHour,
    throttledHours: throttle?.throttledHours ?? [],
  });
  return html`
    ${chart}
    ${throttle === null
      ? ""
      : html`<p>${isNow ? badge("throttled", "warn") : badge("throttle over", "none")} until ${
        renderTime(throttle.until)
      }.</p>`}
  `;
}

function renderAudit({ auditLog: { entries, head, waiting, checkpoint } }: Overview): Html {
  return html`
    ${facts([
      ["Entries", entries],
      ["Head", head === null ? "none" : html`<code>${head.slice(0, 16)}</code>`],
      ["Entries without a position yet", waiting],
      [
        "Last checkpoint",
        checkpoint === null
          ? "none"
          : html`${renderTime(checkpoint.at)}, of ${checkpoint.entries} entries`,
      ],
    ])}
    <p>${link("/console/audit", "Checkpoints and witness")}. ${command("audit verify")} computes the
      whole log anew.</p>
  `;
}

function ageOf(hours: number): string {
  return hours < 72 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
