import { share, table } from "../../evaluation/markdown.ts";
import type { MeanOfKinds } from "./mean.ts";
import type { HeldOutFigures } from "./measure_held_out.ts";

/** The kinds held out, as Markdown; of the sealed ones only their means. */
export function renderHeldOut({ shown, means, families }: HeldOutFigures): readonly string[] {
  const { all, sealed } = means;
  return [
    "## Kinds held out",
    "",
    "Listed names as systems and languages write them, in kinds that no weight is fitted to: share " +
    "found; and of names that no list holds, in the same form, the share flagged in the form and " +
    `not by the bare name. ${sealed.found.kinds} kinds are sealed, as a measure of rules made for ` +
    "the others: of these only means are printed.",
    "",
    ...table(
      ["kind", "n", "found", "innocents", "only in the form"],
      [
        ...shown.map(({ kind, cases, found, innocents, added }) => [
          kind,
          String(cases),
          share(found, cases),
          String(innocents),
          share(added.length, innocents),
        ]),
        ...Object.entries(means).map(([name, { found, added }]) => [
          `mean over the kinds, ${name}`,
          String(found.kinds),
          withError(found),
          String(added.kinds),
          withError(added),
        ]),
      ],
    ),
    "",
    `Mean over the kinds of today's families / over kinds held out: ${withError(families)} ` +
    `(${families.kinds}) / ${withError(all.found)} (${all.found.kinds}).`,
    "",
  ];
}

/** Names of the kinds shown that were not found, and innocents that were flagged in a form. */
export function renderHeldOutErrors({ shown }: HeldOutFigures): readonly string[] {
  return shown.flatMap(({ kind, missed, added }) => [
    `### Missed, ${kind}: ${missed.length}`,
    "",
    ...missed.map(({ asked, listed, targets: [target] }) =>
      `- ${oneLine(asked)}  <-  ${listed} (${target?.source} ${target?.listRef})`
    ),
    "",
    `### Flagged only in the form, ${kind}: ${added.length}`,
    "",
    ...added.map((field) => `- ${oneLine(field)}`),
    "",
  ]);
}

function withError({ mean, error }: MeanOfKinds): string {
  return `${mean.toFixed(3)} ± ${error.toFixed(3)}`;
}

function oneLine(field: string): string {
  return field.replaceAll("\n", "\\n");
}
