import "../../base/temporal.ts";

/** A request to screen, as a caller would send it. */
export interface NameRequest {
  readonly name: string;
  readonly dob?: string;
}

const listed = [
  "Nicolas Maduro Moros",
  "Sergey Viktorovich Lavrov",
  "Kim Jong Un",
  "Bank Rossiya",
  "Alexander Grigoryevich Lukashenko",
  "Ramzan Akhmatovitch Kadyrov",
  "Qasem Soleimani",
  "Islamic Revolutionary Guard Corps",
  "Gazprombank",
  "Viktor Anatolievich Bout",
];
const given = [
  "Anna",
  "Mohammed",
  "Wei",
  "Jose",
  "Olga",
  "David",
  "Fatima",
  "Ivan",
  "Maria",
  "Ali",
];
const family = ["Kowalski", "Hussein", "Zhang", "Garcia", "Petrova", "Johnson", "Khan", "Novak"];

/** Names as callers send them: nine in ten on no list, the rest as listed or misspelt. */
export function someNames(count: number): readonly NameRequest[] {
  return Array.from({ length: count }, (_, n) => {
    if (n % 10 !== 0) {
      const name = `${given[n % given.length]} ${family[(n >> 3) % family.length]}`;
      return { name: `${name}${String.fromCharCode(97 + n % 26)}a`, dob: `19${50 + n % 50}-07-16` };
    }
    const name = listed[(n / 10) % listed.length] ?? "";
    return { name: n % 20 === 0 ? name : name.replace(/[aeiou]/, "") };
  });
}
