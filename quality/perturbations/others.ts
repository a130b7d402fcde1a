import { type Draw, type Family, type ListedParty, mapOf, wordsOf } from "./family.ts";
import { changed } from "./spellings.ts";

/** Forenames of many countries. */
const forenames = wordsOf(
  `Ben Bruno Emma Lisa Carlos Lucia Anna Tomas Pierre Marie Hans Greta Ivan Olga
  Ahmed Fatima Ali Yusuf Mehmet Ayse Ravi Priya Wei Mei Min-jun Yuki Kwame Amina Erik Ingrid Paulo
  Giulia Nikos Elena Adam Zofia`,
);
const surnames = wordsOf(
  `Miller Schneider Moreau Rossi Novak Petrov Garcia Silva Hansen Kowalski Kaya
  Hassan Kumar Singh Tanaka Nguyen Okafor Cohen Papadopoulos Virtanen Johnson Brown`,
);
/** Names of persons by their first letter, forenames first; the last is a family name. */
const byInitial: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  wordsOf(
    `Albert Amina Brigitte Bruno Carla Cheng Diego Dina Emeka Elif Farid Fiona Gustav Gita Hana
    Hugo Ines Ibrahim Jorge Julia Karim Klara Luis Lena Marta Musa Nadia Nils Omar Oksana Pavel Petra
    Qiang Ramon Rita Samir Sofia Tomas Tara Ulrich Uma Vera Viktor Walter Wanda Xavier Yara Yusuf Zeynep
    Zoran Andersen Bauer Castro Diaz Evans Fischer Grant Haddad Iqbal Jensen Khan Lopez Meyer Nagy Ortiz
    Perez Quinn Rossi Sato Tran Usman Vargas Weber Xu Yilmaz Zhang`,
  ),
  (name) => name[0]!,
);
/** A man's name and a woman's with the same short form. */
const otherSex = mapOf(
  `michael=Michelle mike=Michelle nicholas=Nicole nick=Nicole alexander=Alexandra
  alex=Alexandra samuel=Samantha sam=Samantha christopher=Christine chris=Christine patrick=Patricia
  pat=Patricia daniel=Danielle dan=Danielle stephen=Stephanie steven=Stephanie steve=Stephanie
  joseph=Josephine joe=Josephine robert=Roberta rob=Roberta paul=Paula eric=Erica henry=Henrietta
  george=Georgina philip=Philippa andrew=Andrea martin=Martina victor=Victoria charles=Charlotte
  louis=Louise john=Joan gabriel=Gabrielle valery=Valeria michelle=Mike nicole=Nick`,
);
/** Places that occur in names of bodies. */
const places = wordsOf(
  `Iran Russia Syria Moscow Tehran Damascus Dubai Chile Peru Colombia Mexico Turkey
  China Lebanon Iraq Belarus Minsk Sudan Korea Germany Europe Asia Venezuela Yemen Pakistan Somalia
  Crimea Ukraine Siberia Kenya`,
);
/** Words that identify no party alone or in pairs. */
export const genericWords = wordsOf(
  `Bank Company Group Center Trading International Shipping General Services Holding
  Limited Corporation Institute Foundation Organization Industries Technology Logistics Construction
  Investment Factory University Ministry Airlines Tanker Vessel Star Ocean Union Network Brothers
  Agency Consulting Energy Export Import Security Media Systems Marine`,
);

/** Texts in fields where no name is known, and legal forms alone. */
export const fieldFillers = wordsOf(
  `null none undefined unknown n/a test self customer cash client Kunde Kasse Bargeld
  unbekannt Nakit Cliente Efectivo Caisse Klient Police Polizei Web Info LLC Ltd GmbH AB AG SA OOO First_Last
  Test_User No_Name info@example.com Iran Cuba Berlin`,
);

/** Names of other parties that are like a listed one. */
export const others: readonly Family[] = [
  ...(["ORGANISATION", "VESSEL"] as const).map((of): Family => ({
    name: `a person beside ${of === "VESSEL" ? "a vessel" : "a body"} of that name`,
    of,
    perturb: ({ words, rare }, draw) => {
      const [word = "", ...more] = rare;
      if (more.length > 0 || words.length > 2 || !/^\p{L}{4,}$/u.test(word)) return null;
      return `${draw.pick(forenames)} ${word}`;
    },
  })),
  {
    name: "a person beside a body by initials",
    of: "ORGANISATION",
    perturb: ({ words }, draw) => {
      const acronym = words.find((word) => /^[A-Z]{3,4}$/i.test(word) && words.length <= 2);
      if (acronym === undefined) return null;
      const letters = [...acronym.toUpperCase()];
      const names = letters.map((letter, at) => {
        const all = byInitial.get(letter)!;
        return at === letters.length - 1
          ? all.at(-1)!
          : all[draw.below(Math.max(1, all.length - 1))]!;
      });
      return names.join(" ");
    },
  },
  {
    name: "another middle initial",
    of: "INDIVIDUAL",
    perturb: ({ words }, draw) => {
      const at = words.findIndex((word) => /^\p{Lu}\.?$/u.test(word));
      if (at <= 0 || words.length !== 3 || at === 2) return null;
      const letters = [..."ABCDEFGHJKLMNPRSTW"].filter((one) => one !== words[at]![0]);
      const other = draw.pick(letters as [string, ...string[]]);
      return words.map((word, index) => (index === at ? `${other}.` : word)).join(" ");
    },
  },
  {
    name: "a further given name between common ones",
    of: "INDIVIDUAL",
    perturb: ({ words: [given = "", family = "", ...more], common }, draw) =>
      more.length === 0 && common.length === 2 && /^[A-Za-z]+$/.test(given + family)
        ? `${given} ${draw.pick(forenames)} ${family}`
        : null,
  },
  {
    name: "a woman of the name that a man is the father of",
    of: "INDIVIDUAL",
    perturb: ({ words: [abu, name = ""], words }) =>
      words.length === 2 && /^abu$/i.test(abu!) && /^[A-Za-z]+$/.test(name)
        ? `${name} Khanum`
        : null,
  },
  {
    name: "two syllables that spell a vessel in another order",
    of: "VESSEL",
    perturb: ({ words: [word = ""], words }) => {
      const halves = words.length === 1
        ? /^([^aeiou]{1,2}[aeiou])([^aeiou]{1,2}[aeiou])$/i.exec(word)
        : null;
      return halves === null ? null : [halves[2]!, halves[1]!].map(capitalised).join(" ");
    },
  },
  {
    name: "a name of the other sex",
    of: "INDIVIDUAL",
    perturb: ({ words: [given = "", ...more] }) => {
      const other = otherSex.get(given.toLowerCase());
      return other === undefined || more.length === 0 ? null : [other, ...more].join(" ");
    },
  },
  {
    name: "another family name",
    of: "INDIVIDUAL",
    perturb: ({ words, family }, draw) =>
      words.length === 2 && family === words[1] ? `${words[0]} ${draw.pick(surnames)}` : null,
  },
  {
    name: "letters of an acronym in another order",
    of: "ORGANISATION",
    perturb: ({ listed }, draw) => {
      if (!/^[A-Z]{3,4}$/.test(listed) || new Set(listed).size < listed.length) return null;
      const by = 1 + draw.below(listed.length - 1);
      return [...listed.slice(by), ...listed.slice(0, by)].map((letter) => `${letter}.`).join("");
    },
  },
  ...(["ORGANISATION", "VESSEL"] as const).map((of): Family => ({
    name: `${of === "VESSEL" ? "vessels" : "bodies"}: another number`,
    of,
    perturb: ({ words }, draw) => {
      const other = words.map((word) =>
        /^\d{1,4}$/.test(word) ? String(Number(word) + 1 + draw.below(8)) : word
      );
      return words.length < 2 ? null : changed(words.join(" "), other.join(" "));
    },
  })),
  {
    name: "bodies: another place",
    of: "ORGANISATION",
    perturb: (party, draw) => elsewhere(party, draw),
  },
];

function capitalised(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1).toLowerCase();
}

/** The same brand with another place name. */
function elsewhere({ words }: ListedParty, draw: Draw): string | null {
  if (words.length > 4) return null;
  const other = words.map((word) => {
    const held = places.find((place) => place.toLowerCase() === word.toLowerCase());
    return held === undefined ? word : draw.pick(places.filter((one) => one !== held) as [string]);
  });
  return words.length < 2 ? null : changed(words.join(" "), other.join(" "));
}
