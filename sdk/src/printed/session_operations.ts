// Printed by `deno task sdk` from the route records. Do not edit.
import type { Operation } from "../operation.ts";

/** Operations that a session token may call. */
export const sessionOperations: Readonly<Record<string, Operation>> = {
  readSession: {
    method: "GET",
    path: "/v1/verify/sessions/{sessionId}",
    repeat: "read",
    query: true,
  },
};
