import { z } from "zod";

/** How names are perturbed. Other numbers make figures that cannot be compared with earlier ones. */
export const PerturbationPolicy = z.object({
  /** Seed of every family, with its name. */
  seed: z.int().nonnegative().default(19),
  /** Listed names that a family perturbs at most. */
  sample: z.int().positive().default(200),
  /** Ordinary names made of each culture. */
  ordinaryEach: z.int().positive().default(120),
  /** Listed names of each kind that are asked beside unknown words. */
  valleySample: z.int().positive().default(400),
  /** Persons, and as many firms, that no list holds and that are asked beside unknown words. */
  innocents: z.int().positive().default(3_000),
}).readonly();
export type PerturbationPolicy = z.infer<typeof PerturbationPolicy>;

/** The numbers in force. */
export const perturbationPolicy: PerturbationPolicy = PerturbationPolicy.parse({});
