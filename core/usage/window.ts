import type { DateWindow } from "../anomalies/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type UsageQuery, windowDaysDefault, windowDaysMax } from "./schema.ts";

/** A window that ends before it begins, or is too wide. The message names the parameter. */
export type WindowRefusal = { readonly code: "bad_request"; readonly message: string };

/**
 * The days of a usage report: `to` is exclusive, `from` defaults to 90 days before it. A window
 * that ends where it begins is empty.
 *
 * @param ending the default of `to`
 * @see Screening §4, rule 12; Verification §4, rule 14
 */
export function usageWindow(
  query: UsageQuery,
  ending: Temporal.PlainDate,
): Result<DateWindow, WindowRefusal> {
  const to = query.to === undefined ? ending : Temporal.PlainDate.from(query.to);
  const from = query.from === undefined
    ? to.subtract({ days: windowDaysDefault })
    : Temporal.PlainDate.from(query.from);
  const { days } = from.until(to, { largestUnit: "day" });
  if (days < 0) {
    const than = query.to === undefined ? `${to}, which "to" is by default` : '"to"';
    return refuse({
      code: "bad_request",
      message: `Query parameter "from" is not valid: it must not be after ${than}`,
    });
  }
  if (days > windowDaysMax) {
    return refuse({
      code: "bad_request",
      message:
        `Query parameter "from" is not valid: at most ${windowDaysMax} days before "to", not ${days}`,
    });
  }
  return ok({ from: from.toString(), to: to.toString() });
}

/** The dates of a window, in order. */
export function datesOf({ from, to }: DateWindow): readonly string[] {
  const first = Temporal.PlainDate.from(from);
  const { days } = first.until(to, { largestUnit: "day" });
  return Array.from({ length: days }, (_, day) => first.add({ days: day }).toString());
}
