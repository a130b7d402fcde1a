import { z } from "zod";
import { requireEnabled } from "../../../core/monitoring/enabled.ts";
import { listDays } from "../../../core/screening/queue/list_days.ts";
import { listDecisions } from "../../../core/screening/queue/list_decisions.ts";
import { QueueQuery } from "../../../core/screening/queue_schema.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { page, pageOf, withoutBlanks } from "./frame.ts";
import { renderQueue } from "./queue_page.ts";

/** Rows that a page looks at: a person waits for it, and goes on where filters leave them all out. */
const rowsReadMax = 500;

/** The page of the queue. */
export const queueRoute: Route = defineRoute({
  ...page,
  path: "/desk",
  summary: "The reviewers' desk",
  form: { ...page.form, searches: true },
  query: z.preprocess(withoutBlanks, QueueQuery),
  refuses: ["bad_request"],
  run: async (ports, { caller, query, request: { mode } }) => {
    const of = { caller: caller.client, mode };
    const [listed, days, monitors] = await Promise.all([
      listDecisions(ports, { ...of, query, rowsReadMax }),
      listDays(ports, of),
      requireEnabled(ports, caller.client),
    ]);
    if (!listed.ok) return listed;
    const body = renderQueue({
      page: listed.value,
      query,
      days,
      sources: ports.lists.use(({ snapshot }) => snapshot.lists.map(({ source }) => source)),
      now: ports.clock.now(),
      hasMonitored: monitors.ok,
    });
    return pageOf({ title: "Queue", current: "/desk", caller, body });
  },
});
