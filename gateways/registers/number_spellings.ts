import type { RegistryQuery } from "../../core/kyb/registry_ports.ts";

/** Registers' notations of numbers that differ from the normal form. */
const written: Readonly<Record<string, (number: string) => string>> = {
  AT: (number) => number.toLowerCase(),
  BE: (number) => number.replace(/^(\d{4})(\d{3})(\d{3})$/, "$1.$2.$3"),
  CH: (number) => number.replace(/^CHE(\d{3})(\d{3})(\d{3})$/, "CHE-$1.$2.$3"),
  DE: (number) => number.replace(/^([A-Z]+)(\d+)([A-Z]*)$/, "$1 $2 $3").trim(),
  FI: (number) => number.replace(/^(\d{7})(\d)$/, "$1-$2"),
  HU: (number) => number.replace(/^(\d{2})(\d{2})(\d{6})$/, "$1-$2-$3"),
  RO: (number) => number.replace(/^([JFC])(\d{2})(\d+)(\d{4})$/, "$1$2/$3/$4"),
  SE: (number) => number.replace(/^(\d{6})(\d{4})$/, "$1-$2"),
};

/**
 * The possible spellings of a number in a register, the likeliest first: the register's own, the
 * normal form, and as written. Contains only characters that are safe in a request.
 */
export function numberSpellings({ country, number, written: given }: RegistryQuery) {
  const own = Object.hasOwn(written, country) ? written[country]?.(number) ?? number : number;
  const all = [own, number, given].filter((one) => /^[\p{L}\p{N} ./-]{1,40}$/u.test(one));
  return [...new Set(all)];
}
