/**
 * Legal forms as companies write them at either end of their name: words without marks and dots, in
 * lower case. Forms that say the same in one country are different words (`Ltd`, `Limited`), and
 * the register's may differ from the applicant's.
 */
const legalForms: readonly string[] = [
  // English
  "ltd limited plc llc llp lp inc incorporated corp corporation co company cic dac clg uc",
  "pty pte bhd pvt",
  // German
  "gmbh ag kg ohg gbr ug kgaa eg ev mbh aktiengesellschaft kommanditgesellschaft",
  "gesellschaft haftungsbeschrankt",
  // Nordic and Baltic
  "ab aktiebolag publ as asa ans da aps a/s oy oyj osakeyhtio ky ou osauhing aktsiaselts tu uu",
  "sia uab mb iv akcine bendrove vsi vi zub uzdaroji",
  // Romance
  "sa sas sarl sasu eurl sca scs snc sci sprl srl spa sapa ss sl slu sll scrl asbl lda ltda",
  "unipersonal unipessoal",
  // Dutch
  "bv nv vof cv besloten vennootschap naamloze",
  // Central and eastern Europe, Greece
  "kft zrt nyrt bt kkt rt doo dd dno jdoo sro as vos ks spol akciova spolecnost spolka akcyjna",
  "sp z oo zoo spk spj ood ad eood ead epe ae ike oe ee",
  // European Union
  "se sce seie eeig",
].flatMap((line) => line.split(" "));

/** Forms of several words, which no single word of them is. */
const phrases: readonly string[] = [
  "mit beschrankter haftung",
  "gesellschaft mit beschrankter haftung",
  "societa per azioni",
  "societa a responsabilita limitata",
  "sociedad anonima",
  "sociedad limitada",
  "sociedad de responsabilidad limitada",
  "sociedade anonima",
  "societe anonyme",
  "societe a responsabilite limitee",
  "societe par actions simplifiee",
  "public limited company",
  "limited liability company",
  "limited liability partnership",
  "sabiedriba ar ierobezotu atbildibu",
  "akciju sabiedriba",
  "spolka z ograniczona odpowiedzialnoscia",
  "spolecnost s rucenim omezenym",
  "spolocnost s rucenim obmedzenym",
  "drustvo s ogranicenom odgovornoscu",
  "druzba z omejeno odgovornostjo",
  "korlatolt felelossegu tarsasag",
  "societate cu raspundere limitata",
];

const forms: ReadonlySet<string> = new Set([...legalForms, ...phrases]);
const wordsMax = Math.max(...phrases.map((phrase) => phrase.split(" ").length));

/**
 * A company's name without its legal form, for comparison alone: lower case, no marks, dots or
 * quotes. A name that is nothing but a form stays whole.
 */
export function withoutLegalForm(name: string): string {
  let words = wordsOf(name);
  for (let cut = cutOnce(words); cut !== null; cut = cutOnce(words)) words = cut;
  return words.join(" ");
}

function wordsOf(name: string): readonly string[] {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replaceAll("ø", "o").replaceAll("ł", "l").replaceAll("đ", "d").replaceAll("ß", "ss")
    // `S.A.`, `s. r. o.` and `d.o.o.` are one word each.
    .replace(
      /(?<![\p{L}\p{N}])(?:\p{L}\.\s?){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu,
      (dotted) => `${dotted.replace(/[.\s]/g, "")} `,
    )
    .replace(/(?<=\p{L})['’.](?=\p{L}|$)/gu, "")
    .replace(/(?<![\p{L}\p{N}])(\p{L})\/(\p{L})(?![\p{L}\p{N}])/gu, "$1$2")
    .split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

/** Without the longest form at one end; null when there is none, or nothing would be left. */
function cutOnce(words: readonly string[]): readonly string[] | null {
  for (let length = Math.min(wordsMax, words.length - 1); length > 0; length--) {
    if (forms.has(words.slice(-length).join(" "))) return words.slice(0, -length);
    if (forms.has(words.slice(0, length).join(" "))) return words.slice(length);
  }
  return null;
}

/**
 * Legal forms by which a name is a company's and not a person's, folded: without case and dots. Words
 * of persons' names, which {@link legalForms} may have, are left out.
 */
const companyForms: ReadonlySet<string> = new Set(
  [
    "ab aps as asbl a/s bv bvba coop corp corporation d.o.o. doo dmcc eeig eg e.v. eood fzco fze",
    "gesmbh gmbh holding holdings inc incorporated kb kft kg kgaa kk kommanditbolag lda limited llc",
    "llp lp ltd ltda mb mbh nv nyrt oao ohg ood ooo ou oü oy oyj pbc plc pte pvt pty s.a. s.a.r.l.",
    "sarl s.a.s. sas sca scs se sia sicav sl sp.z.o.o. s.p.a. spa spk sprl srl s.r.l. s.r.o. sro",
    "stiftung tov trust uab ug vof zao zrt ооо оао зао пао тов ао foundation sihtasutus mtü",
  ].join(" ").split(" ").map(fold),
);

/** Forms that are words of names too: they count at the end of a name alone. */
const onlyLast: ReadonlySet<string> = new Set(["as", "se", "sa", "sl", "lp", "kk", "mb", "eg"]);

/** Whether a name carries a legal form: whoever bears it is a company. */
export function hasLegalForm(name: string): boolean {
  const words = name.split(/[\s,()]+/u).map(fold).filter((word) => word !== "");
  if (words.length < 2) return false;
  const spaced = ` ${words.join(" ")} `;
  if (/ (?:sp z o o|s a r l|s r l|s p a|d o o|g m b h|s a|a g) $/u.test(spaced)) return true;
  return words.some((word, at) => {
    const isLast = at === words.length - 1;
    if (word === "ag") return isLast;
    return companyForms.has(word) && (isLast || !onlyLast.has(word));
  });
}

function fold(word: string): string {
  return word.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
