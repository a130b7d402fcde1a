import { z } from "zod";
import { ClientId } from "../access/schema.ts";
import type { Mode } from "../nouns.ts";
import type { Limits } from "../policy/limits.ts";
import { SessionId } from "./schema.ts";

/** The policy's limits for a list. */
export type ListLimits = Pick<Limits, "listRowsDefault" | "listRowsMax">;

/** The members of a list's query that select the page. */
function pageQuery({ listRowsDefault, listRowsMax }: ListLimits) {
  return {
    limit: z.string().regex(/^[0-9]{1,9}$/, "expected a whole number in digits").transform(Number)
      .pipe(z.int().min(1).max(listRowsMax)).default(listRowsDefault)
      .meta({ type: "integer", minimum: 1, maximum: listRowsMax }),
    cursor: SessionId.optional().meta({ description: "`nextCursor` of the last page" }),
  };
}

/**
 * The query of a list of sessions.
 * @param needsClient whether the query names its client in a sandbox
 */
export function sessionListQuery(limits: ListLimits, deployed: Mode, needsClient: boolean) {
  const named = needsClient ? ClientId : ClientId.optional();
  return z.object({
    clientId: deployed === "sandbox"
      ? named.meta({
        description: "The client whose sessions to list; in live the bearer token identifies it",
      })
      // Any text is taken in live.
      : z.string().optional().meta({
        description: `Ignored: the bearer token identifies the client${
          needsClient ? ". Required in sandbox" : ""
        }`,
      }),
    ...pageQuery(limits),
  });
}
