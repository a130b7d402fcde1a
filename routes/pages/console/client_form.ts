import { z } from "zod";
import { html } from "hono/html";
import { parseJson } from "../../../base/json.ts";
import { type ClientRecord, defaultClientRecord } from "../../../core/access/client_schema.ts";
import { subjectUrlCharactersMax } from "../../../core/access/subject_url.ts";
import { nameOfRecord } from "../../../core/operators/change_client.ts";
import { FourEyes } from "../../../core/nouns.ts";
import type { Html } from "../../html/layout.ts";
import { chosen } from "../parts.ts";

/** Characters of a long field: a thousand networks. */
const longMax = 64_000;

/** The fields of a record. Its suspension has acts of its own. */
export const clientFields = {
  seen: z.string().regex(/^[0-9a-f]{64}$/),
  ipAllowlist: z.string().max(longMax),
  allowedDomain: z.string().max(300),
  returnOrigins: z.string().max(longMax),
  fourEyes: FourEyes,
  dueHours: z.string().max(10),
  confirmed: z.literal("yes").optional(),
  monitoring: z.literal("yes").optional(),
  subjectUrlTemplate: z.string().max(subjectUrlCharactersMax),
  others: z.string().max(longMax),
};
const ClientFields = z.object(clientFields);
/** What a form of a record sends. */
export type ClientFields = z.infer<typeof ClientFields>;

/** Members that have a field of their own. */
const ownFields = [
  "status",
  "suspendedBy",
  "ipAllowlist",
  "allowedDomain",
  "returnOrigins",
  "fourEyes",
  "review",
  "monitoring",
  "subjectUrlTemplate",
];

/** Members of a record by its fields; null: the other members are no JSON object. */
export function membersOf(fields: ClientFields): Readonly<Record<string, unknown>> | null {
  const others = z.record(z.string(), z.unknown()).safeParse(parseJson(fields.others));
  if (!others.success || ownFields.some((name) => Object.hasOwn(others.data, name))) return null;
  const hours = fields.dueHours.trim();
  return {
    ...others.data,
    ipAllowlist: linesOf(fields.ipAllowlist),
    allowedDomain: textOrNull(fields.allowedDomain),
    returnOrigins: linesOf(fields.returnOrigins),
    fourEyes: fields.fourEyes,
    review: {
      dueHours: /^[0-9]+$/.test(hours) ? Number(hours) : hours,
      confirmed: fields.confirmed === "yes",
    },
    monitoring: fields.monitoring === "yes",
    subjectUrlTemplate: textOrNull(fields.subjectUrlTemplate),
  };
}

/** Problems of a record that are shown at once. */
const problemsShown = 10;
/** Characters of a value that are shown beside its problem. */
const valueShown = 60;

/**
 * Problems of a record by the fields of its form, in the words by which a refused form marks its
 * fields: the line of a list, counted from 1, and what was typed.
 *
 * @param problems as {@link changeClient} returns them: `ipAllowlist.1: expected ...`
 */
export function problemsOfForm(problems: readonly string[], fields: ClientFields): string {
  const shown = problems.slice(0, problemsShown).map((problem) => problemOfForm(problem, fields));
  const more = problems.length - shown.length;
  return shown.join("; ") + (more === 0 ? "" : `; and ${more} more`);
}

function problemOfForm(problem: string, fields: ClientFields): string {
  const [, path = "", reason = problem] = /^([\w.]+): (.*)$/s.exec(problem) ?? [];
  const [name = "", index] = path.replace("review.", "").split(".");
  switch (name) {
    case "ipAllowlist":
    case "returnOrigins": {
      const item = index === undefined ? undefined : itemsOf(fields[name])[Number(index)];
      return item === undefined
        ? `Field "${name}": ${reason}`
        : `Field "${name}", line ${item.line} (${cut(item.text)}): ${reason}`;
    }
    case "allowedDomain":
    case "dueHours":
    case "subjectUrlTemplate":
      return `Field "${name}" (${cut(fields[name])}): ${reason}`;
    default:
      return `Field "others": ${problem}`;
  }
}

/** The items of a list, with the line of each, counted from 1. */
function itemsOf(text: string): readonly { readonly line: number; readonly text: string }[] {
  return text.split("\n").flatMap((line, at) =>
    linesOf(line).map((item) => ({ line: at + 1, text: item }))
  );
}

function cut(text: string): string {
  return text.length > valueShown ? `${text.slice(0, valueShown)}…` : text;
}

function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

function linesOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((line) => line !== "");
}

/** The form of a record. @param record null: the client has none */
export function renderClientForm(
  { clientId, record, isKnown, formToken }: {
    readonly clientId: string;
    readonly record: ClientRecord | null;
    /** Whether anything is stored of the client; else a checkbox says that it is meant. */
    readonly isKnown: boolean;
    readonly formToken: Html;
  },
): Html {
  const shown = record ?? defaultClientRecord;
  const others = Object.fromEntries(
    Object.entries(shown).filter(([name]) => !ownFields.includes(name)),
  );
  return html`
    <form method="post" action="/console/client/record">
      ${formToken}
      <input type="hidden" name="clientId" value="${clientId}" />
      <input type="hidden" name="seen" value="${nameOfRecord(record)}" />
      <p><label for="ipAllowlist">Networks that requests may come from</label>
        <textarea id="ipAllowlist" name="ipAllowlist" rows="3" maxlength="${longMax}"
          aria-describedby="ipAllowlist-help">${shown.ipAllowlist.join("\n")}</textarea>
        <small id="ipAllowlist-help">Addresses or CIDRs, one on each line. Empty: from
          anywhere.</small></p>
      <p><label for="allowedDomain">Domain that requests must name</label>
        <input id="allowedDomain" name="allowedDomain" maxlength="300" autocomplete="off"
          value="${shown.allowedDomain ?? ""}" aria-describedby="allowedDomain-help" />
        <small id="allowedDomain-help">Such as app.example.com or *.example.com. Empty: any.</small></p>
      <p><label for="returnOrigins">Origins of its pages</label>
        <textarea id="returnOrigins" name="returnOrigins" rows="2" maxlength="${longMax}"
          aria-describedby="returnOrigins-help">${shown.returnOrigins.join("\n")}</textarea>
        <small id="returnOrigins-help">Such as https://shop.example, one on each line.</small></p>
      <p><label for="fourEyes">Reviews that need a second person</label>
        <select id="fourEyes" name="fourEyes">${FourEyes.options.map((option) =>
          html`<option value="${option}" ${chosen(option === shown.fourEyes)}>${option}</option>`
        )}</select></p>
      <p><label for="dueHours">Hours until a match is due</label>
        <input id="dueHours" name="dueHours" inputmode="numeric" required
          value="${shown.review.dueHours}" /></p>
      <p><label class="check"><input type="checkbox" name="confirmed" value="yes" ${shown.review
          .confirmed
        ? "checked"
        : ""} /> Confirmed matches are reviewed too</label></p>
      <p><label class="check"><input type="checkbox" name="monitoring" value="yes" ${shown
          .monitoring
        ? "checked"
        : ""} /> Its customers may be kept and monitored</label></p>
      <p><label for="subjectUrlTemplate">Its page about a customer, which the desk links</label>
        <input id="subjectUrlTemplate" name="subjectUrlTemplate" autocomplete="off"
          maxlength="${subjectUrlCharactersMax}" value="${shown.subjectUrlTemplate ?? ""}"
          aria-describedby="subjectUrlTemplate-help" />
        <small id="subjectUrlTemplate-help">Such as https://crm.example/customers/{subjectRef}. Empty:
          none.</small></p>
      <p><label for="others">Other members, as JSON</label>
        <textarea id="others" name="others" rows="12" class="code" maxlength="${longMax}"
          spellcheck="false">${JSON.stringify(others, null, 2)}</textarea></p>
      ${isKnown ? "" : html`
        <p><label class="check"><input type="checkbox" name="make" value="yes" required /> Make this
          client, of which nothing is on file</label></p>
      `}
      <button>Save the record</button>
    </form>
  `;
}
