import { z } from "zod";
import { actingPerson } from "../../../core/access/person_identity.ts";
import type { DeskCaller } from "../../../core/access/schema.ts";
import { findSubjectUrl } from "../../../core/access/find_subject_url.ts";
import { listChanges } from "../../../core/lists_in_force/list_changes.ts";
import { advanceLists } from "../../../core/monitoring/advance_lists.ts";
import { listRuns, startRun } from "../../../core/monitoring/begin_run.ts";
import { requireEnabled } from "../../../core/monitoring/enabled.ts";
import { putMonitoredSubject } from "../../../core/monitoring/put_subject.ts";
import {
  listMonitoredSubjects,
  readMonitoredSubject,
  removeMonitoredSubject,
} from "../../../core/monitoring/read_subjects.ts";
import { type MonitoredRequest, monitoredRequest } from "../../../core/monitoring/schema.ts";
import { showSubject } from "../../../core/monitoring/show_subject.ts";
import type { Mode } from "../../../core/nouns.ts";
import { PairId } from "../../../core/screening/candidate_schema.ts";
import { endPair } from "../../../core/screening/cleared/end_pair.ts";
import { listPairs } from "../../../core/screening/cleared/list_pairs.ts";
import { PairQuery } from "../../../core/screening/cleared_schema.ts";
import { cursorText } from "../../../core/screening/page_query.ts";
import { listDecisions } from "../../../core/screening/queue/list_decisions.ts";
import { SubjectRef } from "../../../core/screening/request_schema.ts";
import { ok, refuse } from "../../../base/result.ts";
import type { Ports } from "../../http/ports.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { doneAt, FormToken, redirectTo, tokenForm } from "../person_page.ts";
import { renderCleared } from "./cleared_page.ts";
import { act, page, pageOf, shownAct, withoutBlanks } from "./frame.ts";
import type { MatchSettings } from "./match_routes.ts";
import { renderSubject } from "./subject_page.ts";
import {
  type ListToday,
  renderAdvanced,
  renderNotWatching,
  renderWatched,
  type WatchedView,
} from "./watched_page.ts";

const current = "/desk/watched";
const bySubject = z.object({ subjectRef: SubjectRef });
/** Customers, runs, changes of lists and new matches that the page shows or counts at most. */
const [subjectsMax, runsMax, changesMax, openedMax] = [50, 5, 1_000, 20];

/** The pages of watched customers, and what is done there: off unless the client's record turns monitoring on. */
export function watchedRoutes(settings: MatchSettings, deployed: Mode): readonly Route[] {
  return [
    watchedRoute,
    clearedRoute,
    endPairRoute,
    startRunRoute,
    putSubjectRoute(settings),
    subjectRoute,
    removeSubjectRoute,
    ...(deployed === "sandbox" ? [advanceRoute] : []),
  ];
}

const watchedRoute = defineRoute({
  ...page,
  path: current,
  summary: "The watched customers of the reviewers' desk",
  form: { ...page.form, searches: true },
  query: z.preprocess(
    withoutBlanks,
    z.object({ subjectRef: SubjectRef.optional(), cursor: cursorText.optional() }),
  ),
  refuses: ["bad_request", "monitoring_not_enabled"],
  run: async (ports, { caller, query, request: { mode } }) => {
    const title = "Watched";
    if (!(await requireEnabled(ports, caller.client)).ok) {
      return pageOf({ title, current, caller, body: renderNotWatching() });
    }
    const asked = { caller: caller.client, mode };
    const [subjects, runs, today] = await Promise.all([
      findSubjects(ports, { ...asked, ...query }),
      listRuns(ports, { ...asked, query: { limit: runsMax } }),
      readToday(ports, asked),
    ]);
    if (!subjects.ok) return subjects;
    if (!runs.ok) return runs;
    if (!today.ok) return today;
    const body = renderWatched({
      subjects: subjects.value,
      searched: query.subjectRef ?? null,
      runs: runs.value.runs,
      today: today.value,
      canAdvance: caller.client.kind === "sandbox",
      formToken: caller.formToken,
    });
    return pageOf({ title, current, caller, body });
  },
});

/** Whose customers. */
interface Of {
  readonly caller: DeskCaller["client"];
  readonly mode: Mode;
}

/** A page of the customers, or the one that was searched for. None of their data is shown. */
async function findSubjects(
  ports: Ports,
  { subjectRef, cursor, ...of }: Of & {
    readonly subjectRef?: SubjectRef | undefined;
    readonly cursor?: string | undefined;
  },
) {
  const query = subjectRef === undefined ? { cursor, limit: subjectsMax } : { limit: 1 };
  const listed = await listMonitoredSubjects(ports, { ...of, query });
  if (!listed.ok || subjectRef === undefined) return listed;
  const found = await readMonitoredSubject(ports, { ...of, subjectRef });
  return ok({ ...listed.value, subjects: found.ok ? [found.value] : [], nextCursor: null });
}

/** What changed on the lists today, and whom runs have found since its beginning, in UTC. */
async function readToday(ports: Ports, { caller, mode }: Of) {
  const date = ports.clock.now().toString().slice(0, 10);
  const opened = (classification: "POSSIBLE_MATCH" | "CONFIRMED_MATCH") =>
    listDecisions(ports, {
      ...{ caller, mode },
      query: {
        ...{ state: "all", origin: "monitoring", cleared: "include", classification },
        ...{ from: date, order: "newest", limit: openedMax },
      },
    });
  const [changes, possible, confirmed] = await Promise.all([
    listChanges(ports, { mode, query: { since: date, limit: changesMax } }),
    opened("POSSIBLE_MATCH"),
    opened("CONFIRMED_MATCH"),
  ]);
  if (!possible.ok) return possible;
  if (!confirmed.ok) return confirmed;
  // Refused before the first lists are on record: nothing has changed then.
  const listed = changes.ok ? changes.value : { changes: [], nextCursor: null };
  const lists = new Map<string, ListToday>();
  for (const { source, change } of listed.changes) {
    const sum = lists.get(source) ?? { source, added: 0, changed: 0, removed: 0 };
    lists.set(source, { ...sum, [change]: sum[change] + 1 });
  }
  const today: WatchedView["today"] = {
    ...{ date, lists: [...lists.values()], isMore: listed.nextCursor !== null },
    opened: [...possible.value.decisions, ...confirmed.value.decisions]
      .toSorted((one, other) => one.decidedAt < other.decidedAt ? 1 : -1).slice(0, openedMax),
  };
  return ok(today);
}

const startRunRoute = defineRoute({
  ...act,
  path: `${current}/runs`,
  summary: "Compare all watched customers now",
  form: { ...tokenForm, on: { page: watchedRoute } },
  refuses: ["monitoring_not_enabled", "monitoring_run_in_progress", "not_found"],
  run: async (ports, { unit, caller, request: { mode } }) => {
    const started = await startRun(ports, {
      ...{ unit, caller: caller.client, mode, by: actingPerson(caller) },
    });
    return started.ok ? redirectTo(current) : started;
  },
});

const putSubjectRoute = ({ limits }: MatchSettings) => {
  const { name, dob, nationality } = monitoredRequest(limits).unwrap().shape;
  return defineRoute({
    ...act,
    path: `${current}/subjects`,
    summary: "Watch a customer",
    form: {
      ...act.form,
      on: { page: watchedRoute },
      urlencoded: z.preprocess(
        withoutBlanks,
        z.object({ formToken: FormToken, subjectRef: SubjectRef, name, dob, nationality }),
      ),
    },
    refuses: ["monitoring_not_enabled", "bad_request", "too_many_subjects"],
    run: async (ports, { unit, caller, body, request: { mode } }) => {
      const { formToken: _, subjectRef, ...data } = body;
      const request = data as MonitoredRequest;
      const put = await putMonitoredSubject(ports, {
        ...{ unit, caller: caller.client, mode, subjectRef, request },
        by: actingPerson(caller),
      });
      return put.ok ? doneAt(`${current}/subjects/${subjectRef}`) : put;
    },
  });
};

const subjectRoute = defineRoute({
  ...page,
  path: `${current}/subjects/{subjectRef}`,
  summary: "A watched customer of the reviewers' desk",
  params: bySubject,
  // The read of a customer's data is audited.
  form: { ...page.form, writesOnGet: true },
  refuses: ["not_found"],
  run: async (ports, { unit, caller, params: { subjectRef }, request: { mode } }) => {
    const { client, person: { personId: person }, formToken } = caller;
    const subject = await showSubject(ports, {
      ...{ unit, caller: client, mode, subjectRef, person },
    });
    if (subject === null) return refuse({ code: "not_found" } as const);
    const subjectUrl = await findSubjectUrl(ports, { clientId: client.clientId, subjectRef });
    const body = renderSubject({ subject, subjectUrl, formToken });
    return pageOf({ title: "Watched customer", current, caller, body });
  },
});

const removeSubjectRoute = defineRoute({
  ...act,
  path: `${current}/subjects/{subjectRef}/removal`,
  summary: "Watch a customer no longer",
  params: bySubject,
  form: tokenForm,
  refuses: ["monitoring_not_enabled", "not_found"],
  run: async (ports, { unit, caller, params: { subjectRef }, request: { mode } }) => {
    const removed = await removeMonitoredSubject(ports, {
      ...{ unit, caller: caller.client, mode, subjectRef, by: actingPerson(caller) },
    });
    return removed.ok ? doneAt(current) : removed;
  },
});

const clearedRoute = defineRoute({
  ...page,
  path: `${current}/cleared`,
  summary: "The cleared pairs of the reviewers' desk",
  query: z.preprocess(withoutBlanks, PairQuery),
  refuses: ["bad_request"],
  run: async (ports, { caller, query, request: { mode } }) => {
    const { formToken, client: { clientId: client } } = caller;
    const listed = await listPairs(ports, { client, mode, query });
    if (!listed.ok) return listed;
    const body = renderCleared({ page: listed.value, query, formToken });
    return pageOf({ title: "Cleared pairs", current, caller, body });
  },
});

const endPairRoute = defineRoute({
  ...act,
  path: `${current}/cleared/{pairId}/end`,
  summary: "End a cleared pair",
  params: z.object({ pairId: PairId }),
  form: tokenForm,
  refuses: ["not_found"],
  run: async (ports, { unit, caller, params: { pairId: id }, request: { mode } }) => {
    const { client: { clientId: client } } = caller;
    const ended = await endPair(ports, { unit, client, mode, id, by: actingPerson(caller) });
    return ended.ok ? doneAt(`${current}/cleared`) : ended;
  },
});

const advanceRoute = defineRoute({
  ...shownAct,
  path: `${current}/lists`,
  summary: "See the next version of the invented lists for an hour",
  form: tokenForm,
  run: (ports, { unit, caller }) => {
    const advanced = advanceLists(ports, { unit, caller: caller.client });
    if (!advanced.ok) return advanced;
    const body = renderAdvanced(advanced.value);
    return pageOf({ title: "Watched", current, caller, body });
  },
});
