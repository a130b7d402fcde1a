/** Legal forms by which a name is a company's and not a person's, folded: without case and dots. */
const legalForms: ReadonlySet<string> = new Set(
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
    return legalForms.has(word) && (isLast || !onlyLast.has(word));
  });
}

function fold(word: string): string {
  return word.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
