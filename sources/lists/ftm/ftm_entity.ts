import { z } from "zod";

const Values = z.array(z.string());

/**
 * One line of a FollowTheMoney export (`entities.ftm.json`), with the members that are read. All
 * values of properties are texts; a nested entity belongs to the nested export, which has another
 * form.
 */
export const FtmEntity = z.object({
  id: z.string().min(1),
  schema: z.string().min(1),
  caption: z.string().optional(),
  properties: z.record(z.string(), Values),
  target: z.boolean().optional(),
  last_seen: z.string().optional(),
});
export type FtmEntity = z.infer<typeof FtmEntity>;

/** The index of an OpenSanctions dataset (`index.json`), with the members that are read. */
export const FtmIndex = z.object({
  name: z.string().min(1),
  title: z.string().min(1),
  updated_at: z.string().optional(),
  last_change: z.string().optional(),
  last_export: z.string().optional(),
  version: z.string().optional(),
  entity_count: z.int().nonnegative().optional(),
  publisher: z.object({ name: z.string().min(1) }).nullish(),
  license: z.string().nullish(),
});
export type FtmIndex = z.infer<typeof FtmIndex>;

/** The values of properties in their order, without blank ones. */
export function valuesOf(
  { properties }: FtmEntity,
  ...names: readonly string[]
): readonly string[] {
  return names.flatMap((name) => properties[name] ?? []).filter((value) => value.trim() !== "");
}
