import type { Mode } from "../../core/nouns.ts";
import type { QueueRow } from "../../core/screening/queue_schema.ts";
import { QueueDay } from "../../core/screening/queue_schema.ts";
import type { ReviewState } from "../../core/screening/review_schema.ts";
import { defineKey } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import type { Store } from "../store/store.ts";

/**
 * Key of a day's numbers of opened decisions on which a person must act, and of closed ones by
 * reason.
 */
export const queueDays = defineKey({
  name: "queue_day",
  parts: ["hash of clientId", "mode", "date", "opened or outcome", "reason or none"],
  value: "counter",
  lifetime: "until the client is offboarded",
  personal: "no",
  protected: "client by its hash",
});

/** The change of a row from one state to another; without the first for a new row. */
export interface RowMove {
  readonly mode: Mode;
  readonly from: ReviewState | null;
  readonly row: QueueRow;
}

/**
 * The counters of days to which a move adds: of the day of the decision, and of that of its last
 * review.
 *
 * @param owner hash of the client's id
 */
export function daysOfMove(owner: string, { mode, from, row }: RowMove): readonly Key[] {
  const { state, decidedAt, lastReview } = row;
  const key = (at: string, what: string, reason: string) =>
    queueDays.key(owner, mode, at.slice(0, 10), what, reason);
  return [
    ...(from === null && state !== "NONE" ? [key(decidedAt, "opened", "")] : []),
    ...(state === "CLOSED" && from !== "CLOSED" && lastReview !== null
      ? [key(lastReview.reviewedAt, lastReview.decision, lastReview.reasonCode ?? "")]
      : []),
  ];
}

/** Counts of a client since a day, by day. @param owner hash of the client's id */
export async function countedDays(
  store: Store,
  owner: string,
  { mode, from }: { readonly mode: Mode; readonly from: string },
): Promise<readonly QueueDay[]> {
  const prefix = queueDays.key(owner, mode);
  const days: QueueDay[] = [];
  for await (const { key, count } of store.counts({ prefix, start: [...prefix, from] })) {
    const [date, what, reason] = key.slice(-3);
    days.push(QueueDay.parse({ date, what, reason: reason === "" ? null : reason, count }));
  }
  return days;
}
