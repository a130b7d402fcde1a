import { z } from "zod";
import { advanceLists, ListsAdvanced } from "../../core/monitoring/advance_lists.ts";
import { listRuns, startRun } from "../../core/monitoring/begin_run.ts";
import { importSubjects } from "../../core/monitoring/import_subjects.ts";
import { putMonitoredSubject } from "../../core/monitoring/put_subject.ts";
import {
  listMonitoredSubjects,
  readMonitoredSubject,
  removeMonitoredSubject,
} from "../../core/monitoring/read_subjects.ts";
import { finishImport, removeAllSubjects } from "../../core/monitoring/remove_subjects.ts";
import {
  ConfirmQuery,
  FinishQuery,
  Generation,
  ImportQuery,
  importRequest,
  type MonitoredRequest,
  monitoredRequest,
  MonitoredSubjectPage,
  MonitoredSubjectRead,
  MonitoringPageQuery,
  MonitoringRun,
  MonitoringRunPage,
  SubjectsImported,
  SubjectsRemoved,
} from "../../core/monitoring/schema.ts";
import type { Mode } from "../../core/nouns.ts";
import { batchFingerprint } from "../../core/screening/batches/fingerprint.ts";
import type { BatchLimits, SubmittedBatch } from "../../core/screening/batch_schema.ts";
import { ScreeningResponse } from "../../core/screening/decision_schema.ts";
import { SubjectRef } from "../../core/screening/request_schema.ts";
import { defineRoute, type RawBytes, reply, type Route } from "../http/route.ts";

/**
 * The routes of monitored customers and their runs (decisions-3.md part 21); in a sandbox also the
 * advance of lists.
 */
export function monitoringRoutes(limits: BatchLimits, deployed: Mode): readonly Route[] {
  return [
    putSubjectRoute(limits),
    readSubjectRoute,
    removeSubjectRoute,
    listSubjectsRoute,
    removeAllRoute,
    importRoute(limits),
    finishRoute,
    startRunRoute,
    listRunsRoute,
    ...(deployed === "live" ? [] : [advanceListsRoute]),
  ];
}

const subjectsPath = "/v1/monitoring/subjects";
const SubjectPath = z.object({ subjectRef: SubjectRef });
const [csvType, ndjsonType] = ["text/csv", "application/x-ndjson"];
/**
 * The common members of these routes. They read stored personal data, so that the client's record
 * is read without a cache.
 */
const common = {
  service: "screening",
  auth: "bearer",
  access: { freshClient: true },
  limits: { bucket: "screening" },
} as const;

/** PUT /v1/monitoring/subjects/{subjectRef}. */
const putSubjectRoute = (limits: BatchLimits) =>
  defineRoute({
    ...common,
    method: "put",
    path: `${subjectsPath}/{subjectRef}`,
    summary: "Monitor a customer",
    documentation: {
      operationId: "putMonitoredSubject",
      tag: "desk",
      description:
        "Decides at once, as `POST /v1/screen` does; from then on each change of the lists is compared with the customer. 201: it was not monitored before. Of equal data the answer is the last decision on file. The service keeps what you send until you remove it.",
    },
    kind: "monitor",
    params: SubjectPath,
    body: monitoredRequest(limits) as z.ZodType<MonitoredRequest>,
    answers: { 200: ScreeningResponse, 201: ScreeningResponse },
    refuses: ["monitoring_not_enabled", "bad_request", "too_many_subjects"],
    run: async (ports, { unit, caller, params, body, request: { mode } }) => {
      const { subjectRef } = params;
      const put = await putMonitoredSubject(ports, {
        ...{ unit, caller, mode, subjectRef, request: body },
      });
      if (!put.ok) return put;
      const { isNew, response } = put.value;
      return isNew ? reply(201, response) : reply(200, response);
    },
  });

/** GET /v1/monitoring/subjects/{subjectRef}. */
const readSubjectRoute = defineRoute({
  ...common,
  method: "get",
  path: `${subjectsPath}/{subjectRef}`,
  summary: "Read a monitored customer",
  documentation: { operationId: "readMonitoredSubject", tag: "desk" },
  kind: "read",
  params: SubjectPath,
  answers: { 200: MonitoredSubjectRead },
  refuses: ["monitoring_not_enabled", "not_found"],
  run: (ports, { caller, params, request: { mode } }) =>
    readMonitoredSubject(ports, { caller, mode, ...params }),
});

/** DELETE /v1/monitoring/subjects/{subjectRef}. */
const removeSubjectRoute = defineRoute({
  ...common,
  method: "delete",
  path: `${subjectsPath}/{subjectRef}`,
  summary: "Monitor a customer no longer",
  documentation: {
    operationId: "removeMonitoredSubject",
    tag: "desk",
    description: "What you sent of the customer is deleted with its key. Decisions stay.",
  },
  kind: "unmonitor",
  params: SubjectPath,
  answers: { 200: SubjectsRemoved },
  refuses: ["monitoring_not_enabled", "not_found"],
  run: (ports, { unit, caller, params, request: { mode } }) =>
    removeMonitoredSubject(ports, { unit, caller, mode, ...params }),
});

/** GET /v1/monitoring/subjects. */
const listSubjectsRoute = defineRoute({
  ...common,
  method: "get",
  path: subjectsPath,
  summary: "List monitored customers",
  documentation: {
    operationId: "listMonitoredSubjects",
    tag: "desk",
    description:
      "Without the data that you sent. Following the cursors returns each customer once.",
  },
  kind: "list",
  query: MonitoringPageQuery,
  answers: { 200: MonitoredSubjectPage },
  refuses: ["monitoring_not_enabled", "bad_request"],
  run: (ports, { caller, query, request: { mode } }) =>
    listMonitoredSubjects(ports, { caller, mode, query }),
});

/** DELETE /v1/monitoring/subjects. */
const removeAllRoute = defineRoute({
  ...common,
  method: "delete",
  path: subjectsPath,
  summary: "Remove all monitored customers",
  documentation: {
    operationId: "removeMonitoredSubjects",
    tag: "desk",
    description:
      "The key of the book is deleted at once, so that nothing of it can be read. A running run ends. Decisions and runs stay.",
  },
  kind: "unmonitor",
  query: ConfirmQuery,
  answers: { 200: SubjectsRemoved },
  refuses: ["monitoring_not_enabled", "monitoring_count_differs"],
  run: (ports, { unit, caller, query, request: { mode } }) =>
    removeAllSubjects(ports, { unit, caller, mode, stated: query.confirm }),
});

function submittedIn({ type, bytes }: RawBytes): SubmittedBatch {
  return { form: type === csvType ? "csv" : "ndjson", bytes, onRowError: "refuse" };
}

/** POST /v1/monitoring/subjects/import. */
const importRoute = (limits: BatchLimits) =>
  defineRoute({
    ...common,
    method: "post",
    path: `${subjectsPath}/import`,
    summary: "Import monitored customers",
    documentation: {
      operationId: "importMonitoredSubjects",
      tag: "desk",
      description:
        "A piece of your book, under the name of a generation; send as many pieces as it takes, then finish the import. Rows as in `POST /v1/screen/batches`, each with a `subjectRef`; one that is wrong refuses the piece. Nothing is decided here: a run compares those who are new or changed.",
    },
    kind: "import",
    limits: { bucket: "screening", bodyBytesMax: limits.batchBodyBytesMax },
    idempotency: { owner: "client", comparedBy: batchFingerprint },
    query: ImportQuery,
    body: importRequest(limits) as z.ZodType<SubmittedBatch>,
    form: { refusesRows: true, raw: { types: [csvType, ndjsonType], body: submittedIn } },
    answers: { 200: SubjectsImported },
    refuses: ["monitoring_not_enabled", "bad_request", "too_many_subjects"],
    run: (ports, { unit, once, caller, query, body, request: { mode } }) =>
      importSubjects(ports, { unit, once, caller, mode, ...query, submitted: body }),
  });

/** POST /v1/monitoring/subjects/import/{generation}/finish. */
const finishRoute = defineRoute({
  ...common,
  method: "post",
  path: `${subjectsPath}/import/{generation}/finish`,
  summary: "Finish an import",
  documentation: {
    operationId: "finishMonitoringImport",
    tag: "desk",
    description:
      "Customers whom the generation has not named are removed, if they are as many as `remove` says. A run then compares those who are new or changed.",
  },
  kind: "import",
  idempotency: { owner: "client" },
  params: z.object({ generation: Generation }),
  query: FinishQuery,
  answers: { 200: SubjectsRemoved },
  refuses: ["monitoring_not_enabled", "monitoring_count_differs"],
  run: (ports, { unit, caller, params, query, request: { mode } }) =>
    finishImport(ports, { unit, caller, mode, ...params, stated: query.remove }),
});

/** POST /v1/monitoring/runs. */
const startRunRoute = defineRoute({
  ...common,
  method: "post",
  path: "/v1/monitoring/runs",
  summary: "Compare all monitored customers with the lists",
  documentation: {
    operationId: "startMonitoringRun",
    tag: "desk",
    description:
      "Runs begin by themselves on each change of the lists and once a day: this one is for a proof at a time of yours. 404: no customer has been monitored.",
  },
  kind: "run",
  idempotency: { owner: "client" },
  answers: { 202: MonitoringRun },
  refuses: ["monitoring_not_enabled", "not_found", "monitoring_run_in_progress"],
  run: (ports, { unit, caller, request: { mode } }) => startRun(ports, { unit, caller, mode }),
});

/** GET /v1/monitoring/runs. */
const listRunsRoute = defineRoute({
  ...common,
  method: "get",
  path: "/v1/monitoring/runs",
  summary: "List runs over the monitored customers",
  documentation: {
    operationId: "listMonitoringRuns",
    tag: "desk",
    description: "With the lists, the times and the numbers of each: the proof that it took place.",
  },
  access: { freshClient: true, agents: true },
  kind: "list",
  query: MonitoringPageQuery,
  answers: { 200: MonitoringRunPage },
  refuses: ["monitoring_not_enabled", "bad_request"],
  run: (ports, { caller, query, request: { mode } }) => listRuns(ports, { caller, mode, query }),
});

/** POST /v1/sandbox/lists/advance. */
const advanceListsRoute = defineRoute({
  ...common,
  method: "post",
  path: "/v1/sandbox/lists/advance",
  summary: "See the next version of the invented lists for an hour",
  documentation: {
    operationId: "advanceSandboxLists",
    tag: "desk",
    description:
      "As if their publisher had issued it: your screenings and your monitored customers are compared with it, those of no other client. In a sandbox alone.",
  },
  kind: "advance",
  answers: { 200: ListsAdvanced },
  run: (ports, { unit, caller }) => advanceLists(ports, { unit, caller }),
});
