import type { ListedEntity, ListedName } from "../../core/matching/ports.ts";
import type { ListedParty } from "./family.ts";

/** An index of the listed parties by their names, and of the same parties on other lists. */
export interface ListedParties {
  /**
   * One entry for each name that is not a weak alias, without duplicates, in the order of the
   * lists.
   */
  readonly all: readonly ListedParty[];
  /** Every entity that shares a name of two words or more with this one, itself among them. */
  sameAs(entity: ListedEntity): readonly ListedEntity[];
  /** The entities that have a name with these words, in any order. */
  named(name: string): readonly ListedEntity[];
}

/** Indexes the entities of the lists. */
export function listedParties(entities: readonly ListedEntity[]): ListedParties {
  const byKey = new Map<string, ListedEntity[]>();
  const bearersOf = new Map<string, Set<string>>();
  const all: Omit<ListedParty, "rare" | "common">[] = [];
  const folded = new Map<string, string>();
  const foldedOnce = (word: string): string => {
    const known = folded.get(word);
    if (known !== undefined) return known;
    const key = keyOf(word);
    folded.set(word, key);
    return key;
  };
  for (const entity of entities) {
    const bearer = keyOf(entity.names[0]!.text);
    for (const name of entity.names) {
      const key = keyOf(name.text);
      const sharing = byKey.get(key);
      const isFirst = sharing === undefined;
      if (isFirst) byKey.set(key, [entity]);
      else if (!sharing.includes(entity)) sharing.push(entity);
      if (name.strength === "weak") continue;
      const party = partyOf(entity, name);
      if (isFirst) all.push(party);
      for (const word of party.words) {
        const key = foldedOnce(word);
        const bearers = bearersOf.get(key);
        if (bearers === undefined) bearersOf.set(key, new Set([bearer]));
        else bearers.add(bearer);
      }
    }
  }
  return {
    all: all.map((party) => ({
      ...party,
      rare: party.words.filter((word) => bearersOf.get(foldedOnce(word))?.size === 1),
      common: party.words.filter((word) => (bearersOf.get(foldedOnce(word))?.size ?? 0) >= 10),
    })),
    sameAs: (entity) => [
      ...new Set(entity.names.flatMap(({ text }) => {
        const key = keyOf(text);
        return key.includes(" ") || text === entity.names[0]!.text ? byKey.get(key) ?? [] : [];
      })).add(entity),
    ],
    named: (name) => byKey.get(keyOf(name)) ?? [],
  };
}

/** Words of a name without marks, case and order. */
function keyOf(text: string): string {
  if (/^[A-Za-z]+$/.test(text)) return text.toLowerCase();
  const words = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(
    /[^\p{L}\p{N}]+/u,
  );
  return words.filter((word) => word !== "").toSorted().join(" ");
}

function partyOf(
  entity: ListedEntity,
  { text, family, given, patronymic }: ListedName,
): Omit<ListedParty, "rare" | "common"> {
  const isPerson = entity.entityType === "INDIVIDUAL";
  const natural = !isPerson
    ? text
    : family !== undefined && given !== undefined
    ? [given, patronymic ?? "", family].filter((part) => part !== "").join(" ")
    : text.replace(/^([^,]+),\s*([^,]+)$/, "$2 $1");
  const plain = natural.replace(/\([^)]*\)|"[^"]*"/g, " ").replace(/\s+/g, " ");
  const name = mixedCase(plain.replace(/^[\s,]+|[\s,;]+$/g, ""), isPerson);
  return {
    entity,
    entityType: entity.entityType,
    listed: text,
    name,
    words: name.split(/[\s,]+/).filter((word) => word !== ""),
    family: family === undefined ? null : mixedCase(family, true),
  };
}

/**
 * Converts words in capitals to mixed case, except a body's words of up to three letters next to
 * others.
 */
function mixedCase(text: string, isPerson: boolean): string {
  const isWhole = isPerson || text === text.toUpperCase();
  return text.replace(/[\p{L}\p{M}’'`]+/gu, (word) => {
    const isCapital = word === word.toUpperCase() && word !== word.toLowerCase();
    if (!isCapital || (!isWhole && word.length <= 3)) return word;
    return word[0] + word.slice(1).toLowerCase();
  });
}
