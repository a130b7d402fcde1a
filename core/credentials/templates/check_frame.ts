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
 * Checks that a schema names everything that a frame does: through `properties`, `prefixItems`,
 * `items`, and what schemas refer to or choose between. A frame whose name is misspelled would leave
 * in the clear what the holder was meant to keep.
 *
 * @param claimsSchema one that compiles
 * @returns the first name that it does not; null: it names all of them
 */
export function checkFrame(claimsSchema: Json, frame: DisclosureFrame): FrameIssue | null {
  return checkLevel(openSchemasInForce(claimsSchema), { schemas: [claimsSchema], frame, path: "" });
}

interface Level {
  /** What the object or array at this level has to fit. */
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
