import { z } from "zod";

/** Where the record of a pledged key stands, for the process that ends its act after a crash. No secret. */
export const PledgedKey = z.tuple([z.string()], z.string()).readonly();
export type PledgedKey = z.infer<typeof PledgedKey>;
