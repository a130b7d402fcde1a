const month31 = "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])";
const month30 = "(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)";
const february = "02-(?:0[1-9]|1\\d|2[0-8])";
const leapYear = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";

/**
 * A calendar date that exists, of full or reduced precision: `1969-07-16`, `1969-07` or `1969`
 * (ISO 8601-1 §5.2.2). One expression, so that the OpenAPI description says exactly what is taken.
 */
export const partialDate = new RegExp(
  `^(?!0000)(?:\\d{4}(?:-(?:0[1-9]|1[0-2]|${month31}|${month30}|${february}))?|${leapYear}-02-29)$`,
);

/** Whether a text is a {@link partialDate}. */
export function isPartialDate(text: string): boolean {
  return partialDate.test(text);
}
