/** The code of travel documents for a person who is a citizen of no state (ICAO Doc 9303 part 3). */
export const statelessCode = "XXA";

/** The code, and words for "stateless" in forms of several languages. */
const words: ReadonlySet<string> = new Set(
  [
    "xxa|stateless|stateless person|no nationality|no citizenship",
    "staatenlos|staatenloser|staatenlose|apatride|apátrida|apolide|apatrida|staatloos|statsløs|statslös",
    "kodakondsuseta|määratlemata kodakondsusega|bezvalstnieks|bezvalstniece|be pilietybės|kansalaisuudeton",
    "bezpaństwowiec|bez obywatelstwa|bez státní příslušnosti|bez štátnej príslušnosti|hontalan|apatrid",
    "без гражданства|лицо без гражданства|без громадянства|особа без громадянства|без гражданство",
    "ανιθαγενής|vatansız|عديم الجنسية|بدون جنسية|חסר אזרחות|无国籍|無国籍|無國籍|무국적",
  ].join("|").split("|").map(fold),
);

/** Whether a text states that a person has no citizenship. */
export function saysStateless(text: string): boolean {
  return words.has(fold(text));
}

function fold(text: string): string {
  return text.slice(0, 100).normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{M}]+/gu, " ").trim();
}
