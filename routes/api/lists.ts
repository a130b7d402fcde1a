import { describePublished, ListsResponse } from "../../core/wallet_risk/describe_published.ts";
import { ok } from "../../base/result.ts";
import { defineRoute } from "../http/route.ts";

/** GET /v1/lists: which lists are in force, from when, how old. */
export const listsRoute = defineRoute({
  operationId: "readLists",
  method: "get",
  path: "/v1/lists",
  summary: "Lists and tag packs in force, their dates and age",
  description:
    "Answers active clients only, and from where their own source restriction lets them call, as every route with a token does.",
  service: "screening",
  kind: "lists",
  auth: "bearer",
  answers: { 200: ListsResponse },
  run: (ports, { request }) => ok(describePublished(ports, request.mode)),
});
