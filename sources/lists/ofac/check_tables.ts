import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import type { Result } from "../../../base/result.ts";
import type { OfacRow, OfacTable } from "./legacy_table.ts";
import { entityTypeOf, nullable } from "./legacy_values.ts";
import { unreadable } from "../refusal.ts";
import type { ListRefusal } from "../schema.ts";

/** The three tables from which an entity is built. */
export interface OfacTables {
  /** One row for each entity. */
  readonly entities: OfacTable;
  /** Any number of rows an entity. */
  readonly aliases: OfacTable;
  /** At most one row for each entity. */
  readonly comments: OfacTable;
}

/** Refuses tables that are well-formed but inconsistent; null when consistent. */
export function checkTables(
  { entities, aliases, comments }: OfacTables,
  bounds: ListFileBounds,
): Result<never, ListRefusal> | null {
  return checkEntities(entities) ?? checkOnce(entities, "row") ?? checkOnce(comments, "comment") ??
    checkAliases(aliases) ?? checkBelong(entities, aliases, bounds);
}

function checkEntities({ file, rows }: OfacTable): Result<never, ListRefusal> | null {
  if (rows.length === 0) return unreadable("file_empty", file, { message: "File has no entity" });
  for (const { line, fields } of rows) {
    if (nullable(fields[1]) === null) {
      return unreadable("value_wrong", file, { line, message: "Entity has no name" });
    }
    if (entityTypeOf(fields[2]) === null) {
      return unreadable("value_wrong", file, {
        line,
        message: "The entity type is not individual, vessel, aircraft or -0-",
      });
    }
  }
  return null;
}

/**
 * Refuses duplicates: of two rows, the valid one is unknown; of two comments, the continuation of
 * the remark is.
 */
function checkOnce({ file, rows }: OfacTable, what: string): Result<never, ListRefusal> | null {
  const lines = new Map<string, number>();
  for (const { entNum, line } of rows) {
    const earlier = lines.get(entNum);
    if (earlier !== undefined) {
      return unreadable("entity_duplicate", file, {
        line,
        message: `Entity ${entNum} has another ${what} on line ${earlier}`,
      });
    }
    lines.set(entNum, line);
  }
  return null;
}

function checkAliases({ file, rows }: OfacTable): Result<never, ListRefusal> | null {
  const wrong = rows.find(({ fields }) =>
    nullable(fields[3]) === null || !/^\d{1,10}$/.test(fields[1] ?? "")
  );
  return wrong === undefined ? null : unreadable("value_wrong", file, {
    line: wrong.line,
    message: "Alias has no name, or no number (alt_num)",
  });
}

/**
 * Refuses foreign aliases: an alias file of another list, or an empty one, would pass every other
 * check and remove all aliases. Small lists, for which a share is meaningless, are not checked.
 */
function checkBelong(
  entities: OfacTable,
  { file, rows }: OfacTable,
  bounds: ListFileBounds,
): Result<never, ListRefusal> | null {
  if (entities.rows.length <= bounds.entitiesOfSmallListMax) return null;
  const foreign = rowsWithoutEntity(rows, entities).length;
  if (rows.length > 0 && foreign <= rows.length * bounds.foreignAliasShareMax) return null;
  if (rows.length === 0) {
    return unreadable("files_mismatched", file, { message: "File has no alias at all" });
  }
  return unreadable("files_mismatched", file, {
    message: `${foreign} of ${rows.length} aliases name entities that ${entities.file.name} ` +
      "does not have: the files belong to two lists",
  });
}

/** The rows whose entity is missing in the list. */
export function rowsWithoutEntity(
  rows: readonly OfacRow[],
  entities: OfacTable,
): readonly OfacRow[] {
  const known = new Set(entities.rows.map(({ entNum }) => entNum));
  return rows.filter(({ entNum }) => !known.has(entNum));
}
