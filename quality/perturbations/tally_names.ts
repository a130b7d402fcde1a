import type { AskedName, NameScreening } from "../../core/screening/screen_name.ts";
import { isOneOf } from "../evaluation/evaluate_queries.ts";
import { isFlagged } from "../evaluation/tally.ts";
import type { PerturbedName } from "./perturb.ts";

/** Numbers of found names of a family. */
export interface FamilyTally {
  readonly family: string;
  readonly cases: number;
  readonly found: number;
  /** Names for which no other party had a higher score. */
  readonly unbeaten: number;
  readonly confirmed: number;
  /** Names that were found, in the order of the sample. */
  readonly taken: readonly PerturbedName[];
  /** Names that were not found, in the order of the sample. */
  readonly missed: readonly PerturbedName[];
}

/** Screens a name. */
export type Screen = (asked: AskedName) => NameScreening;

/** Whether a name has a candidate that a person must look at, by the name only. */
export function isNameFlagged(name: string, screen: Screen): boolean {
  return screen({ name, dob: null, nationality: null }).candidates.some(({ classifyResult }) =>
    isFlagged(classifyResult.classification)
  );
}

/** Queries each name of a family by the name only. */
export function tallyNames(
  family: string,
  names: readonly PerturbedName[],
  screen: Screen,
): FamilyTally {
  let [unbeaten, confirmed] = [0, 0];
  const taken: PerturbedName[] = [];
  const missed: PerturbedName[] = [];
  for (const name of names) {
    const { candidates } = screen({ name: name.asked, dob: null, nationality: null });
    const [target] = candidates.filter((candidate) => isOneOf(name.targets, candidate));
    if (target === undefined || !isFlagged(target.classifyResult.classification)) {
      missed.push(name);
      continue;
    }
    taken.push(name);
    confirmed += Number(target.classifyResult.classification === "CONFIRMED_MATCH");
    unbeaten += Number(target.classifyResult.score === candidates[0]?.classifyResult.score);
  }
  const found = taken.length;
  return { family, cases: names.length, found, unbeaten, confirmed, taken, missed };
}
