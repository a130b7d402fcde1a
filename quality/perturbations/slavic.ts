import { type Family, type ListedParty, mapOf } from "./family.ts";
import { changed } from "./spellings.ts";

/** Given names, Russian and Ukrainian or Belarusian, as in passports; by hand. */
const ukrainian = mapOf(`vladimir=volodymyr sergei=serhii sergey=serhii aleksandr=oleksandr
  alexander=oleksandr aleksei=oleksii alexey=oleksii aleksey=oleksii dmitry=dmytro dmitri=dmytro
  dmitriy=dmytro nikolai=mykola nikolay=mykola mikhail=mykhailo andrei=andrii andrey=andrii
  yevgeny=yevhenii evgeny=yevhenii evgeniy=yevhenii yevgeniy=yevhenii oleg=oleh igor=ihor
  anatoly=anatolii anatoliy=anatolii vasily=vasyl vasiliy=vasyl pavel=pavlo petr=petro pyotr=petro
  grigory=hryhorii grigoriy=hryhorii yury=yurii yuri=yurii yuriy=yurii konstantin=kostiantyn
  kirill=kyrylo maksim=maksym denis=denys ivan=ivan yelena=olena elena=olena natalia=nataliia
  natalya=nataliia tatiana=tetiana tatyana=tetiana irina=iryna olga=olha svetlana=svitlana
  yekaterina=kateryna ekaterina=kateryna galina=halyna anna=hanna vitaly=vitalii vitaliy=vitalii
  valery=valerii valeriy=valerii gennady=hennadii gennadiy=hennadii artem=artem stepan=stepan
  vladislav=vladyslav boris=borys leonid=leonid roman=roman viktor=viktor arkady=arkadii
  filipp=pylyp fedor=fedir matvei=matvii afanasy=opanas`);
const belarusian = mapOf(`vladimir=uladzimir sergei=siarhei sergey=siarhei aleksandr=aliaksandr
  alexander=aliaksandr aleksei=aliaksei alexey=aliaksei aleksey=aliaksei dmitry=dzmitry
  dmitri=dzmitry dmitriy=dzmitry nikolai=mikalai nikolay=mikalai mikhail=mikhail andrei=andrei
  yevgeny=yauhen evgeny=yauhen evgeniy=yauhen yevgeniy=yauhen oleg=aleh igor=ihar anatoly=anatol
  anatoliy=anatol vasily=vasil vasiliy=vasil pavel=pavel petr=piotr pyotr=piotr grigory=ryhor
  grigoriy=ryhor yury=yury yuri=yury konstantin=kanstantsin kirill=kiryl maksim=maksim denis=dzianis
  yelena=alena elena=alena natalia=natallia natalya=natallia tatiana=tatsiana tatyana=tatsiana
  irina=iryna olga=volha svetlana=sviatlana yekaterina=katsiaryna ekaterina=katsiaryna
  galina=halina anna=hanna vitaly=vital vitaliy=vital valery=valery gennady=henadz
  vladislav=uladzislau boris=barys fedor=fiodar filipp=pilip viktor=viktar gennadiy=henadz
  stanislav=stanislau vyacheslav=viachaslau viacheslav=viachaslau timofei=tsimafei artem=artsiom`);

/** Ukrainian in Cyrillic: letters, then given names. */
const ukrainianCyrillic = mapOf(
  `владимир=володимир сергей=сергій александр=олександр алексей=олексій
  дмитрий=дмитро николай=микола михаил=михайло андрей=андрій евгений=євгеній олег=олег игорь=ігор
  анатолий=анатолій василий=василь павел=павло петр=петро пётр=петро григорий=григорій юрий=юрій
  константин=костянтин кирилл=кирило максим=максим денис=денис елена=олена наталья=наталія
  татьяна=тетяна ирина=ірина светлана=світлана екатерина=катерина галина=галина анна=ганна
  виталий=віталій валерий=валерій геннадий=геннадій владислав=владислав борис=борис`,
);
const belarusianCyrillic = mapOf(
  `владимир=уладзімір сергей=сяргей александр=аляксандр алексей=аляксей
  дмитрий=дзмітрый николай=мікалай михаил=міхаіл андрей=андрэй евгений=яўген олег=алег игорь=ігар
  анатолий=анатоль василий=васіль павел=павел петр=пётр пётр=пётр григорий=рыгор юрий=юрый
  константин=канстанцін кирилл=кірыл максим=максім денис=дзяніс елена=алена наталья=наталля
  татьяна=таццяна ирина=ірына светлана=святлана екатерина=кацярына галина=галіна анна=ганна
  виталий=віталь валерий=валерый геннадий=генадзь владислав=уладзіслаў борис=барыс`,
);

/** Listed Russian, Ukrainian and Belarusian names in another of the three languages. */
export const slavic: readonly Family[] = [
  {
    name: "Russian names in Ukrainian",
    of: "INDIVIDUAL",
    perturb: (party) => respelled(party, ukrainian, inUkrainian),
  },
  {
    name: "Russian names in Belarusian",
    of: "INDIVIDUAL",
    perturb: (party) => respelled(party, belarusian, inBelarusian),
  },
  {
    name: "Russian names in Polish",
    of: "INDIVIDUAL",
    perturb: (party) => respelled(party, polish, inPolish),
  },
  {
    name: "Russian names in Ukrainian Cyrillic",
    of: "INDIVIDUAL",
    anyScript: true,
    perturb: (party) =>
      respelled(
        party,
        ukrainianCyrillic,
        (word) =>
          word.replace(/ё/g, "йо").replace(/и/g, "і").replace(/ы/g, "и").replace(/э/g, "е")
            .replace(/ский$/, "ський").replace(/ъ/g, "'"),
      ),
  },
  {
    name: "Russian names in Belarusian Cyrillic",
    of: "INDIVIDUAL",
    anyScript: true,
    perturb: (party) =>
      respelled(
        party,
        belarusianCyrillic,
        (word) =>
          word.replace(/ов$/, "оў").replace(/ев$/, "еў").replace(/ский$/, "скі").replace(/щ/g, "шч")
            .replace(/и/g, "і"),
      ),
  },
];

/** Given names, Russian and Polish; by hand. */
const polish = mapOf(`vladimir=Władimir sergei=Siergiej sergey=Siergiej aleksandr=Aleksandr
  alexander=Aleksandr aleksei=Aleksiej alexey=Aleksiej aleksey=Aleksiej dmitry=Dmitrij dmitri=Dmitrij
  dmitriy=Dmitrij nikolai=Nikołaj nikolay=Nikołaj mikhail=Michaił andrei=Andriej andrey=Andriej
  yevgeny=Jewgienij evgeny=Jewgienij evgeniy=Jewgienij yevgeniy=Jewgienij oleg=Oleg igor=Igor
  anatoly=Anatolij anatoliy=Anatolij vasily=Wasilij vasiliy=Wasilij pavel=Pawieł petr=Piotr
  pyotr=Piotr grigory=Grigorij grigoriy=Grigorij yury=Jurij yuri=Jurij yuriy=Jurij
  konstantin=Konstantin kirill=Kiriłł maksim=Maksim denis=Dienis ivan=Iwan yelena=Jelena elena=Jelena
  natalia=Natalja natalya=Natalja tatiana=Tatjana tatyana=Tatjana irina=Irina olga=Olga
  svetlana=Swietłana yekaterina=Jekatierina ekaterina=Jekatierina galina=Galina vitaly=Witalij
  vitaliy=Witalij valery=Walerij valeriy=Walerij gennady=Giennadij gennadiy=Giennadij artem=Artiom
  stepan=Stiepan vladislav=Władisław boris=Boris leonid=Leonid roman=Roman viktor=Wiktor`);

/** A Russian word in Polish letters: soft consonants before `e` by an `i`. */
function inPolish(word: string): string {
  return word
    .replace(/shch/g, "szcz").replace(/zh/g, "ż").replace(/ch/g, "cz").replace(/sh/g, "sz")
    .replace(/kh/g, "ch").replace(/ts/g, "c").replace(/v/g, "w").replace(/yu/g, "ju")
    .replace(/ya/g, "ja").replace(/^ye/, "je").replace(/eyev$|eev$/, "iejew")
    .replace(/(?<=[bdgkmnprstw]|(?<![cs])z)e(?!j)/g, "ie").replace(/(?<=[aeiou])ye/g, "je")
    .replace(/(?:skiy|sky|skii|skij)$/, "ski").replace(/(?:iy|ii|yy)$/, "ij")
    .replace(/l(?!i|e|j|$)/g, "ł");
}

/** Respells a name of which a given name is in the table; its other words by rule, patronymics are left out. */
function respelled(
  { words }: ListedParty,
  given: ReadonlyMap<string, string>,
  byRule: (word: string) => string,
): string | null {
  const kept = words.filter((word) => !/(vich|vitch|vna|вич|вна|evitj|ovitj)$/i.test(word));
  if (kept.length !== 2 || !kept.some((word) => given.has(word.toLowerCase()))) return null;
  const other = kept.map((word) => {
    const plain = word.toLowerCase();
    const written = given.get(plain) ?? byRule(plain);
    return written.slice(0, 1).toUpperCase() + written.slice(1);
  });
  return changed(kept.join(" "), other.join(" "));
}

function inUkrainian(word: string): string {
  return word.replace(/skiy$|sky$|skii$|skij$/, "skyi").replace(/g/g, "h").replace(
    /i(?=[^aeiou])/g,
    "y",
  )
    .replace(/iy$|ii$/, "ii").replace(/eyev$|eev$/, "ieiev");
}

function inBelarusian(word: string): string {
  return word.replace(/skiy$|sky$|skii$|skij$/, "ski").replace(/g/g, "h").replace(/ov$/, "ou")
    .replace(/e[yi]?ev$/, "eyeu").replace(/ev$/, "eu").replace(/shch/g, "shch").replace(/ko$/, "ka")
    .replace(/^o/, "a").replace(/ti/g, "tsi").replace(/di/g, "dzi");
}
