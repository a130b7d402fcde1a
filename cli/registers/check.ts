import { z } from "zod";
import { ok } from "../../base/result.ts";
import {
  checkCompanyNumber,
  type CheckedCompanyNumber,
  type NumberNote,
  type WrittenCompanyNumber,
} from "../../standards/company_number/check_company_number.ts";
import { type Done, failed } from "../command/command.ts";
import { readJsonLines } from "../command/read_lines.ts";
import { printable, type Terminal } from "../command/terminal.ts";

/** One line of standard input. Spreadsheets write numbers as JSON numbers. */
const Line = z.object({
  country: z.string(),
  scheme: z.string().nullish(),
  number: z.union([z.string(), z.number()]),
});

/** Prints the result of the offline rules for one number. */
export function checkOne(
  asked: WrittenCompanyNumber,
  { json, out }: { readonly json: boolean; readonly out: Terminal["out"] },
): Done {
  const checked = checkCompanyNumber(asked);
  out(json ? `${JSON.stringify(checked, null, 2)}\n` : renderChecked(checked));
  return ok(null);
}

/** Answers each JSON line by one, in order. Ends at the first unreadable line. */
export async function checkLines(
  input: AsyncIterable<Uint8Array>,
  { out }: Pick<Terminal, "out">,
): Promise<Done> {
  for await (const line of readJsonLines(Line, input)) {
    if (!line.ok) return failed(`standard input: ${line.refusal.message}`);
    const { country, scheme = null, number } = line.value;
    const { checksumValid } = checkCompanyNumber({ country, scheme, number: String(number) });
    out(`${JSON.stringify({ country, scheme, number, checksumValid })}\n`);
  }
  return ok(null);
}

const notes: Readonly<Record<NumberNote, string>> = {
  affix_removed: "text around the number was removed",
  leading_zeros_restored: "leading zeros were restored",
};

function renderChecked(checked: CheckedCompanyNumber): string {
  const { country, scheme, normalized, formatValid, checksumValid } = checked;
  const says = (valid: boolean | null, unknown: string) =>
    valid === null ? unknown : valid ? "right" : "wrong";
  const rows = [
    ["country", printable(country)],
    ["scheme", scheme ?? "no rule is known"],
    ["number", printable(normalized)],
    ["form", says(formatValid, "no rule is known")],
    ["check digits", says(checksumValid, "no rule is known")],
    ...checked.notes.map((note) => ["note", notes[note]] as const),
  ] as const;
  return rows.map(([name, value]) => `${name.padEnd(14)}${value}\n`).join("");
}
