import type { Schema } from "./description.ts";

/** A member of a body, as a row of a table. */
export interface SchemaRow {
  /** Path from the body's root: `candidates[].entityName`. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Example as JSON; empty if there is none. */
  readonly example: string;
}

/** Schemas by their names. */
type Schemas = Readonly<Record<string, Schema>>;

/**
 * Every member of a schema, including nested ones. A schema that contains itself is named there.
 */
export function rowsOf(schema: Schema, schemas: Schemas): readonly SchemaRow[] {
  return membersOf({ schema, schemas, path: "", above: [] });
}

interface Place {
  readonly schema: Schema;
  readonly schemas: Schemas;
  readonly path: string;
  /** Names of the schemas that contain it. */
  readonly above: readonly string[];
}

function membersOf({ schema, schemas, path, above }: Place): readonly SchemaRow[] {
  const { name, found } = resolve(schema, schemas);
  if (name !== null && above.includes(name)) return [];
  const at = { schemas, above: name === null ? above : [...above, name] };
  const { properties = {}, required = [], items, additionalProperties } = found;
  const own = Object.entries(properties).flatMap(([member, schema]) => {
    const place = { ...at, schema, path: path === "" ? member : `${path}.${member}` };
    return [rowOf(place, required.includes(member)), ...membersOf(place)];
  });
  const below = [
    ...(items === undefined ? [] : [{ ...at, schema: items, path: `${path}[]` }]),
    ...(typeof additionalProperties === "object"
      ? [{ ...at, schema: additionalProperties, path: path === "" ? "*" : `${path}.*` }]
      : []),
    ...alternativesOf(found).map((schema) => ({ ...at, schema, path })),
  ].flatMap(membersOf);
  // Alternatives share members: the first one stands for all.
  return [...new Map([...own, ...below].toReversed().map((row) => [row.path, row])).values()]
    .toReversed();
}

function rowOf({ schema, schemas, path }: Place, isRequired: boolean): SchemaRow {
  const { found } = resolve(schema, schemas);
  const { description = found.description ?? "" } = schema;
  const [example] = found.examples ?? [];
  return {
    path,
    type: typeOf(schema, schemas),
    isRequired,
    description,
    example: example === undefined ? "" : JSON.stringify(example),
  };
}

/** The permitted values in a few words. */
export function typeOf(schema: Schema, schemas: Schemas): string {
  const { found } = resolve(schema, schemas);
  const { type, format, items, minimum, maximum, maxLength, maxItems } = found;
  if (found.const !== undefined) return JSON.stringify(found.const);
  if (found.enum !== undefined) return found.enum.map((one) => JSON.stringify(one)).join(" or ");
  const alternatives = alternativesOf(found);
  if (alternatives.length > 0) {
    return [...new Set(alternatives.map((one) => typeOf(one, schemas)))].join(" or ");
  }
  const names = type === undefined ? ["any"] : [type].flat();
  const each = items === undefined ? "" : typeOf(items, schemas);
  const array = `array of ${each.includes(",") ? `(${each})` : each}`;
  return [
    names.map((name) => name === "array" && each !== "" ? array : name).join(" or "),
    ...(format === undefined ? [] : [format]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum}`]),
    ...(maxLength === undefined ? [] : [`${maxLength} characters at most`]),
    ...(maxItems === undefined ? [] : [`${maxItems} at most`]),
  ].join(", ");
}

function alternativesOf({ anyOf = [], oneOf = [], allOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf, ...allOf];
}

function resolve(schema: Schema, schemas: Schemas) {
  const name = schema.$ref?.split("/").at(-1) ?? null;
  if (name === null) return { name, found: schema };
  const found = schemas[name];
  if (found === undefined) throw new Error(`The description has no schema ${name}`);
  return { name, found };
}
