import { z } from "zod";

/**
 * A checkbox for each name, as a field of its own, because a form may send each field only once.
 */
export function checkboxes<Prefix extends string, Name extends string>(
  prefix: Prefix,
  names: readonly Name[],
) {
  return Object.fromEntries(names.map((name) => [`${prefix}_${name}`, checkbox])) as Record<
    `${Prefix}_${Name}`,
    typeof checkbox
  >;
}

const checkbox = z.literal("yes").optional();

/** The names whose boxes are checked. */
export function checkedOf<Name extends string>(
  body: object,
  prefix: string,
  names: readonly Name[],
): readonly Name[] {
  const fields: Readonly<Record<string, unknown>> = { ...body };
  return names.filter((name) => fields[`${prefix}_${name}`] === "yes");
}
