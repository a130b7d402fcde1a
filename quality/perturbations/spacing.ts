import type { EntityType } from "../../core/matching/ports.ts";
import type { Family, ListedParty } from "./family.ts";

const kinds = [
  ["persons", "INDIVIDUAL"],
  ["organisations", "ORGANISATION"],
  ["vessels", "VESSEL"],
] as const satisfies readonly (readonly [string, EntityType])[];

/** Words of three letters or more that are joined, and words that are split. */
export const spacing: readonly Family[] = kinds.flatMap(([plural, of]): readonly Family[] => [
  {
    name: `${plural}: two words run together`,
    of,
    perturb: ({ words }, draw) => {
      if (words.length < 2) return null;
      const at = draw.below(words.length - 1);
      return words.flatMap((word, index) =>
        index === at ? [word + words[at + 1]!.toLowerCase()] : index === at + 1 ? [] : [word]
      ).join(" ");
    },
  },
  {
    name: `${plural}: all words run together`,
    of,
    perturb: ({ words }) =>
      words.length < 2 || words.length > 4 ? null : words.join("").toLowerCase(),
  },
  {
    name: `${plural}: a word split`,
    of,
    perturb: (party, draw) => {
      const word = longestOf(party);
      if (word.length < 6) return null;
      const at = 3 + draw.below(word.length - 5);
      const halves = `${word.slice(0, at)} ${word.slice(at)}`;
      return party.words.map((one) => (one === word ? halves : one)).join(" ");
    },
  },
]);

function longestOf({ words }: ListedParty): string {
  const plain = words.filter((word) => /^\p{L}+$/u.test(word));
  return plain.toSorted((a, b) => b.length - a.length)[0] ?? "";
}
