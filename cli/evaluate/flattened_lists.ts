import { parse } from "csv-parse/sync";
import type { EntityType, ListedEntity } from "../../core/matching/ports.ts";
import { buildEntity } from "../../sources/lists/build_entity.ts";
import type { SnapshotList } from "../../sources/lists/build_snapshot.ts";
import { describeList } from "../../sources/lists/describe_list.ts";
import { euFsf } from "../../sources/lists/eu/publisher.ts";
import type { Publisher } from "../../sources/lists/publisher.ts";
import { ukSl } from "../../sources/lists/uk/publisher.ts";
import { distinctNames, isComparable, type WrittenName } from "../../sources/lists/written_name.ts";
import { countriesOf } from "../../standards/country/country.ts";
import { zipEntry } from "./zip_entry.ts";

/** A list that is only available in a third party's form, with its reader. */
interface FlattenedList {
  readonly file: string;
  readonly asOf: string;
  readonly publisher: Publisher;
  readonly read: (bytes: Uint8Array) => Promise<readonly ListedEntity[]>;
}

const flattened: readonly FlattenedList[] = [
  {
    file: "eu/eu_fsf_parsed-2025-05.csv",
    asOf: "2025-05-25",
    publisher: euFsf,
    read: (bytes) => Promise.resolve(euEntities(new TextDecoder().decode(bytes))),
  },
  {
    file: "uk/UK_Sanctions_List-2025-08-11.ods",
    asOf: "2025-08-11",
    publisher: ukSl,
    read: async (bytes) => ukEntities(await zipEntry(bytes, "content.xml") ?? ""),
  },
];

/** The lists of EU and UK in third parties' flattened form, if available. */
export async function readFlattenedLists(
  folder: string,
): Promise<{ readonly lists: readonly SnapshotList[]; readonly leftOut: readonly string[] }> {
  const lists: SnapshotList[] = [];
  const leftOut: string[] = [];
  for (const { file, asOf, publisher, read } of flattened) {
    const bytes = await Deno.readFile(`${folder}/${file}`).catch(() => null);
    if (bytes === null) {
      leftOut.push(`${publisher.source}: no ${file}`);
      continue;
    }
    const entities = await read(bytes);
    lists.push({ description: describeList(publisher, { asOf }), entities, orphans: [] });
  }
  return { lists, leftOut };
}

/**
 * Reads the EU's list with one row a party: names joined by commas, although names contain commas.
 * A part of one word counts as a weak alias. There is no identifier, so that the name replaces it.
 */
function euEntities(text: string): readonly ListedEntity[] {
  const rows: readonly Readonly<Record<string, string>>[] = parse(text, {
    columns: true,
    bom: true,
    relax_column_count: true,
  });
  return byReference(rows.flatMap((row): readonly FlattenedRow[] => {
    const { Name = "", Alias = "", Nationality = "", Designation = "" } = row;
    const others = Alias.split(", ").filter((alias) => alias !== Name);
    const strength = (alias: string) => /\S\s+\S/.test(alias) ? "strong" : "weak";
    const names: readonly WrittenName[] = [
      { text: Name, strength: "primary" as const },
      ...others.map((alias) => ({ text: alias, strength: strength(alias) } as const)),
    ].filter(({ text }) => isComparable(text) && [...text].length > 3);
    const entityType = Designation === "person" ? "INDIVIDUAL" : "ORGANISATION";
    const written = entityType === "INDIVIDUAL" ? names.map(capitalsLast) : names;
    if (names.length === 0) return [];
    return [{ source: "eu-fsf", ref: `name:${Name}`, entityType, names: written, Nationality }];
  }));
}

/** Reads the UK's list as a sheet: identifier, name and type in columns 1, 3 and 5. */
function ukEntities(content: string): readonly ListedEntity[] {
  const types: Readonly<Record<string, EntityType>> = {
    Individual: "INDIVIDUAL",
    Entity: "ORGANISATION",
    Ship: "VESSEL",
  };
  const rows = content.match(/<table:table-row.*?<\/table:table-row>/gs) ?? [];
  return byReference(rows.flatMap((row) => {
    const cells = row.match(/<table:table-cell[^>]*\/>|<table:table-cell.*?<\/table:table-cell>/gs);
    const [ref = "", , name = "", , type = ""] = (cells ?? []).map(textOf);
    const entityType = types[type];
    if (entityType === undefined || !isComparable(name)) return [];
    const written = { text: name, strength: "primary" } as const;
    const names = [entityType === "INDIVIDUAL" ? capitalsFirst(written) : written];
    return [{ source: "uk-sl", ref, entityType, names, Nationality: "" }];
  }));
}

interface FlattenedRow {
  readonly source: string;
  readonly ref: string;
  readonly entityType: EntityType;
  readonly names: readonly WrittenName[];
  readonly Nationality: string;
}

/** One entity for each reference, from its first row. */
function byReference(rows: readonly FlattenedRow[]): readonly ListedEntity[] {
  const first = new Map(rows.toReversed().map((row) => [row.ref, row]));
  return [...first.values()].toSorted((a, b) => (a.ref < b.ref ? -1 : 1)).map((row) =>
    buildEntity(row.source, distinctNames(row.names), {
      listRef: row.ref,
      entityType: row.entityType,
      countries: row.Nationality.split(/, /).flatMap(countriesOf),
    })
  );
}

/** Reads `Vladislav TRETIAK`: capitals after mixed case are the family name. */
function capitalsLast(name: WrittenName): WrittenName {
  const [, given, family] =
    /^((?:\S*\p{Ll}\S*\s+)+)((?:[\p{Lu}\p{M}’'-]{2,}\s*)+)$/u.exec(name.text) ?? [];
  return family === undefined ? name : { ...name, family, given };
}

/** `PETROV Sergey Valerievich`: capitals before mixed case are the family name. */
function capitalsFirst(name: WrittenName): WrittenName {
  const [, family, given] =
    /^((?:[\p{Lu}\p{M}’'-]{2,}\s+)+)((?:\S*\p{Ll}\S*\s*)+)$/u.exec(name.text) ?? [];
  return family === undefined ? name : { ...name, family, given };
}

function textOf(cell: string): string {
  const entities: Readonly<Record<string, string>> = {
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
  };
  return cell.replace(/<[^>]+>/g, "").replace(/&(\w+);/g, (all, name) => entities[name] ?? all)
    .replace(/\s+/g, " ").trim();
}
