import type { ClientId } from "../../access/schema.ts";
import type { Mode } from "../../nouns.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { ClearedPair, ListedPair, PairPage, PairQuery } from "../cleared_schema.ts";
import type { ScreeningPorts } from "../ports.ts";
import { pageOf } from "../queue/page.ts";
import { isOver } from "./mark_candidates.ts";

/** Input of {@link listPairs}. */
export interface ListPairs {
  readonly client: ClientId;
  readonly mode: Mode;
  readonly query: PairQuery;
}

/**
 * Lists the cleared pairs of a client, in the order in which they began. If an entry or a customer
 * has changed, only the next screening of the customer notices it.
 *
 * @see decisions-3.md part 21, cleared pairs
 */
export async function listPairs(
  { clearedPairs, clock }: Pick<ScreeningPorts, "clearedPairs" | "clock">,
  { client, mode, query }: ListPairs,
): Promise<Result<PairPage, { readonly code: "bad_request"; readonly message: string }>> {
  const { subjectRef, source, state } = query;
  const now = clock.now();
  const page = await pageOf<ClearedPair, ListedPair>(query, {
    bound: ["cleared pairs", client, mode],
    now,
    rows: (after) => clearedPairs.list(client, mode, after),
    idOf: ({ pairId }) => pairId,
    shown: (row) => {
      const pair = listed(row, now);
      const isAsked = (subjectRef === undefined || pair.subjectRef === subjectRef) &&
        (source === undefined || pair.source === source) &&
        (state === undefined || pair.state === state);
      return isAsked ? pair : null;
    },
  });
  return page.ok
    ? ok({ pairs: page.value.shown, nextCursor: page.value.nextCursor })
    : refuse(page.refusal);
}

function listed({ lapse, ...pair }: ClearedPair, now: Temporal.Instant): ListedPair {
  const lapsed = lapse?.cause ?? (isOver(pair, now) ? "expired" : null);
  return { ...pair, state: lapsed === null ? "HOLDS" : "LAPSED", lapsed };
}
