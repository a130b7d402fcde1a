import { isArray, isObject, type Json, type JsonObject } from "../../base/json.ts";
import { fragmentOf } from "./compile_schema.ts";

/** Keywords that apply a list of schemas to the same value. */
const lists = ["allOf", "anyOf", "oneOf"];
/**
 * Keywords that apply one schema to the same value. `not` and `if` are left out: they do not name
 * permitted members.
 */
const ones = ["then", "else"];

/** Finds the schemas that a value must match. */
export type SchemasInForce = (schemas: readonly Json[]) => readonly JsonObject[];

/**
 * Reads a document and returns a function that finds the schemas that a value must or may have to
 * match: the given schemas, those that they refer to, and those that they choose between, each
 * once. References are resolved once, since a document may have many of them and be searched often.
 *
 * @param document a schema that compiles
 */
export function openSchemasInForce(document: Json): SchemasInForce {
  const anchors = anchorsIn(document);
  const known = new Map<string, Json>();
  const resolve = (ref: string): Json => {
    const found = known.get(ref) ?? referred(document, ref, anchors) ?? true;
    known.set(ref, found);
    return found;
  };
  return (schemas) => {
    const found = new Set<JsonObject>();
    const open = [...schemas];
    for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
      if (!isObject(schema) || found.has(schema)) continue;
      found.add(schema);
      const { $ref: ref, dependentSchemas } = schema;
      if (typeof ref === "string") open.push(resolve(ref));
      for (const name of lists) if (isArray(schema[name])) open.push(...schema[name]);
      for (const name of ones) if (schema[name] !== undefined) open.push(schema[name]);
      if (isObject(dependentSchemas)) open.push(...Object.values(dependentSchemas));
    }
    return [...found];
  };
}

/** The schemas of a member, as in `properties`; empty when no schema names the member. */
export function memberSchemas(schemas: readonly JsonObject[], name: string): readonly Json[] {
  return schemas.flatMap(({ properties }) =>
    isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]!] : []
  );
}

/** The schemas of an item, as in `prefixItems` and `items`; empty when no schema names the item. */
export function itemSchemas(schemas: readonly JsonObject[], index: number): readonly Json[] {
  return schemas.flatMap(({ prefixItems, items }) => {
    const first = isArray(prefixItems) ? prefixItems : [];
    const schema = index < first.length ? first[index] : items;
    return schema === undefined || schema === false ? [] : [schema];
  });
}

/** The member names in `properties` of any of the schemas. */
export function memberNames(schemas: readonly JsonObject[]): readonly string[] {
  return [
    ...new Set(
      schemas.flatMap(({ properties }) => isObject(properties) ? Object.keys(properties) : []),
    ),
  ];
}

function referred(
  document: Json,
  ref: string,
  anchors: ReadonlyMap<string, JsonObject>,
): Json | undefined {
  const fragment = fragmentOf(ref, isObject(document) ? document["$id"] : undefined);
  if (fragment === undefined) return undefined;
  if (fragment === "") return document;
  if (!fragment.startsWith("/")) return anchors.get(fragment);
  return fragment.slice(1).split("/").reduce<Json | undefined>((at, token) => {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isArray(at)) return at[Number(name)];
    return isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, document);
}

function anchorsIn(document: Json): ReadonlyMap<string, JsonObject> {
  const anchors = new Map<string, JsonObject>();
  const open: Json[] = [document];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isArray(next)) open.push(...next);
    if (!isObject(next)) continue;
    const anchor = next["$anchor"];
    if (typeof anchor === "string") anchors.set(anchor, next);
    open.push(...Object.values(next));
  }
  return anchors;
}
