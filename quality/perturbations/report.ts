import { share, table } from "../evaluation/markdown.ts";
import { sumStrangers } from "../evaluation/tally.ts";
import { renderHeldOut, renderHeldOutErrors } from "./held_out/report.ts";
import type { FamilyFigures } from "./measure_families.ts";
import type { ValleyFigures } from "./valley.ts";

/** The families and strangers, as Markdown. */
export function renderFamilies(figures: FamilyFigures): string {
  const { families, others, strangers, leftOut } = figures;
  return [
    "## Families of spellings",
    "",
    "Listed names as people write them, made by rule and asked for by the name alone, on every list " +
    "at hand: share found at POSSIBLE_MATCH or better, and with nobody ahead by score.",
    "",
    ...leftOut.map((one) => `LEFT OUT: ${one}\n`),
    ...table(
      ["family", "n", "found", "unbeaten"],
      families.filter(({ cases }) => cases > 0).map(({ family, cases, found, unbeaten }) => [
        family,
        String(cases),
        share(found, cases),
        share(unbeaten, cases),
      ]),
    ),
    "",
    ...renderValley(figures.valley),
    ...renderHeldOut(figures.heldOut),
    "## Names of others",
    "",
    "Names made of listed ones that belong to other people: share taken for the listed party. Less is " +
    "better; what is listed as well is not counted.",
    "",
    ...table(
      ["family", "n", "taken", "CONFIRMED"],
      others.filter(({ cases }) => cases > 0).map(({ family, cases, found, confirmed }) => [
        family,
        String(cases),
        share(found, cases),
        share(confirmed, cases),
      ]),
    ),
    "",
    "## Strangers, on every list at hand",
    "",
    "Ordinary names are made of the commonest forenames and surnames of a country; common " +
    "names that a list holds are asked as they are listed: they are flagged, and none should be " +
    "CONFIRMED without a date of birth.",
    "",
    ...table(
      ["source", "n", "flagged", "CONFIRMED", "flagged+", "CONFIRMED+"],
      strangers.map(({ source, cases, nameOnly, withEvidence }) => [
        source,
        String(cases),
        ...[nameOnly, withEvidence].flatMap(({ flagged, confirmed }) => [
          share(flagged, cases),
          share(confirmed, cases),
        ]),
      ]),
    ),
    "",
    ...renderCustomers(figures.customers),
  ].join("\n");
}

/** Renders customers as Markdown. */
function renderCustomers(customers: FamilyFigures["customers"]): readonly string[] {
  const perThousand = (flagged: number, cases: number) => (1000 * flagged / cases).toFixed(1);
  if (customers.length === 0) return [];
  return [
    "## Customers",
    "",
    "Customers of fifteen countries, against the lists of OFAC and the UN: how many of 1,000 are " +
    "flagged by name, and with date of birth and nationality.",
    "",
    ...table(
      ["country", "n", "by name", "with all data"],
      [...customers, sumStrangers("all", customers)].map((one) => [
        one.source.replace("customers, ", ""),
        String(one.cases),
        perThousand(one.nameOnly.flagged, one.cases),
        perThousand(one.withEvidence.flagged, one.cases),
      ]),
    ),
    "",
  ];
}

/** Renders names among unknown words as Markdown. */
function renderValley({ cells, innocents }: ValleyFigures): readonly string[] {
  const kinds = Map.groupBy(cells, ({ kind }) => kind);
  const counts = [...new Set(cells.map(({ beside }) => beside))];
  return [
    "## Names beside unknown words",
    "",
    "Share found of listed names that stand in a field beside so many words that are no name, at a " +
    "place that is drawn.",
    "",
    ...table(
      ["kind", "n", ...counts.map(String)],
      [...kinds].map(([kind, row]) => [
        kind,
        String(row[0]?.cases ?? 0),
        ...row.map(({ found, cases }) => cases === 0 ? "" : (found / cases).toFixed(3)),
      ]),
    ),
    "",
    "Names that no list holds: share flagged as they are, and flagged only in a field, beside 1 to " +
    "12 unknown words.",
    "",
    ...table(
      ["kind", "n", "flagged as they are", "only in a field"],
      innocents.map(({ kind, cases, bare, added }) => [
        kind,
        String(cases),
        share(bare, cases),
        share(added.length, cases),
      ]),
    ),
    "",
  ];
}

/** Every name of a family that was not found, and every stranger who was flagged. */
export function renderFamilyErrors(
  { families, others, flagged, valley, heldOut }: FamilyFigures,
): string {
  return [
    ...families.flatMap(({ family, missed }) => [
      `### Missed, ${family}: ${missed.length}`,
      "",
      ...missed.map(({ asked, listed, targets: [target] }) =>
        `- ${asked}  <-  ${listed} (${target?.source} ${target?.listRef})`
      ),
      "",
    ]),
    ...others.flatMap(({ family, taken }) => [
      `### Taken, ${family}: ${taken.length}`,
      "",
      ...taken.map(({ asked, listed, targets: [target] }) =>
        `- ${asked}  ->  ${listed} (${target?.source} ${target?.listRef})`
      ),
      "",
    ]),
    ...valley.innocents.flatMap(({ kind, added }) => [
      `### Flagged only in a field, ${kind}: ${added.length}`,
      "",
      ...added.map((field) => `- ${field}`),
      "",
    ]),
    ...renderHeldOutErrors(heldOut),
    `### Strangers flagged: ${flagged.length}`,
    "",
    ...flagged.map(({ source, name, score, matchedName, confirmed }) =>
      `- ${source}: ${name}  ->  ${matchedName} ${score}${confirmed ? " CONFIRMED" : ""}`
    ),
    "",
  ].join("\n");
}
