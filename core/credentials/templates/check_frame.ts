import type { Json } from "../../../base/json.ts";
import {
  itemSchemas,
  memberSchemas,
  openSchemasInForce,
  type SchemasInForce,
} from "../../../standards/json_schema/subschemas.ts";
import {
  type DisclosureFrame,
  framedMembers,
  type FrameIssue,
  frameOf,
} from "../../../standards/sd_jwt/disclosure_frame.ts";

/**
 * Checks that a schema names everything that a frame names: through `properties`, `prefixItems`,
 * `items`, and the schemas that it refers to or chooses between. A misspelled name in a frame would
 * leave a claim in the clear that should be withheld.
 *
 * @param claimsSchema a schema that compiles
 * @returns the first name that the schema lacks; null: it names all
 */
export function checkFrame(claimsSchema: Json, frame: DisclosureFrame): FrameIssue | null {
  return checkLevel(openSchemasInForce(claimsSchema), { schemas: [claimsSchema], frame, path: "" });
}

interface Level {
  /** The schemas that the object or array at this level must match. */
  readonly schemas: readonly Json[];
  readonly frame: DisclosureFrame;
  readonly path: string;
}

function checkLevel(
  schemasInForce: SchemasInForce,
  { schemas, frame, path }: Level,
): FrameIssue | null {
  const inForce = schemasInForce(schemas);
  const schemasOf = (name: string) =>
    [
      ...memberSchemas(inForce, name),
      ...(isIndex(name) ? itemSchemas(inForce, Number(name)) : []),
    ].filter((schema) => schema !== false);
  const reason = "is not named by claimsSchema";
  for (const [index, name] of (frame._sd ?? []).entries()) {
    if (schemasOf(String(name)).length === 0) return { path: `${path}/_sd/${index}`, reason };
  }
  for (const name of framedMembers(frame)) {
    const at = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const within = schemasOf(name);
    if (within.length === 0) return { path: at, reason };
    const inner = frameOf(frame, name);
    const issue = inner === undefined
      ? null
      : checkLevel(schemasInForce, { schemas: within, frame: inner, path: at });
    if (issue !== null) return issue;
  }
  return null;
}

function isIndex(name: string): boolean {
  return /^(?:0|[1-9][0-9]{0,2})$/.test(name);
}
