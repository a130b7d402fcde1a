import { type Family, wordsOf } from "./family.ts";
import { changed } from "./spellings.ts";

/** Legal forms after a name, and those before one; from ISO 20275. */
const behind = wordsOf(`Zrt. Nyrt. Kft. Bt. Kkt. PrJSC PJSC Tbk V.O.F. EIRELI Ltda. Stiftung S.C.A.
  SICAV SGPS eG S.A.L._Offshore K.S.C. K.S.C.C. GIE XK YK KK ASC ASMC Sh.p.k. Sh.a. C._por_A.
  Spółka_Akcyjna Sp._z_o.o. Sp.k. Sp.j. Proprietary_Limited Pty_Ltd Unipessoal_Lda Kabushiki_Kaisha
  Godo_Kaisha Yugen_Kaisha a.s. s.r.o. k.s. v.o.s. d.d. d.o.o. d.n.o. j.d.o.o. AD OOD EAD ET S.A.S.
  S.N.C. S.A.R.L. SASU SCOP S.p.A. S.r.l. S.a.s. S.c.a.r.l. Soc._Coop. S.L.U. S.A.U. S.A.B._de_C.V.
  S._de_R.L._de_C.V. S.A.P.I._de_C.V. S.A.A. S.A.C. E.I.R.L. S._en_C. GmbH_&_Co._KG KGaA UG mbH
  OHG e.K. e.V. gGmbH Aktiengesellschaft A/S ApS I/S K/S ASA Oyj Ky AB HB KB N.V. B.V. C.V. BVBA
  Stichting W.L.L. B.S.C. B.S.C.C. Q.S.C. Q.P.S.C. S.A.O.G. S.A.O.C. L.L.C. FZE FZ-LLC FZCO DMCC
  Sdn._Bhd. Berhad Pte._Ltd. Pvt._Ltd. Private_Limited Co.,_Ltd. Public_Company_Limited PCL JSC
  Limited_Liability_Company Joint_Stock_Company LLP L.P. PLC Inc. Corp. P.C. PLLC CIC Ltd._Şti.
  A.Ş. Kollektif_Şirketi TOO AO MChJ QMJ MMC OOO OAO ZAO PAO S.I.A. UAB AS OÜ Ehf. Hf. A.E. E.P.E. 
  I.K.E. O.E. S.R.L. S.C.S. S.A._de_C.V. Limitada Sociedad_Anónima Sociedade_Anônima S/A ULC
  Société_Anonyme Société_par_Actions_Simplifiée Osakeyhtiö Aktiebolag Aktieselskab Anpartsselskab
  Naamloze_Vennootschap Besloten_Vennootschap Korlátolt_Felelősségű_Társaság Anonim_Şirketi
  Kommanditgesellschaft Offene_Handelsgesellschaft Eingetragener_Verein Zártkörűen_Működő_Részvénytársaság`);
const before = wordsOf(
  `PT UD CV PrJSC PrAT TOV PP Stichting Stiftung OOO OAO ZAO PAO AO TOO IP FGUP UP
  ODO ChUP GIE SCI PT. P.T. Fondation Fundación SICAV Kabushiki_Kaisha Yugen_Kaisha SCA
  Publichnoe_Aktsionernoe_Obshchestvo UAB SIA SC Zakrytoe_Aktsionernoe_Obshchestvo SARL S.C. Firma
  Sociedad_Anónima Société_Anonyme Aktsionernoe_Obshchestvo Limited_Liability_Company`,
);
const around = [["PT", "Tbk"], ["P.T.", "Tbk."], ["SC", "SRL"], ["SC", "S.A."], ["OOO", "LLC"]];

/** A legal form in words, and the same written out in another order or with a synonym. */
const writtenOut: readonly (readonly [RegExp, readonly [string, ...string[]]])[] = [
  [/\b(limited liability company|llc|l\.l\.c\.|ooo)(?=\W|$)/i, [
    "Limited Company Liability",
    "Company with Limited Liability",
    "Liability Limited Company",
    "Company Limited Liability",
    "Limited Responsibility Company",
    "Obshchestvo s Ogranichennoy Otvetstvennostyu",
    "Limited Liability Society",
    "Obschestvo s Ogranichenoi Otvetstvennostiu",
  ]],
  [/\b(public joint stock company|pjsc|pao)\b/i, [
    "Aktsionernoe Publichnoe Obschestvo",
    "Joint Stock Public Company",
    "Public Company Joint Stock",
    "Public Joint-Stock Company",
    "Obshchestvo Publichnoe Aktsionernoe",
    "Public Stock Company",
    "Publicly Joint Stock Company",
  ]],
  [/\b(open joint stock company|ojsc|oao)\b/i, [
    "Joint Stock Company of Open Type",
    "Joint Stock Open Company",
    "Aktsionernoe Obshchestvo Otkrytogo Tipa",
    "Open Stock Company",
    "Aktsionernoe Otkrytoe Obschestvo",
  ]],
  [/\b(closed joint stock company|cjsc|zao)\b/i, [
    "Joint Stock Company of Closed Type",
    "Joint Stock Closed Company",
    "Aktsionernoe Obshchestvo Zakrytogo Tipa",
    "Closed Stock Company",
    "Aktsionernoe Zakrytoe Obschestvo",
  ]],
  [/\b(joint stock company|jsc|ao)\b/i, [
    "Stock Company Joint",
    "Company Joint Stock",
    "Share Company",
    "Joint Stock Society",
    "Obshchestvo Aktsionernoe",
    "Joint-Stock Co.",
  ]],
];

/** Words of legal forms; without them, the name itself remains. */
const legal =
  /^(llc|ltd|limited|liability|company|co|joint|stock|public|open|closed|jsc|ojsc|pjsc|cjsc|ooo|oao|zao|pao|ao|fze|fzco|fzc|gmbh|inc|corp|corporation|incorporated|sal|sarl|srl|sa|sas|ltda|lp|llp|plc|pte|pvt|private|bv|nv|ag|est|tov|too|doo|with|general|trading|group|holding|establishment)[.,]*$/i;

/** Bodies of one word with a legal form of any country, and legal forms in words. */
export const legalForms: readonly Family[] = [
  {
    name: "organisations: one word and a legal form behind it",
    of: "ORGANISATION",
    perturb: ({ words, rare }, draw) => {
      const brand = brandOf(words, rare);
      return brand === null ? null : `${brand} ${draw.pick(behind)}`;
    },
  },
  {
    name: "organisations: one word and a legal form before it",
    of: "ORGANISATION",
    perturb: ({ words, rare }, draw) => {
      const brand = brandOf(words, rare);
      if (brand === null) return null;
      if (draw.below(8) > 0) return `${draw.pick(before)} ${brand}`;
      const [first, last] = draw.pick(around as [string[]]);
      return `${first} ${brand} ${last}`;
    },
  },
  {
    name: "organisations: legal form in another order",
    of: "ORGANISATION",
    perturb: ({ name }, draw) => {
      const [form, others] = writtenOut.find(([form]) => form.test(name)) ?? [];
      if (form === undefined || others === undefined) return null;
      const rest = name.replace(form, " ").replace(/\s+/g, " ").replace(/^[\s,]+|[\s,]+$/g, "");
      if (!/\p{L}{4}/u.test(rest)) return null;
      const words = draw.pick(others);
      const asked = draw.below(2) === 0 ? `${words} ${rest}` : `${rest} ${words}`;
      return changed(name, draw.below(2) === 0 ? asked : asked.toUpperCase());
    },
  },
];

/** The only word of a body's name that belongs to no legal form. */
function brandOf(words: readonly string[], rare: readonly string[]): string | null {
  const [brand, ...more] = words.filter((word) => !legal.test(word));
  const is = brand !== undefined && more.length === 0 && rare.includes(brand);
  return is && /^\p{L}{5,}$/u.test(brand) ? brand : null;
}
