import { readsAccessToken } from "../http/bearer_token.ts";
import { type RefusalCode, refusalKind, refusalKinds } from "../http/refusals.ts";
import type { Auth, Route } from "../http/route.ts";
import { errorAnswer, rowsAnswer } from "./error_answers.ts";

/** Codes that the edge itself may answer on any route, declared once: `components.responses` only. */
const edgeCodes: ReadonlySet<RefusalCode> = new Set([
  "method_not_allowed",
  "payload_too_large",
  "upstream_unavailable",
]);

/** The errors that an operation may answer, by status: each with the codes that it can have there. */
export function errorsOf(route: Route): Readonly<Record<string, unknown>> {
  const byStatus = Object.groupBy(refusalCodes(route), (code) => refusalKind(code).status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      status === "400" && route.form?.refusesRows === true
        ? rowsAnswer(codes ?? [])
        : errorAnswer(Number(status), codes ?? [], route.form?.errors ?? "aval"),
    ]),
  );
}

/** Kinds of authentication that read a bearer token and authorize its client. */
const isForClients: ReadonlySet<Auth> = new Set(["bearer", "session_token", "optional_bearer"]);

/** Codes that a token of a client may be refused with. */
const admissionCodes: readonly RefusalCode[] = [
  "account_inactive",
  "client_access_restricted",
  "insufficient_scope",
];

/** Every refusal that a route's guards and operation can reach, the edge's own left out. */
function refusalCodes(route: Route): readonly RefusalCode[] {
  const codes: RefusalCode[] = [...(route.refuses ?? [])];
  const takesBody = route.body !== undefined || route.form?.urlencoded !== undefined;
  const reads = takesBody || route.query !== undefined || route.headers !== undefined;
  // A key that is no sane header is refused as one.
  if (reads || route.idempotency !== undefined) codes.push("bad_request");
  if (readsAccessToken(route)) codes.push("invalid_request");
  if (route.params !== undefined) codes.push("not_found");
  if (isForClients.has(route.auth)) codes.push("unauthorized", ...forbiddenCodes(route));
  if (route.limits?.bucket !== undefined) codes.push("rate_limit_exceeded");
  if (route.idempotency !== undefined) {
    codes.push("idempotency_key_conflict", "idempotency_key_in_progress");
  }
  if (route.form?.writesOnGet === true) codes.push("prefetch_refused");
  if (route.documentation?.neverFails !== true) codes.push("internal_error");
  const own = new Set(codes.filter((code) => !edgeCodes.has(code)));
  return Object.keys(refusalKinds).filter((code): code is RefusalCode =>
    own.has(code as RefusalCode)
  );
}

function forbiddenCodes({ auth, access = {} }: Route): readonly RefusalCode[] {
  const { agents, roles, rolesAll, hidesForbidden } = access;
  if (hidesForbidden === true) return ["not_found"];
  return [
    ...admissionCodes.filter((code) =>
      // Where anyone may call without a token, the source is not restricted.
      (code !== "client_access_restricted" || auth !== "optional_bearer") &&
      (code !== "insufficient_scope" || agents !== true)
    ),
    ...(roles === undefined && rolesAll === undefined ? [] : ["insufficient_role"] as const),
  ];
}
