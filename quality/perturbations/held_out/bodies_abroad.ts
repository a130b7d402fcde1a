import { type Draw, mapOf, wordsOf } from "../family.ts";
import { changed } from "../spellings.ts";
import { bodyKind, type HeldOutKind, type PlainName } from "./kind.ts";

const cities = wordsOf(
  `Dubai Frankfurt Istanbul Moscow Beirut Damascus Hong_Kong London Vienna Minsk Tashkent
  Caracas Singapore Zurich Athens Baghdad Karachi Milan Paris Shanghai`,
);

/** Words of bodies' names in German, French, Spanish and Turkish, as a dictionary has them. */
const dictionaries: readonly [ReadonlyMap<string, string>, ...ReadonlyMap<string, string>[]] = [
  mapOf(
    `company=Gesellschaft bank=Bank trading=Handel trade=Handel shipping=Schifffahrt industries=Industrien
    industry=Industrie ministry=Ministerium university=Universität institute=Institut research=Forschung
    foundation=Stiftung union=Verband association=Verein army=Armee front=Front party=Partei islamic=islamisch
    national=national people's=Volks- liberation=Befreiung movement=Bewegung revolutionary=revolutionär
    group=Gruppe factory=Fabrik plant=Werk oil=Öl gas=Gas insurance=Versicherung construction=Bau
    development=Entwicklung investment=Investition transport=Verkehr center=Zentrum centre=Zentrum state=Staat
    defense=Verteidigung defence=Verteidigung and=und of=von the=die for=für services=Dienste`,
  ),
  mapOf(
    `company=Société bank=Banque trading=Commerce trade=Commerce shipping=Navigation industries=Industries
    industry=Industrie ministry=Ministère university=Université institute=Institut research=Recherche
    foundation=Fondation union=Union association=Association army=Armée front=Front party=Parti
    islamic=islamique national=national people's=populaire liberation=Libération movement=Mouvement
    revolutionary=révolutionnaire group=Groupe factory=Usine plant=Usine oil=Pétrole gas=Gaz
    insurance=Assurance construction=Construction development=Développement investment=Investissement
    transport=Transport center=Centre state=État defense=Défense defence=Défense and=et of=de the=la for=pour`,
  ),
  mapOf(
    `company=Compañía bank=Banco trading=Comercio trade=Comercio shipping=Naviera industries=Industrias
    industry=Industria ministry=Ministerio university=Universidad institute=Instituto
    research=Investigación foundation=Fundación union=Unión association=Asociación army=Ejército
    front=Frente party=Partido islamic=islámico national=nacional people's=popular
    liberation=Liberación movement=Movimiento revolutionary=revolucionario group=Grupo factory=Fábrica
    plant=Planta oil=Petróleo gas=Gas insurance=Seguros construction=Construcción development=Desarrollo
    investment=Inversión transport=Transporte center=Centro centre=Centro state=Estado defense=Defensa
    defence=Defensa and=y of=de the=el for=para`,
  ),
  mapOf(
    `company=Şirketi bank=Bankası trading=Ticaret trade=Ticaret shipping=Denizcilik industries=Sanayi
    industry=Sanayi ministry=Bakanlığı university=Üniversitesi institute=Enstitüsü research=Araştırma
    foundation=Vakfı union=Birliği association=Derneği army=Ordusu front=Cephesi party=Partisi
    islamic=İslami national=Ulusal people's=Halk liberation=Kurtuluş movement=Hareketi
    revolutionary=Devrimci group=Grubu factory=Fabrikası plant=Tesisi oil=Petrol gas=Gaz
    insurance=Sigorta construction=İnşaat development=Kalkınma investment=Yatırım transport=Taşımacılık
    center=Merkezi centre=Merkezi state=Devlet defense=Savunma defence=Savunma and=ve`,
  ),
];

/** Bodies by a branch of theirs, and translated word by word. */
export const bodiesAbroad: readonly HeldOutKind[] = [
  bodyKind("with a city and a branch", branch),
  bodyKind("translated word by word", translated),
];

function branch({ name }: PlainName, draw: Draw): string {
  const city = draw.pick(cities);
  return draw.pick([
    `${name}, ${city} Branch`,
    `${name} ${city} Branch`,
    `${name} (${city} Branch)`,
    `${name.toUpperCase()} - ${city.toUpperCase()} BRANCH OFFICE`,
    `${name} Zweigniederlassung ${city}`,
    `${name}, succursale de ${city}`,
    `${name} Sucursal ${city}`,
    `${city} Representative Office of ${name}`,
    `Filial ${name} ${city}`,
  ]);
}

/** Every word of the dictionary in one language; these are half of the words at least. */
function translated({ words }: PlainName, draw: Draw): string | null {
  const dictionary = draw.pick(dictionaries);
  const other = words.map((word) => dictionary.get(word.toLowerCase()) ?? word);
  const nouns = words.filter((word) =>
    !/^(?:and|of|the|for)$/i.test(word) && dictionary.has(word.toLowerCase())
  );
  return nouns.length * 2 < words.length ? null : changed(words.join(" "), other.join(" "));
}
