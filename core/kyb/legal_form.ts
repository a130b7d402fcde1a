import { companyNamesOf } from "./former_names.ts";

/**
 * Legal forms as companies write them at either end of their name: words without accents and dots,
 * in lower case. Equivalent forms in one country are different words (`Ltd`, `Limited`), and the
 * register's form may differ from the applicant's.
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
  "sp z oo zoo spk spj ska ood ad eood ead epe ae ike oe ee",
  // Cyrillic and Greek letters
  "ооо оао зао пао ао нао тов пат прат ат пп ип чп оод еоод ад еад тоо чуп доо дооел",
  "αε επε ικε οε εε μονοπροσωπη",
  // Arabic, Hebrew, Georgian and Armenian letters, Thailand
  "شركة ذمم شذمم شمم شمك شمع شمب شمل مم المحدودة בעמ შპს სს სპს սպը փբը բբը บริษัท จำกัด มหาชน",
  // Turkey, Russia and Ukraine in Latin letters, south-east Asia
  "anonim limited sirketi sti ooo oao zao pao tov sdn tbk kk dmcc fzco fze tnhh jsc",
  // European Union
  "se sce seie eeig",
].flatMap((line) => line.split(" "));

/** Legal forms of several words, none of which is a form by itself. */
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
  "spol s ro",
  "sp z oo",
  "sp zoo",
  "akcine bendrove",
  "uzdaroji akcine bendrove",
  "общество с ограниченной ответственностью",
  "товариство з обмеженою відповідальністю",
  "акционерное общество",
  "публичное акционерное общество",
  "непубличное акционерное общество",
  "закрытое акционерное общество",
  "открытое акционерное общество",
  "приватне акціонерне товариство",
  "публічне акціонерне товариство",
  "акціонерне товариство",
  "дружество с ограничена отговорност",
  "акционерно дружество",
  "ανωνυμη εταιρεια",
  "ανωνυμη εταιρια",
  "ανωνυμος εταιρεια",
  "ανωνυμος εταιρια",
  "εταιρεια περιορισμενης ευθυνης",
  "εταιρια περιορισμενης ευθυνης",
  "ιδιωτικη κεφαλαιουχικη εταιρεια",
  "ομορρυθμη εταιρεια",
  "ομορρυθμη εταιρια",
  "ετερορρυθμη εταιρεια",
  "ετερορρυθμη εταιρια",
  "ذات مسؤولية محدودة",
  "ذات المسؤولية المحدودة",
  "شركة ذات مسؤولية محدودة",
  "شركة مساهمة",
  "شركة مساهمة عامة",
  "شركة الشخص الواحد",
  "ذ م م",
  "ش ذ م م",
  "ش م م",
  "ش م ع",
  "ش م ك",
  "cong ty",
  "cong ty tnhh",
  "cong ty co phan",
  "cong ty trach nhiem huu han",
];

/** Legal forms written without a space, at either end of a name. */
const joinedForms = [
  ...["株式会社", "有限会社", "合同会社", "合資会社", "合名会社", "一般社団法人", "一般財団法人"],
  ...["公益社団法人", "公益財団法人", "医療法人", "学校法人", "特定非営利活動法人", "相互会社"],
  ...["주식회사", "유한회사", "유한책임회사", "합자회사", "합명회사", "재단법인", "사단법인"],
  ...["股份有限公司", "有限责任公司", "有限責任公司", "有限公司"],
];
/** Bracketed legal forms. NFKC converts `㈱` to `(株)`. */
const bracketedForms =
  "[株有同資名社財医学宗福監特]|一社|一財|公社|公財|相|[주유합자명재사특]|유한";
const joinedForm = `(?:${joinedForms.join("|")}|[(](?:${bracketedForms})[)])`;
const joined = new RegExp(`^${joinedForm}|${joinedForm}$`, "u");

/**
 * Accents that spellings of a name may omit; in other scripts, such as Thai and kana, such marks
 * are letters.
 */
const accents = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}+/gu;

const foldedPhrases = phrases.map((phrase) => wordsOf(phrase).join(" "));
const forms: ReadonlySet<string> = new Set([
  ...legalForms.map((form) => form.normalize("NFKD")),
  ...foldedPhrases,
]);
const wordsMax = Math.max(...phrases.map((phrase) => phrase.split(" ").length));

/**
 * Returns a company's name without its legal form, for comparison only: lower case, without
 * accents, dots or quotes. A name that consists of a form only stays whole.
 */
export function withoutLegalForm(name: string): string {
  let words = wordsOf(withoutJoined(name) ?? name);
  for (let cut = cutOnce(words); cut !== null; cut = cutOnce(words)) words = cut;
  return words.join(" ");
}

/** Removes a form that is written without a space; null if there is none. */
function withoutJoined(name: string): string | null {
  const text = name.normalize("NFKC").trim();
  const bare = text.replace(joined, "").trim();
  return bare === text || bare === "" ? null : bare;
}

function wordsOf(name: string): readonly string[] {
  return name.normalize("NFKD").replace(accents, "").toLowerCase()
    .replaceAll("ø", "o").replaceAll("ł", "l").replaceAll("đ", "d").replaceAll("ß", "ss")
    .replace(/(?<![\p{L}\p{N}])s\.?\s?a\.?\s?r\.\s?l(?![\p{L}\p{N}])\.?/gu, "sarl ")
    // `בע"מ` is one word.
    .replace(/(?<=\p{sc=Hebrew})["'\u05f3\u05f4](?=\p{sc=Hebrew})/gu, "")
    // `S.A.`, `s. r. o.` and `d.o.o.` are one word each.
    .replace(
      /(?<![\p{L}\p{N}])(?:\p{L}\.\s?){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu,
      (dotted) => `${dotted.replace(/[.\s]/g, "")} `,
    )
    .replace(/(?<=\p{L})['’.](?=\p{L}|$)/gu, "")
    .replace(/(?<![\p{L}\p{N}])(\p{L})\/(\p{L})(?![\p{L}\p{N}])/gu, "$1$2")
    .split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
}

/** Removes the longest form at one end; null when there is none, or nothing would be left. */
function cutOnce(words: readonly string[]): readonly string[] | null {
  for (let length = Math.min(wordsMax, words.length - 1); length > 0; length--) {
    if (forms.has(words.slice(-length).join(" "))) return words.slice(0, -length);
    if (forms.has(words.slice(0, length).join(" "))) return words.slice(length);
  }
  return null;
}

/** Words that mark a company's name at any place, since no person has such a name. */
const anywhere: ReadonlySet<string> = new Set(
  [
    "aktiebolag aktiengesellschaft aktsiaselts asbl bhd bvba company coop corp corporation dmcc eeig eood",
    "eurl foundation fzco fze gesmbh gmbh gmbhco haftungsbeschrankt holding holdings incorporated kft",
    "ibc kgaa kommanditbolag kommanditgesellschaft limited llc llp ltd ltda mbh mtu nyrt ohg osakeyhtio",
    "osauhing oyj pbc plc pte pty pvt sarl sasu sdn sicav sihtasutus slu sprl srl stiftung sti trust",
    "uab unipessoal zrt ооо оао зао пао тов еоод",
  ].join(" ").split(" "),
);

/** Legal forms that are also words or initials of names: they count only at the end. */
const atEnd: ReadonlySet<string> = new Set(
  [
    "ab ad ag aps as asa bv dd doo eg ev ike inc kb kg kk lda lp mb nv oao ood ooo ou oy pao sa sas",
    "sca scs se sia ska sl snc spa spk sro tov ug vof zao zoo ао оод ад αε επε ικε",
    "ذمم شذمم شمم شمك شمع בעמ",
  ].join(" ").split(" "),
);

/**
 * Legal forms that also count at the start, in capitals: `SIA Latvijas piens`, but not `Sia
 * Furler`.
 */
const inFront = /^(?:AB|AS|MB|OAO|OOO|OU|OÜ|OY|PAO|SIA|TOV|ZAO|АО|АТ|ПАТ|ПрАТ|VšĮ|VŠĮ)$/u;

/** Whether a name has a legal form, which makes its bearer a company. */
export function hasLegalForm(name: string): boolean {
  if (withoutJoined(name) !== null) return true;
  const words = wordsOf(name);
  const [last] = words.slice(-1);
  if (words.length < 2 || last === undefined) return false;
  if (words.some((word) => anywhere.has(word)) || atEnd.has(last)) return true;
  const text = words.join(" ");
  if (
    foldedPhrases.some((phrase) => text.startsWith(`${phrase} `) || text.endsWith(` ${phrase}`))
  ) {
    return true;
  }
  const [first = ""] = name.normalize("NFKC").trim().split(/[\s,"'„“”«»]+/u);
  return inFront.test(first);
}

/**
 * Whether two names may belong to the same company: equal except for legal forms, case and
 * punctuation, for any of the names in each.
 */
export function isSameCompanyName(one: string, other: string): boolean {
  const names = companyNamesOf(one).map(withoutLegalForm);
  return companyNamesOf(other).some((name) => names.includes(withoutLegalForm(name)));
}
