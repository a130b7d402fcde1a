import { z } from "zod";
import type { Json } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** Where a credential's revocation is published (Token Status List §6.2). */
export const StatusReference = z.object({
  uri: z.url({ protocol: /^https?$/ }),
  idx: z.int().nonnegative(),
}).readonly();
export type StatusReference = z.infer<typeof StatusReference>;

const Status = z.object({ status_list: StatusReference });

/** A status that is not understood: nobody could say that its credential holds. */
export interface StatusReferenceRefusal {
  readonly code: "status_malformed";
}

/** Parses the claim `status`. @returns null for a credential that has none */
export function parseStatusReference(
  status: Json | undefined,
): Result<StatusReference | null, StatusReferenceRefusal> {
  if (status === undefined) return ok(null);
  const parsed = Status.safeParse(status);
  return parsed.success ? ok(parsed.data.status_list) : refuse({ code: "status_malformed" });
}
