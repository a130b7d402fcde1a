import { html } from "hono/html";
import type { Act } from "./acts.ts";
import type { Story } from "./story.ts";

/** The invented customer who is listed in the next version of the invented lists. */
const listedNext = "customer-3";

/** The book, by the client's own references. */
const book = [
  ["customer-1", "Margaret Thistlewood"],
  ["customer-2", "Hannelore Bistrupgaard"],
  [listedNext, "Ruprecht Wendelstrand"],
] as const;

const monitor = ([subjectRef, name]: typeof book[number]): Act => ({
  says: `Monitor ${subjectRef}`,
  method: "PUT",
  path: `/v1/monitoring/subjects/${subjectRef}`,
  body: { name },
  sdk: { method: "putMonitoredSubject", args: [subjectRef, { name }] },
  shows: [{ label: `${name}, ${subjectRef}`, at: "/classification", as: "screened" }],
});

/** A query in the form of an address. */
const queryOf = (query: Readonly<Record<string, string>>) => new URLSearchParams(query).toString();

const opened = { origin: "monitoring", subjectRef: listedNext, order: "newest" } as const;

/** Customers who are compared again when a list changes. */
export const monitoringStories: readonly Story[] = [{
  slug: "monitoring",
  title: "A list changes, and you hear of it",
  summary: "Three customers are clear. The next version of a list names one of them.",
  about: html`
    <p>
      aval keeps a book of your customers and compares it with each change of the lists. None of the
      three below is listed today. Then this sandbox shows you, for an hour, the next version of its
      invented list, as if the publisher had issued it. A run begins by itself within seconds, a
      decision opens, and an event says so.
    </p>
  `,
  turns: [
    {
      label: "Monitor three customers",
      acts: [
        ...book.map(monitor),
        {
          says: "List the book",
          method: "GET",
          path: "/v1/monitoring/subjects",
          sdk: { method: "listMonitoredSubjects", args: [] },
          keeps: { monitored: "/total" },
          shows: [{ label: "Customers in the book", at: "/total" }],
        },
      ],
    },
    {
      label: "Change the list",
      needs: "monitored",
      acts: [
        {
          says: "The next version of the list",
          method: "POST",
          path: "/v1/sandbox/lists/advance",
          sdk: { method: "advanceSandboxLists", args: [] },
          shows: [{ label: "You see the next list until", at: "/until", as: "time" }],
        },
        {
          says: "The decision that opens",
          method: "GET",
          path: `/v1/screen/decisions?${queryOf(opened)}`,
          sdk: { method: "listDecisions", args: [opened] },
          repeatsWhile: {
            pointer: "/decisions/0",
            is: null,
            waitsFor: "the run to open a decision",
          },
          keeps: {
            decisionId: "/decisions/0/decisionId",
            subjectRef: "/decisions/0/subjectRef",
            classification: "/decisions/0/classification",
          },
          shows: [
            { label: "Decision about", at: "/decisions/0/subjectRef" },
            { label: "State of its review", at: "/decisions/0/state" },
          ],
        },
        {
          says: "The run that compared the book",
          method: "GET",
          path: "/v1/monitoring/runs",
          sdk: { method: "listMonitoringRuns", args: [] },
          repeatsWhile: { pointer: "/runs/0/endedAt", is: null, waitsFor: "the run to end" },
          shows: [
            { label: "Run", at: "/runs/0/kind", as: "run" },
            { label: "Customers it came past", at: "/runs/0/subjects" },
            { label: "Compared with the whole list", at: "/runs/0/compared" },
            { label: "Decisions it opened", at: "/runs/0/opened" },
          ],
        },
        {
          says: "The customer whom it is about",
          method: "GET",
          path: "/v1/monitoring/subjects/{subjectRef}",
          sdk: { method: "readMonitoredSubject", args: ["{subjectRef}"] },
          keeps: { name: "/request/name" },
          shows: [{ label: "Customer", at: "/request/name" }],
        },
        {
          says: "Read the decision",
          method: "GET",
          path: "/v1/screen/{decisionId}",
          sdk: { method: "readDecision", args: ["{decisionId}"] },
          picture: "screening",
          shows: [
            { label: "Classification", at: "/classification", as: "screened" },
            { label: "First candidate", at: "/candidates/0/entityName" },
          ],
        },
        {
          says: "Read the events",
          method: "GET",
          path: "/v1/events?limit=200",
          sdk: { method: "listEvents", args: [{ limit: 200 }] },
          repeatsWhile: {
            pointer: "/events",
            lacks: "{decisionId}",
            waitsFor: "the event of the decision",
          },
          shows: [{ label: "The event that arrived", at: "/events", as: "event" }],
        },
      ],
    },
  ],
  stores: ["subjectRef", "decisionId", "classification"],
  after: html`
    <p>
      An event names no person: ids, classes and your own reference alone. Your server reads them in
      order as above, or has them posted to it, signed.
      <a href="/docs/events">How events are delivered and verified</a>,
      <a href="/docs/screening#watch-your-customers">how customers are monitored</a>.
    </p>
  `,
}];
