import { z } from "zod";
import { listDecisions } from "../../../core/screening/queue/list_decisions.ts";
import { QueueQuery } from "../../../core/screening/queue_schema.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { page, pageOf, withoutBlanks } from "./frame.ts";
import { renderQueue } from "./queue_page.ts";

/** Decisions of each kind that the pictures count at most. */
const countedMax = 100;

/** The page of the queue. */
export function queueRoute(basePath: string): Route {
  return defineRoute({
    ...page,
    path: "/desk",
    summary: "The reviewers' desk",
    query: z.preprocess(withoutBlanks, QueueQuery),
    refuses: ["bad_request"],
    run: async (ports, { caller, query, request: { mode } }) => {
      const list = (asked: QueueQuery) =>
        listDecisions(ports, { caller: caller.client, mode, query: asked });
      const counted = { cleared: "include", limit: countedMax } as const;
      const [listed, open, closed] = await Promise.all([
        list(query),
        list({ ...counted, state: "open" }),
        list({ ...counted, state: "CLOSED" }),
      ]);
      if (!listed.ok) return listed;
      if (!open.ok) return open;
      if (!closed.ok) return closed;
      const body = renderQueue({
        page: listed.value,
        query,
        counted: {
          open: open.value.decisions,
          closed: closed.value.decisions,
          most: countedMax,
        },
        sources: ports.lists.use(({ snapshot }) => snapshot.lists.map(({ source }) => source)),
        now: ports.clock.now(),
      });
      return pageOf(basePath, { title: "Queue", current: "/desk", caller, body });
    },
  });
}
