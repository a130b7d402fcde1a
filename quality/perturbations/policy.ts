import { z } from "zod";

/**
 * The parameters of perturbing names. Figures with other parameters cannot be compared with earlier
 * ones.
 */
export const PerturbationPolicy = z.object({
  /** Seed of every family, combined with the family's name. */
  seed: z.int().nonnegative().default(19),
  /** Maximum listed names that a family perturbs. */
  sample: z.int().positive().default(200),
  /** Ordinary names of each culture. */
  ordinaryEach: z.int().positive().default(120),
  /** Listed names of each kind that are queried among unknown words. */
  valleySample: z.int().positive().default(400),
  /** Unlisted persons, and as many firms, that are queried among unknown words. */
  innocents: z.int().positive().default(3_000),
  /** Unlisted names of each kind of party, of persons of each culture, for the kinds held out. */
  heldOutInnocents: z.int().positive().default(1_200),
  /** Customers of each of fifteen countries. */
  customersEach: z.int().positive().default(400),
}).readonly();
export type PerturbationPolicy = z.infer<typeof PerturbationPolicy>;

/** The numbers in force. */
export const perturbationPolicy: PerturbationPolicy = PerturbationPolicy.parse({});
