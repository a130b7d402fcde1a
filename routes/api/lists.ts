import { z } from "zod";
import {
  listChanges,
  ListChangesPage,
  ListChangesQuery,
} from "../../core/lists_in_force/list_changes.ts";
import { ListEntryResponse, readEntry } from "../../core/lists_in_force/read_entry.ts";
import { describePublished, ListsResponse } from "../../core/wallet_risk/describe_published.ts";
import { ok } from "../../base/result.ts";
import { defineRoute } from "../http/route.ts";

/** GET /v1/lists: the lists in force, with their times and ages. */
export const listsRoute = defineRoute({
  method: "get",
  path: "/v1/lists",
  summary: "Lists and tag packs in force, their dates and age",
  documentation: {
    operationId: "readLists",
    description:
      "Answers active clients only, and from where their own source restriction lets them call, as every route with a token does.",
  },
  service: "screening",
  kind: "lists",
  auth: "bearer",
  answers: { 200: ListsResponse },
  run: (ports, { request }) => ok(describePublished(ports, request.mode)),
});

/** GET /v1/lists/{source}/entries/{listRef} (decisions-2.md part 19). */
export const listEntryRoute = defineRoute({
  method: "get",
  path: "/v1/lists/{source}/entries/{listRef}",
  summary: "Read one entry of a list in force, whole",
  documentation: {
    operationId: "readListEntry",
    description:
      "What a reviewer needs of a candidate: names by strength, dates, places, identifiers, remarks, wallets and links, as the snapshot in force holds them. `source` and `listRef` are a candidate's, escaped as a part of a path.",
  },
  service: "screening",
  kind: "lists",
  auth: "bearer",
  limits: { bucket: "screening" },
  params: z.object({
    source: z.string().meta({ description: "Key of the list", examples: ["ofac-sdn"] }),
    listRef: z.string().meta({ description: "The publisher's own identifier of the entry" }),
  }),
  answers: { 200: ListEntryResponse },
  refuses: ["not_found"],
  run: (ports, { params, request }) => readEntry(ports, { ...params, mode: request.mode }),
});

/** GET /v1/lists/changes (decisions-3.md part 21, Lists). */
export const listChangesRoute = defineRoute({
  method: "get",
  path: "/v1/lists/changes",
  summary: "What changed on the lists",
  documentation: {
    operationId: "listListChanges",
    description:
      "Entries added, changed and removed when newer lists came into force, for 400 days. A list that was in force for the first time changed nothing. The invented lists of the sandbox never change.",
  },
  service: "screening",
  kind: "lists",
  auth: "bearer",
  access: { agents: true },
  limits: { bucket: "screening" },
  form: { revalidates: true },
  query: ListChangesQuery,
  answers: { 200: ListChangesPage },
  refuses: ["bad_request"],
  run: (ports, { query, request }) => listChanges(ports, { mode: request.mode, query }),
});
