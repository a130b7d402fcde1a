import type { NamedListRead } from "../../sources/lists/read_lists.ts";
import type { FindingReason } from "../../sources/lists/schema.ts";
import type { SnapshotHandle } from "../../core/matching/ports.ts";
import { printable } from "../command/terminal.ts";

const reasons: Readonly<Record<FindingReason, string>> = {
  alias_without_entity: "dropped: alias of an entity missing in the list",
  alias_type_unknown: "kept: alias of a type other than aka, fka, nka",
  address_row_without_entity: "not used: postal address of an entity missing in the list",
  comment_without_entity: "dropped: comment on an entity missing in the list; its wallets stay",
  address_without_entity: "kept without entity: wallet in such a comment",
  name_repeated: "dropped: name that the entity has already",
  alias_unreadable: "dropped: weak alias without both quotes",
  birth_unreadable: "dropped: date of birth in an unknown form",
  country_unknown: "dropped: nationality or citizenship of an unknown country",
  country_possible: "kept: nationality or citizenship that is only possible",
  address_unreadable: "dropped: wallet in an unknown form of words",
  address_label_cut: "kept: wallet whose label is cut off",
  address_form_unknown: "kept: wallet of unknown form or wrong checksum, compared byte for byte",
  address_of_entity: "not used: wallet that an entity of ofac-sdn has",
  piece_cut: "dropped: fragment where a remark is cut off",
  piece_suspicious: "not read: remark that speaks of birth, alias or wallet in free words",
  text_damaged: "kept: text with a character lost before (U+FFFD)",
  name_unusable: "dropped: name without a letter or digit, or over 1,000 characters",
  name_promoted: "kept: entity without a primary name; its first name is used",
  name_divided: "kept: several names that the publisher wrote as one, divided",
  name_note_cut: "kept: name without the remark in brackets after it",
  birth_of_alias: "kept: date of birth that the list gives with an alias",
  build_date: "dropped: year in which a ship was built",
  type_guessed:
    "kept: the list does not distinguish persons from bodies; guessed by words of the name",
  type_unknown: "kept as an organisation: entry whose type the list does not state",
  entity_without_name: "dropped: entity without a name that can be compared",
  schema_unused: "not used: entity that describes others (addresses, documents, ownership ...)",
  not_targeted: "not used: person or body that only describes a listed one",
  link_outside: "dropped: relation to a person or body that is not on the list",
  wallet_unused: "not used: wallet; addresses are checked against ofac-sdn only",
};

/** Renders what was read of each list, and what was dropped and why. */
export function renderReport(lists: readonly NamedListRead[]): string {
  return lists.map(renderList).join("\n");
}

function renderList(
  { description, entities, orphans, report }: NamedListRead,
): string {
  const { source, title, asOf } = description;
  const totals: readonly (readonly [string, number])[] = [
    ...report.rows.map(({ file, rows }) => [`rows of ${file}`, rows] as const),
    ["entities", entities.length],
    ["  individuals", report.entities.INDIVIDUAL],
    ["  organisations", report.entities.ORGANISATION],
    ["  vessels", report.entities.VESSEL],
    ["  aircraft", report.entities.AIRCRAFT],
    ["  with an alias", report.entitiesWithAlias],
    ["  with a date of birth", report.entitiesWithBirth],
    ["  with a nationality", report.entitiesWithNationality],
    ["  with a nationality or citizenship", report.entitiesWithCountry],
    ["names", report.names.primary + report.names.strong + report.names.weak],
    ["  primary", report.names.primary],
    ["  strong aliases", report.names.strong],
    ["  weak aliases", report.names.weak],
    ["dates of birth", report.births],
    ["places of birth", report.birthPlaces],
    ["wallet addresses", report.addresses],
    ["  spellings of those without an entity", orphans.length],
    ["politically exposed, or close to one", report.peps],
  ];
  const width = Math.max(...totals.map(([, count]) => format(count).length));
  const lines = totals.filter(([, count]) => count > 0)
    .map(([label, count]) => `  ${format(count).padStart(width)}  ${label}`);
  const findings = report.findings.flatMap(({ reason, count, examples }) => [
    `  ${format(count).padStart(width)}  ${reasons[reason]}`,
    ...examples.map((example) => `  ${"".padStart(width)}    ${printable(example)}`),
  ]);
  const guessed = description.asOfFrom === "file"
    ? " (guessed: its files state no date, and were last changed then; --as-of dates it)"
    : "";
  const head = `${source}: ${title}, as of ${asOf}${guessed}`;
  const unused = report.unused.map(({ part, count }) => `${part} (${format(count)})`);
  const rest = unused.length === 0
    ? []
    : [`  entries that also contain, unused here: ${unused.join(", ")}`];
  return [head, ...lines, ...findings, ...rest.map(printable), ...mixedReleases(report), ""]
    .join("\n");
}

/**
 * Detects mixed releases: many aliases of missing entities mean that files of different days were
 * combined.
 */
function mixedReleases({ findings, names }: NamedListRead["report"]): readonly string[] {
  const dropped = findings.find(({ reason }) => reason === "alias_without_entity")?.count ?? 0;
  return dropped === 0 || dropped * 10 < names.strong + dropped ? [] : [
    `  WARNING: ${
      format(dropped)
    } aliases belong to entities missing in the list. Are all files of one release?`,
  ];
}

const datedBy = {
  publisher: " (by the publisher)",
  operator: " (by the operator, --as-of)",
  file: " (guessed: when its newest file was changed)",
  unknown: "",
};

/** Renders the content of a snapshot for people. */
export function renderSnapshot(snapshot: SnapshotHandle, format: string): string {
  const head = [`id      ${snapshot.id}`, `format  ${format}`];
  const lists = snapshot.lists.flatMap((list) => [
    "",
    `${list.source}: ${list.title}`,
    `  as of      ${list.asOf}${datedBy[list.asOfFrom ?? "unknown"]}`,
    `  publisher  ${list.publisher}`,
    `  licence    ${list.licence}`,
    `  entities   ${list.entities}`,
    `  names      ${list.names}`,
    `  addresses  ${list.addresses}`,
  ]);
  return [...head, ...lists, ""].map(printable).join("\n");
}

/** Formats a number with separated thousands, independent of the machine's language. */
function format(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
