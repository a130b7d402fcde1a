import { z } from "zod";
import type { Json } from "../json.ts";

/** Where a credential's revocation is told (Token Status List §6.2). */
export const StatusReference = z.object({
  uri: z.url({ protocol: /^https?$/ }),
  idx: z.int().nonnegative(),
}).readonly();
/** See {@link StatusReference}. */
export type StatusReference = z.infer<typeof StatusReference>;

const Status = z.object({ status_list: StatusReference });

/**
 * Reads the claim `status`.
 *
 * @returns null where a credential has none; undefined where it has one that is not understood, and
 * nobody could say that it holds
 */
export function parseStatusReference(status: Json | undefined): StatusReference | null | undefined {
  if (status === undefined) return null;
  return Status.safeParse(status).data?.status_list;
}
