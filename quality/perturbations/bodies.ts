import { type Draw, type Family, type ListedParty, mapOf, wordsOf } from "./family.ts";
import { changed, slip } from "./spellings.ts";

/** Common nouns of firms, English and Russian in Latin letters; compiled by hand. */
const russian = mapOf(`plant=zavod factory=fabrika institute=institut company=kompaniya group=gruppa
  center=tsentr centre=tsentr research=issledovatelskiy scientific=nauchny
  production=proizvodstvennoe association=obyedinenie enterprise=predpriyatie corporation=korporatsiya
  technologies=tekhnologii technology=tekhnologiya shipyard=verf shipping=sudokhodnaya
  ministry=ministerstvo fund=fond foundation=fond union=soyuz bureau=byuro oil=neft
  insurance=strakhovaya trade=torgovy trading=torgovaya house=dom construction=stroitelnaya
  machine=mashino engineering=inzhiniring service=servis airlines=avialinii aviation=aviatsiya
  laboratory=laboratoriya systems=sistemy development=razvitie city=gorod state=gosudarstvenny
  national=natsionalny regional=regionalny military=voyenny agency=agentstvo university=universitet
  steel=stal mining=gornodobyvayushchaya electronics=elektronika instruments=pribory`);
/** Common nouns of firms, English and Persian; compiled by hand. */
const persian = mapOf(`company=sherkat industries=sanaye industry=sanat university=daneshgah
  organization=sazman organisation=sazman institute=moasseseh research=tahghighat foundation=bonyad
  ministry=vezarat factory=karkhaneh group=goruh center=markaz centre=markaz trading=bazargani
  insurance=bimeh shipping=keshtirani airlines=havapeymaei airline=havapeymaei oil=naft steel=foulad
  engineering=mohandesi petrochemical=petroshimi complex=mojtama aviation=havapeyma
  production=tolidi services=khadamat construction=sakhteman development=tosee bank=bank
  iran=iran national=melli investment=sarmayegozari power=niroo mines=maaden`);

/** Words of business, and how letters, cheques and telexes cut them; compiled by hand. */
const cut = mapOf(
  `bank=Bk trading=Trdg shipping=Shpg industries=Inds industry=Ind joint=Jt stock=Stk
  plant=Plt aviation=Avn services=Svcs service=Svc ministry=Min government=Govt national=Natl
  department=Dept directorate=Dir committee=Cttee association=Assn university=Univ institute=Inst
  research=Res development=Dev construction=Constr engineering=Engrg petrochemical=Petrochem
  chemical=Chem electronics=Elec electronic=Elec electric=Elec machine=Mach machinery=Mach
  equipment=Equip production=Prod products=Prods investment=Invt investments=Invts holding=Hldg
  holdings=Hldgs management=Mgmt international=Intl manufacturing=Mfg company=Co corporation=Corp
  limited=Ltd organization=Org organisation=Org foundation=Fdn group=Grp center=Ctr centre=Ctr
  technology=Tech technologies=Techs industrial=Indl commercial=Coml financial=Finl insurance=Ins
  transport=Transp laboratory=Lab laboratories=Labs brothers=Bros agency=Agcy systems=Sys
  communications=Comms telecommunications=Telecoms federation=Fed republic=Rep general=Gen
  military=Mil defence=Def defense=Def security=Sec scientific=Sci technical=Tech station=Stn
  petroleum=Petr exchange=Exch export=Exp import=Imp logistics=Logs maritime=Mar airlines=Airl
  electricity=Elec metallurgical=Metall pharmaceutical=Pharm agricultural=Agric cooperative=Coop
  enterprise=Ent enterprises=Ents education=Educ mechanical=Mech nuclear=Nucl supply=Sply
  and=& islamic=Isl revolutionary=Rev administration=Admin office=Off division=Div branch=Br`,
);

const legalForms = wordsOf(
  "LLC Ltd Limited Company Corp Inc GmbH OOO JSC Group Holding S.A. FZE Co.",
);
const longTails = wordsOf(
  `International_Trading_Company_Ltd General_Trading_LLC Logistics_Services_FZE
  Holding_Group_Limited Import_Export_Company Technology_Development_Co_Ltd Management_and_Consulting_LLC
  Engineering_and_Construction_JSC Investment_Holdings_Inc`,
);
const slipped = wordsOf(
  `limited company ltd llc corporation gmbh incorporated jsc ooo inc sarl corp ojsc
  pjsc zao oao liability holding fze ltda`,
);
/** Words that do not contribute to acronyms. */
const legalWords = wordsOf(
  `limited liability company joint stock llc ltd inc corp corporation gmbh jsc ooo
  pjsc ojsc sarl ltda holding group srl`,
);

/** Bodies by nouns of another language, acronyms, brands and slips in the legal form. */
export const bodies: readonly Family[] = [
  ...translated("Russian", /RUSSIA|UKRAINE|BELARUS|RUS\d/, russian),
  ...translated("Persian", /IRAN|IFSR|IRGC|NPWMD|IRN\d/, persian),
  {
    name: "organisations: acronym added",
    of: "ORGANISATION",
    perturb: (party, draw) => {
      const acronym = acronymOf(party);
      if (acronym === null || party.listed.includes(acronym)) return null;
      return draw.pick([
        `${party.name} (${acronym})`,
        `${party.name} - ${acronym}`,
        `${acronym} ${party.name}`,
      ]);
    },
  },
  {
    name: "organisations: acronym alone",
    of: "ORGANISATION",
    perturb: (party) => {
      const acronym = acronymOf(party);
      return acronym === null || acronym.length < 4 ? null : acronym;
    },
  },
  {
    name: "organisations: brand of a long name",
    of: "ORGANISATION",
    perturb: ({ words, rare: [brand = "", ...others], common }, draw) => {
      const isOnly = others.length === 0 && common.length === words.length - 1;
      return words.length >= 3 && isOnly && /^\p{L}{6,}$/u.test(brand)
        ? withForm(brand, draw)
        : null;
    },
  },
  {
    name: "organisations: brand in a longer name",
    of: "ORGANISATION",
    perturb: ({ name, words, rare }, draw) => {
      if (words.length > 2 || !rare.some((word) => /^\p{L}{6,}$/u.test(word))) return null;
      return `${name} ${draw.pick(longTails)}`;
    },
  },
  {
    name: "organisations: words of business cut short",
    of: "ORGANISATION",
    perturb: ({ words }, draw) => {
      const other = words.map((word) => cut.get(word.toLowerCase()) ?? word);
      const kept = words.filter((word, at) => word === other[at]);
      const isNamed = kept.some((word) => /^\p{L}{4,}$/u.test(word));
      const stop = draw.below(2) === 0 ? "." : "";
      const written = other.map((word, at) =>
        word === words[at] || word === "&" ? word : word + stop
      );
      return isNamed ? changed(words.join(" "), written.join(" ")) : null;
    },
  },
  {
    name: "organisations: slip in the legal form",
    of: "ORGANISATION",
    perturb: ({ words }, draw) => {
      if (words.length < 2) return null;
      const other = words.map((word) => isLegalForm(word) ? slip(word, draw) : word);
      return changed(words.join(" "), other.join(" "));
    },
  },
];

function isLegalForm(word: string): boolean {
  return slipped.includes(word.toLowerCase().replace(/\.$/, ""));
}

function withForm(brand: string, draw: Draw): string {
  const form = draw.pick(legalForms);
  return draw.below(3) === 0 ? `${form} ${brand}` : `${brand} ${form}`;
}

/**
 * Translates nouns both ways for parties of one regime: English nouns of listed names into the
 * language, and its nouns into English.
 */
function translated(
  language: string,
  regime: RegExp,
  table: ReadonlyMap<string, string>,
): readonly Family[] {
  const back = new Map([...table].map(([english, other]) => [other, english]));
  const put = ({ entity, words }: ListedParty, by: ReadonlyMap<string, string>) => {
    const isOfRegime = [...entity.programs, entity.listRef].some((one) => regime.test(one));
    if (!isOfRegime || words.length < 2) return null;
    const other = words.map((word) => {
      const noun = by.get(word.toLowerCase());
      return noun === undefined ? word : noun[0]!.toUpperCase() + noun.slice(1);
    });
    return changed(words.join(" "), other.join(" "));
  };
  return [
    {
      name: `organisations: English nouns in ${language}`,
      of: "ORGANISATION",
      perturb: (party) => put(party, table),
    },
    {
      name: `organisations: ${language} nouns in English`,
      of: "ORGANISATION",
      perturb: (party) => put(party, back),
    },
  ];
}

/** The initials of a name of three words or more, without small words. */
function acronymOf({ words }: ListedParty): string | null {
  const large = words.filter((word) => !/^(of|the|and|for|in|de|la|del|und|et|&|-)$/i.test(word));
  if (large.some((word) => legalWords.includes(word.toLowerCase()))) return null;
  if (large.length < 3 || large.length > 6 || !large.every((word) => /^\p{L}{3,}$/u.test(word))) {
    return null;
  }
  return large.map((word) => word[0]!.toUpperCase()).join("");
}
