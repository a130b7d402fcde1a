import type { ActingPerson } from "../../access/person_identity.ts";
import type { ClientId } from "../../access/schema.ts";
import type { Mode } from "../../nouns.ts";
import type { Unit } from "../../../base/unit.ts";
import { ok, refuse, type Result } from "../../../base/result.ts";
import type { EndedPair } from "../cleared_schema.ts";
import type { ScreeningPorts } from "../ports.ts";
import type { PairId } from "../candidate_schema.ts";

/** Input of {@link endPair}. */
export interface EndPair {
  readonly unit: Unit;
  readonly client: ClientId;
  readonly mode: Mode;
  readonly id: PairId;
  /** The person at the desk who acts; absent for an API call. */
  readonly by?: ActingPerson;
}

/**
 * Ends a cleared pair at once: it marks no candidate and is no longer listed. Another client's pair
 * is answered as an unknown one.
 *
 * @see decisions-3.md part 21, cleared pairs
 */
export async function endPair(
  { audit, clearedPairs, queue }: Pick<ScreeningPorts, "audit" | "clearedPairs" | "queue">,
  { unit, client, mode, id, by }: EndPair,
): Promise<Result<EndedPair, { readonly code: "not_found" }>> {
  const pair = await clearedPairs.find(client, mode, id);
  if (pair === null) return refuse({ code: "not_found" });
  const { subjectRef } = pair;
  const subject = await clearedPairs.ofSubject({ owner: client, mode, subjectRef });
  await subject.change(unit, {
    standing: subject.standing.filter(({ pairId }) => pairId !== id),
    changes: [{ kind: "end", pairId: id }],
    isChecked: true,
  });
  queue.breakTurn(unit, client);
  if (pair.lapse === undefined) {
    audit.record(unit, {
      kind: "CLEARED_PAIR_ENDED",
      clientId: client,
      pairId: id,
      cause: "deleted",
      ...by,
    });
  }
  return ok({ pairId: id });
}
