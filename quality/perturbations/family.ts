import type { EntityType, ListedEntity } from "../../core/matching/ports.ts";
import { drawBelow, mersenneTwister } from "../evaluation/mersenne_twister.ts";

/** One name of a listed party, with the data for a family of perturbations. */
export interface ListedParty {
  readonly entity: ListedEntity;
  readonly entityType: EntityType;
  /** The name as listed. */
  readonly listed: string;
  /**
   * The name in natural order and mixed case, without text in brackets: `Ahmed Khalfan Ghailani`.
   */
  readonly name: string;
  /** The words of `name`. */
  readonly words: readonly string[];
  /** The family name in mixed case, where the list marks it. */
  readonly family: string | null;
  /** The words of `name` that no other listed party bears. */
  readonly rare: readonly string[];
  /** The words of `name` that ten listed parties or more bear. */
  readonly common: readonly string[];
}

/** A seeded source of choices: the same seed makes the same family. */
export interface Draw {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** Chooses one of several items. */
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** One way in which people write names otherwise than a list does. */
export interface Family {
  /** Unique; as the table and `tests/cli/quality.json` name it. */
  readonly name: string;
  /** The kind of parties whose names are perturbed. */
  readonly of: EntityType;
  /** Whether only family names are perturbed that no other listed party bears. */
  readonly byFamilyName?: boolean;
  /** Whether names in other scripts than Latin are perturbed too; false by default. */
  readonly anyScript?: boolean;
  /** Makes the query from a party's name; null if the family does not apply to it. */
  readonly perturb: (party: ListedParty, draw: Draw) => string | null;
}

/** Choices drawn from a generator of whole numbers from 0 to 2^32 - 1. */
export function drawFrom(next: () => number): Draw {
  return {
    below: (limit) => drawBelow(limit, next),
    pick: (items) => items[drawBelow(items.length, next)]!,
  };
}

/** A generator of whole numbers of its own for a name, and choices drawn from it. */
export function seeded(
  seed: number,
  name: string,
): { readonly next: () => number; readonly draw: Draw } {
  const next = mersenneTwister([seed, ...[...name].map((letter) => letter.codePointAt(0)!)]);
  return { next, draw: drawFrom(next) };
}

/** Splits words of a table at blanks; words that hold blanks are written with `_`. */
export function wordsOf(table: string): readonly [string, ...string[]] {
  const [first, ...rest] = table.trim().split(/\s+/).map((word) => word.replaceAll("_", " "));
  return [first!, ...rest];
}

/** Splits `from=to` pairs at blanks; `_` stands for a blank. */
export function mapOf(table: string): ReadonlyMap<string, string> {
  return new Map(
    wordsOf(table).map((pair) => {
      const [from = "", to = ""] = pair.split("=");
      return [from, to];
    }),
  );
}

/** A family of perturbed names of persons of two words or more. */
export function personFamily(
  name: string,
  made: (name: string, draw: Draw) => string | null,
): Family {
  return {
    name,
    of: "INDIVIDUAL",
    perturb: (party, draw) => (party.words.length < 2 ? null : made(party.name, draw)),
  };
}
