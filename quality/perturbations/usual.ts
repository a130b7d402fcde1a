import type { EntityType, ListedEntity } from "../../core/matching/ports.ts";
import { type Family, wordsOf } from "./family.ts";
import { changed, slip } from "./spellings.ts";

const kinds = [
  ["persons", "INDIVIDUAL"],
  ["organisations", "ORGANISATION"],
  ["vessels", "VESSEL"],
] as const satisfies readonly (readonly [string, EntityType])[];
const fathers = wordsOf("Ivan Petr Vladimir Aleksandr Nikolai Sergei Mikhail Anatoli Viktor Pavel");

/** Everyday queries: names as listed, in part, or with one letter changed. */
export const usual: readonly Family[] = [
  ...kinds.map(([plural, of]): Family => ({
    name: `${plural}: as listed`,
    of,
    anyScript: true,
    perturb: ({ listed, words }) => (words.length < 2 ? null : listed),
  })),
  ...kinds.map(([plural, of]): Family => ({
    name: `${plural}: one letter off`,
    of,
    perturb: ({ words }, draw) => {
      const long = words.filter((word) => /^\p{L}{6,}$/u.test(word));
      const [first, ...more] = long;
      if (first === undefined || words.length < 2) return null;
      const word = draw.pick([first, ...more]);
      const other = slip(word, draw);
      return changed(words.join(" "), words.map((one) => (one === word ? other : one)).join(" "));
    },
  })),
  {
    name: "persons: a lone alias and the family name",
    of: "INDIVIDUAL",
    perturb: ({ entity, family }, draw) => {
      const lone = entity.names.map(({ text }) => text).filter((text) =>
        /^\p{L}{4,}$/u.test(text) && text.toLowerCase() !== family?.toLowerCase()
      );
      const [first, ...more] = lone;
      if (family === null || first === undefined) return null;
      const alias = draw.pick([first, ...more]).toLowerCase();
      const named = alias[0]!.toUpperCase() + alias.slice(1);
      return draw.pick([`${named} ${family}`, `${family} ${named}`]);
    },
  },
  {
    name: "persons: family name first",
    of: "INDIVIDUAL",
    perturb: ({ words, family }) =>
      family === null || words.length < 2 || words.at(-1) !== family
        ? null
        : [family, ...words.slice(0, -1)].join(" "),
  },
  {
    name: "persons: middle names left out",
    of: "INDIVIDUAL",
    perturb: ({ name, words, family }) =>
      family === null || words.length < 3 || !name.endsWith(` ${family}`) || words[0] === family
        ? null
        : changed(name, `${words[0]} ${family}`),
  },
  {
    name: "persons: a middle initial added",
    of: "INDIVIDUAL",
    perturb: ({ entity, words, family }, draw) => {
      if (words.length !== 2 || words[1] !== family) return null;
      const initial = draw.pick([..."ABDEGIKMNPRSTV"] as [string]);
      return hasOtherMiddle(entity, words, initial) ? null : `${words[0]} ${initial}. ${family}`;
    },
  },
  {
    name: "persons: a name after the father added",
    of: "INDIVIDUAL",
    perturb: ({ words, family }, draw) => {
      const [given = "", last = ""] = words;
      if (words.length !== 2 || last !== family) return null;
      const father = draw.pick(fathers);
      if (/(ov|ev|in|sky|skiy|ko)$/.test(last)) return `${given} ${father}ovich ${last}`;
      return /(ova|eva|ina|skaya)$/.test(last) ? `${given} ${father}ovna ${last}` : null;
    },
  },
  {
    name: "persons: given name by its initial",
    of: "INDIVIDUAL",
    byFamilyName: true,
    perturb: ({ words: [given = ""], family }) => `${given[0]}. ${family}`,
  },
];

/** Whether a name of the entity has these words and another that begins with another letter. */
function hasOtherMiddle(
  { names }: ListedEntity,
  words: readonly string[],
  initial: string,
): boolean {
  const [given, family] = words.map((word) => word.toLowerCase());
  return names.some(({ text }) => {
    const listed = text.toLowerCase().split(/[^\p{L}\p{M}'’`-]+/u).filter((word) => word !== "");
    return listed.includes(given!) && listed.includes(family!) &&
      listed.some((word) =>
        word !== given && word !== family && !word.startsWith(initial.toLowerCase())
      );
  });
}
