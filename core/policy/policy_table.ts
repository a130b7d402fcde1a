import { z } from "zod";
import { Policy } from "./policy.ts";
import { settingUnits } from "./setting.ts";

/** One setting in the documentation. */
export interface PolicyRow {
  /** Path in the policy file, such as `rateLimits.screening.capacity`. */
  readonly name: string;
  /** The default. */
  readonly value: number | boolean | string;
  /** Unit of a number; `countries` for a list of them; `switch` for others. */
  readonly unit: string;
  /** The purpose of the setting, and the reason for its default. */
  readonly reason: string;
}

/** The JSON Schema of a setting, as far as the table needs it. */
const Documented = z.object({
  default: z.union([z.number(), z.boolean(), z.string()]),
  description: z.string(),
});

/** The JSON Schema of a group. */
const Members = z.object({ properties: z.record(z.string(), z.unknown()) });

/**
 * Returns every setting of the policy with its default, unit and reason, in the order of the
 * schema.
 */
export function policyRows(): readonly PolicyRow[] {
  return rowsOf("", z.toJSONSchema(Policy, { io: "input" }));
}

function rowsOf(name: string, schema: unknown): readonly PolicyRow[] {
  const members = Members.safeParse(schema);
  if (members.success) {
    return Object.entries(members.data.properties).flatMap(([member, inner]) =>
      rowsOf(name === "" ? member : `${name}.${member}`, inner)
    );
  }
  const { default: value, description: reason } = Documented.parse(schema);
  return [{ name, value, unit: typeof value === "number" ? unitOf(name) : kindOf(name), reason }];
}

function kindOf(name: string): string {
  return name.endsWith("Countries") ? "countries" : "switch";
}

/** The unit that the end of a name states. */
function unitOf(name: string): string {
  const unit = settingUnits.find(([ending]) => name.endsWith(ending))?.[1];
  if (unit === undefined) throw new Error(`The name ${name} does not end in a unit`);
  return unit;
}

/** Prints the whole policy as a Markdown table for `docs/configuration.md`. */
export function policyTable(): string {
  const rows = policyRows().map(({ name, value, reason }) =>
    `| \`${name}\` | ${printed(value)} | ${reason} |`
  );
  return ["| name | default | meaning |", "| --- | --- | --- |", ...rows, ""].join(
    "\n",
  );
}

function printed(value: PolicyRow["value"]): string {
  if (typeof value !== "number" || Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(4)));
}
