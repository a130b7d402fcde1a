import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import type { OrphanAddress } from "../../../core/matching/ports.ts";
import type { Result } from "../../../base/result.ts";
import { openReading } from "../list_reading.ts";
import { checkTables, rowsWithoutEntity } from "./check_tables.ts";
import { type OfacReading, readForeignComment, takeOfacEntity } from "./legacy_entity.ts";
import { type OfacSource, sortOfacFiles } from "./legacy_files.ts";
import { type OfacRow, type OfacTable, ofacTable } from "./legacy_table.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";

/**
 * Reads one of OFAC's lists in the legacy CSV format: entities, aliases and comments, and postal
 * addresses if given. The set is read completely, or refused with file and line. The order of rows
 * does not matter. The report counts unused content.
 */
export function readOfac(
  source: OfacSource,
  files: readonly SourceFile[],
  bounds: ListFileBounds,
): Result<ListRead, ListRefusal> {
  const sorted = sortOfacFiles(source, files);
  if (!sorted.ok) return sorted;
  const entities = ofacTable(sorted.value.entities, "entities", bounds);
  if (!entities.ok) return entities;
  const aliases = ofacTable(sorted.value.aliases, "aliases", bounds);
  if (!aliases.ok) return aliases;
  const comments = ofacTable(sorted.value.comments, "comments", bounds);
  if (!comments.ok) return comments;
  const addresses = sorted.value.addresses === undefined
    ? null
    : ofacTable(sorted.value.addresses, "addresses", bounds);
  if (addresses !== null && !addresses.ok) return addresses;
  const tables = { entities: entities.value, aliases: aliases.value, comments: comments.value };
  const wrong = checkTables(tables, bounds);
  if (wrong !== null) return wrong;

  const reading: OfacReading = { ...openReading(source, bounds), source, files: sorted.value };
  const all = [...Object.values(tables), ...(addresses === null ? [] : [addresses.value])];
  noteForeignRows(reading, "alias_without_entity", tables.aliases, tables.entities);
  if (addresses !== null) {
    noteForeignRows(reading, "address_row_without_entity", addresses.value, tables.entities);
  }
  noteDamage(reading, all);

  const aliasesOf = groupAliases(tables.aliases);
  const commentOf = new Map(tables.comments.rows.map((row) => [row.entNum, row]));
  for (const row of tables.entities.rows.toSorted(byNumber)) {
    takeOfacEntity(reading, {
      row,
      aliases: aliasesOf.get(row.entNum) ?? [],
      comment: commentOf.get(row.entNum) ?? null,
    });
  }
  const orphans: readonly OrphanAddress[] = rowsWithoutEntity(tables.comments.rows, tables.entities)
    .toSorted(byNumber)
    .flatMap((row) => readForeignComment(reading, row))
    .map((address) => ({ source, ...address }));
  const counted = all.map(({ file, rows }) => ({ file: file.name, rows: rows.length }));
  return reading.finish(counted, {}, orphans);
}

function groupAliases({ rows }: OfacTable): ReadonlyMap<string, readonly OfacRow[]> {
  const byEntity = new Map<string, OfacRow[]>();
  for (const row of rows.toSorted((a, b) => Number(a.fields[1]) - Number(b.fields[1]))) {
    const present = byEntity.get(row.entNum);
    if (present === undefined) byEntity.set(row.entNum, [row]);
    else present.push(row);
  }
  return byEntity;
}

function noteForeignRows(
  { note }: OfacReading,
  reason: "alias_without_entity" | "address_row_without_entity",
  { file, rows }: OfacTable,
  entities: OfacTable,
): void {
  for (const row of rowsWithoutEntity(rows, entities)) {
    note(reason, { file, line: row.line }, row.fields.join(", "));
  }
}

/** Notes texts with U+FFFD, in which a character was lost before; they are kept. */
function noteDamage({ note }: OfacReading, tables: readonly OfacTable[]): void {
  for (const { file, rows } of tables) {
    for (const row of rows) {
      const damaged = row.fields.find((field) => field.includes("\ufffd"));
      if (damaged !== undefined) note("text_damaged", { file, line: row.line }, damaged);
    }
  }
}

function byNumber(a: OfacRow, b: OfacRow): number {
  return Number(a.entNum) - Number(b.entNum);
}
