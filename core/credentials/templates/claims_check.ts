import { isArray, isObject, type Json } from "../../../base/json.ts";
import { refuse, type Result } from "../../../base/result.ts";
import {
  compileSchema,
  dialect,
  type SchemaRefusal,
  type StepBudget,
} from "../../../standards/json_schema/compile_schema.ts";
import type { SchemaIssue } from "../../../standards/json_schema/issue.ts";
import type { SchemaLimits } from "../../../standards/json_schema/limits.ts";
import {
  memberNames,
  memberSchemas,
  openSchemasInForce,
  type SchemasInForce,
} from "../../../standards/json_schema/subschemas.ts";
import { protectedNames } from "../../../standards/sd_jwt/disclosure_frame.ts";

/** A template's compiled claims schema, for any number of students. */
export interface ClaimsCheck {
  /** The top-level claims in the schema, in its order. */
  readonly claimNames: readonly string[];
  /** The types of a top-level claim in the schema (`type`); empty if it states none. */
  typesOf(claim: string): readonly string[];
  /**
   * Checks one student's claims in bounded time.
   *
   * @param budget the steps that all students of a batch share
   * @returns at most 20 problems, without values; empty for valid claims
   */
  validate(claimValues: Json, budget?: StepBudget): readonly SchemaIssue[];
}

/** Maximum nesting levels of claims. */
const claimsDepthMax = 32;

/**
 * Compiles a claims schema: JSON Schema 2020-12 for an object, without claims that only the issuer
 * sets.
 *
 * @see Credentials §2, template creation
 */
export function compileClaims(
  claimsSchema: Json,
  limits: SchemaLimits,
): Result<ClaimsCheck, SchemaRefusal> {
  if (!isObject(claimsSchema) || claimsSchema["type"] !== "object") {
    return refused("/type", `must be "object": a JSON Schema of an object (${dialect})`);
  }
  const compiled = compileSchema(claimsSchema, limits);
  if (!compiled.ok) return compiled;
  const schemasInForce = openSchemasInForce(claimsSchema);
  const schemas = schemasInForce([claimsSchema]);
  const claimNames = memberNames(schemas).toSorted(inOrderOf(claimsSchema["properties"]));
  const taken = claimNames.find((name) => protectedNames.has(name));
  if (taken !== undefined) {
    return refused(`/properties/${taken}`, "is a protected claim, which the issuer sets itself");
  }
  const types = new Map<string, readonly string[]>();
  return {
    ok: true,
    value: {
      claimNames,
      typesOf: (claim) => {
        // Every cell of a column asks for it, and a schema may have long chains of references.
        const known = types.get(claim) ?? typesIn(schemasInForce, memberSchemas(schemas, claim));
        types.set(claim, known);
        return known;
      },
      validate: (claimValues, budget) => {
        const reserved = reservedMember(claimValues);
        return reserved === null ? compiled.value.validate(claimValues, budget) : [reserved];
      },
    },
  };
}

function refused(path: string, reason: string): Result<never, SchemaRefusal> {
  return refuse({ code: "schema_refused", issues: [{ path, reason }] });
}

function inOrderOf(properties: Json | undefined): (a: string, b: string) => number {
  const order = new Map(
    isObject(properties) ? Object.keys(properties).map((name, index) => [name, index]) : [],
  );
  const placeOf = (name: string) => order.get(name) ?? order.size;
  return (a, b) => placeOf(a) - placeOf(b);
}

function typesIn(schemasInForce: SchemasInForce, schemas: readonly Json[]): readonly string[] {
  const types = schemasInForce(schemas).flatMap(({ type }) =>
    typeof type === "string"
      ? [type]
      : isArray(type)
      ? type.filter((each) => typeof each === "string")
      : []
  );
  return [...new Set(types)];
}

/** Names that SD-JWT reserves at any depth (RFC 9901 §4). */
const reservedAnywhere = new Set(["_sd", "_sd_alg", "..."]);

/** Names that have a special meaning in programs that read a credential. */
const unusableNames = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Returns the problem if a schema names, at any depth, a claim that a credential cannot have.
 *
 * @returns null if it names none
 */
export function unusableClaimIn(claimsSchema: Json): SchemaIssue | null {
  let level: readonly (readonly [path: string, schema: Json])[] = [["", claimsSchema]];
  while (level.length > 0) {
    for (const [path, schema] of level) {
      const properties = isObject(schema) ? schema["properties"] : undefined;
      const names = isObject(properties) ? Object.keys(properties) : [];
      const taken = names.find((name) => unusableNames.has(name));
      if (taken !== undefined) {
        return { path: `${path}/properties/${taken}`, reason: "is not permitted as a claim name" };
      }
    }
    level = level.flatMap(([path, value]) =>
      isArray(value) || isObject(value)
        ? Object.entries(value).map(([name, inner]) => [`${path}/${name}`, inner as Json] as const)
        : []
    );
  }
  return null;
}

/**
 * Returns a claim that only the issuer may set, a name that SD-JWT reserves, or a number that JSON
 * cannot represent exactly.
 */
function reservedMember(claims: Json): SchemaIssue | null {
  if (!isObject(claims)) return { path: "", reason: "must be an object" };
  if (Object.keys(claims).some((name) => protectedNames.has(name))) {
    return { path: "/*", reason: "must not be a protected claim, which the issuer sets itself" };
  }
  let level: readonly Json[] = [claims];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > claimsDepthMax) {
      return { path: "", reason: `must not be nested deeper than ${claimsDepthMax} levels` };
    }
    const issue = level.map(whyReserved).find((reason) => reason !== null);
    if (issue !== undefined && issue !== null) return { path: "", reason: issue };
    level = level.flatMap((each) =>
      isArray(each) ? each : isObject(each) ? Object.values(each) : []
    );
  }
  return null;
}

/**
 * Whether JSON represents a number exactly: readers may round larger ones differently (RFC 7493
 * §2.2).
 */
function isExact(number: number): boolean {
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER;
}

function whyReserved(value: Json): string | null {
  if (typeof value === "string") return value.isWellFormed() ? null : "must be Unicode throughout";
  if (typeof value === "number") {
    return isExact(value) ? null : "must contain no number above 2^53 - 1";
  }
  if (!isObject(value)) return null;
  const names = Object.keys(value);
  if (names.some((name) => reservedAnywhere.has(name))) {
    return "must not contain a member _sd, _sd_alg or ...";
  }
  if (names.some((name) => unusableNames.has(name))) {
    return "must not contain a member __proto__, constructor or prototype";
  }
  return names.every((name) => name.isWellFormed()) ? null : "must be Unicode throughout";
}
