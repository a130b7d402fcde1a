import type { ListedEntity } from "../../core/matching/ports.ts";
import { shuffled } from "../evaluation/mersenne_twister.ts";
import { type Family, seeded } from "./family.ts";
import type { ListedParties } from "./listed_parties.ts";
import type { PerturbationPolicy } from "./policy.ts";

/** A listed name as a caller may ask for it, and the entities that must be found. */
export interface PerturbedName {
  readonly asked: string;
  /** The listed name from which it was made. */
  readonly listed: string;
  readonly targets: readonly ListedEntity[];
}

/** Perturbs a sample of the listed names; the same lists and seed give the same names. */
export function perturb(
  { name, of, byFamilyName = false, anyScript = false, perturb }: Family,
  parties: ListedParties,
  { seed, sample }: PerturbationPolicy,
): readonly PerturbedName[] {
  const { next, draw } = seeded(seed, name);
  const suitable = parties.all.filter((party) =>
    party.entityType === of && (anyScript || isLatin(party.name)) &&
    (!byFamilyName || (party.family !== null && party.family.length >= 5 &&
      party.rare.includes(party.family)))
  );
  const made: PerturbedName[] = [];
  for (const party of shuffled(suitable, next)) {
    if (made.length === sample) break;
    const asked = perturb(party, draw);
    if (asked === null) continue;
    made.push({ asked, listed: party.listed, targets: parties.sameAs(party.entity) });
  }
  return made;
}

/** Whether every letter is Latin. */
function isLatin(name: string): boolean {
  return !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(name);
}
