import { wordsOf } from "./family.ts";

/** Names that thousands of people bear: each of some family names with each of some given names. */
export interface CommonPairs {
  readonly culture: string;
  readonly names: readonly string[];
}

/** Kinds of common names that are like a part of many listed ones. */
export const commonPairs: readonly CommonPairs[] = [
  {
    culture: "Chinese of two syllables",
    names: pairs(
      wordsOf(
        "Li Wang Zhang Liu Chen Yang Zhao Huang Zhou Wu Xu Sun Ma Zhu Hu Guo He Lin Luo Gao Du An",
      ),
      wordsOf(
        `Na Wei Fang Min Jing Jie Yan Tao Ming Chao Ping Gang Juan Xia Bo Hui Dan Ling Fei Bin An
        Da Di De`,
      ),
      (family, given) => `${family} ${given}`,
    ),
  },
  {
    culture: "South Slavic",
    names: pairs(
      wordsOf(
        `Jovanović Petrović Nikolić Marković Đorđević Stojanović Ilić Stanković Pavlović Milošević
        Popović Kovačević Horvat Babić Ivanović`,
      ),
      wordsOf(
        `Nikola Marko Milan Dragan Aleksandar Stefan Jovan Petar Ana Jelena Marija Milica Ivan Luka
        Goran Igor Boris`,
      ),
      (family, given) => `${given} ${family}`,
    ),
  },
  {
    culture: "Spanish",
    names: pairs(
      wordsOf(
        `Garcia Rodriguez Martinez Lopez Gonzalez Hernandez Perez Sanchez Ramirez Torres Flores Gomez
        Diaz Morales Cruz Ortiz Gutierrez Chavez Ramos Ruiz`,
      ),
      wordsOf(
        `Luis Carlos Juan Jose Miguel Jorge Pedro Manuel Francisco Antonio Maria Ana Carmen Rosa Marta
        Javier Diego Rafael Fernando Alejandro`,
      ),
      (family, given) => `${given} ${family}`,
    ),
  },
  {
    culture: "firms of a common word and a generic one",
    names: pairs(
      wordsOf(
        `Trading Logistics Shipping Consulting Services Holdings Construction Technologies Industries
        Capital Energy Group`,
      ),
      wordsOf(
        `Premier Global Sunrise Atlas Victoria Phoenix Orion Pioneer Summit Horizon Liberty Crown Royal
        Golden Silver Blue Green Alpha Delta Omega Apex Titan Falcon Eagle Lion Tiger Diamond Pearl
        Crystal Nova`,
      ),
      (generic, common) => `${common} ${generic}`,
    ),
  },
];

function pairs(
  families: readonly string[],
  given: readonly string[],
  write: (family: string, given: string) => string,
): readonly string[] {
  return families.flatMap((family) =>
    given.filter((name) => name !== family).map((name) => write(family, name))
  );
}
