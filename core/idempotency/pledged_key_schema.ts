import { z } from "zod";

/**
 * The place of a pledged key's record, for the process that ends its act after a crash. Not a
 * secret.
 */
export const PledgedKey = z.tuple([z.string()], z.string()).readonly();
export type PledgedKey = z.infer<typeof PledgedKey>;
