/**
 * Names for the queries of the core's benchmarks. Names and misspellings are the same in each run.
 */

const given =
  "Maria James Olga Chen Fatima Piotr Ingrid Kwame Yuki Ahmed Lucas Sofia Ivan Aisha Paul"
    .split(" ");
const family =
  "Silva Murphy Kowalski Okafor Tanaka Haddad Svensson Garcia Novak Dubois Rossi Khan Wright Petrov"
    .split(" ");
const listed = [
  "Vladimir Putin",
  "Nicolas Maduro Moros",
  "Sergei Viktorovich Lavrov",
  "Ayman al-Zawahiri",
  "Usama bin Ladin",
  "Mohammed Omar",
  "Saddam Hussein al-Tikriti",
  "Abd al-Rahman Muhammad Mustafa",
  "Rosneft Oil Company",
  "Bank Melli Iran",
  "Islamic Republic of Iran Shipping Lines",
  "Kim Yong Chol",
];
const otherScripts = [
  "Владимир Путин",
  "Иванов Пётр Сергеевич",
  "Олександр Лукашенко",
  "محمد علي حسن",
  "حسین محمدی",
  "王小明",
  "김영철",
  "Γιώργος Παπαδόπουλος",
];

/** Maximum characters of a queried name. */
export const charactersMax = 500;

/** The slowest queries possible without knowledge of the lists. */
export const worstQueries: readonly { readonly why: string; readonly name: string }[] = [
  { why: "500 characters of common tokens", name: "mohammed ali ahmed hussein ".repeat(19) },
  { why: "500 characters of short tokens", name: "al bin abu ben el a b c d ".repeat(20) },
  { why: "500 characters of forms", name: "company limited trading bank of ".repeat(16) },
  { why: "one token of 500 letters", name: "mohammed".repeat(63) },
  {
    why: "forty common given names",
    name: "mohamed ahmad mahmoud hassan ali omar khan ".repeat(6),
  },
].map(({ why, name }) => ({ why, name: name.slice(0, charactersMax) }));

/** A source of whole numbers from 0 to below `most`, the same in every run. */
export type Draw = (most: number) => number;

/** Numbers of Lehmer's generator. */
export function drawsFrom(seed: number): Draw {
  let state = seed;
  return (most) => (state = (state * 48271) % 2147483647) % most;
}

/**
 * Names on no list and names on many lists, half of both with a typing error, in several scripts.
 */
export function* realisticQueries(): Generator<string> {
  const draw = drawsFrom(1);
  for (let i = 0; i < 400; i++) {
    const stranger = `${given[draw(given.length)]} ${family[draw(family.length)]}`;
    yield draw(2) === 0 ? stranger : withSlip(stranger, draw);
    yield withSlip(listed[draw(listed.length)]!, draw);
    yield listed[draw(listed.length)]!;
    yield otherScripts[draw(otherScripts.length)]!;
  }
}

/** Drops, doubles or swaps a letter of a text of three or more. */
export function withSlip(name: string, draw: Draw): string {
  const at = 1 + draw(name.length - 2);
  const [before, here, after] = [name.slice(0, at), name[at]!, name.slice(at + 1)];
  return [
    before + after,
    before + here + here + after,
    before.slice(0, -1) + here + name[at - 1] + after,
  ][draw(3)]!;
}
