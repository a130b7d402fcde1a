import { z } from "zod";
import type { Limits } from "../policy/limits.ts";
import { SessionId } from "./schema.ts";

/** The limits of the policy that a list is held to. */
export type ListLimits = Pick<Limits, "listRowsDefault" | "listRowsMax">;

/** The members of a list's query that say which page of it. */
export function pageQuery({ listRowsDefault, listRowsMax }: ListLimits) {
  return {
    limit: z.string().regex(/^[0-9]{1,9}$/, "expected a whole number in digits").transform(Number)
      .pipe(z.int().min(1).max(listRowsMax)).default(listRowsDefault)
      .meta({ type: "integer", minimum: 1, maximum: listRowsMax }),
    cursor: SessionId.optional().meta({ description: "`nextCursor` of the last page" }),
  };
}
