import type { ListedParties } from "./listed_parties.ts";
import type { PerturbedName } from "./perturb.ts";
import { pressSpellings } from "./press_spellings.ts";

/** Well-known listed parties as the press spells them, by kind; and those that no list at hand holds. */
export function pressNames(
  parties: ListedParties,
): {
  readonly names: ReadonlyMap<string, readonly PerturbedName[]>;
  readonly absent: readonly string[];
} {
  const absent: string[] = [];
  const names = Object.entries(pressSpellings).map(([kind, table]) => {
    const asked = table.trim().split("\n").flatMap((line): readonly PerturbedName[] => {
      const [listed = "", spellings = ""] = line.split(": ");
      const targets = [...new Set(parties.named(listed).flatMap((one) => parties.sameAs(one)))];
      if (targets.length === 0) absent.push(listed);
      else return spellings.split("; ").map((spelling) => ({ asked: spelling, listed, targets }));
      return [];
    });
    return [`press: ${kind}`, asked] as const;
  });
  return { names: new Map(names), absent };
}
