import { describeLists, ListsResponse } from "../../core/lists_in_force/describe_lists.ts";
import { ok } from "../../base/result.ts";
import { defineRoute } from "../http/route.ts";

/** GET /v1/lists: which lists are in force, from when, how old. */
export const listsRoute = defineRoute({
  operationId: "readLists",
  method: "get",
  path: "/v1/lists",
  summary: "Lists in force, their publishers' dates and age",
  description:
    "Answers active clients only, and from where their own source restriction lets them call, as every route with a token does.",
  service: "screening",
  kind: "lists",
  auth: "bearer",
  answers: { 200: ListsResponse },
  run: (ports, { request }) => ok(describeLists(ports, request.mode)),
});
