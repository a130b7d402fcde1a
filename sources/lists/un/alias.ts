/** The intended content of an alias. */
export interface DividedAlias {
  /** At least one name. */
  readonly names: readonly string[];
  /** The removed text that is not part of a name; or null. */
  readonly note: string | null;
}

/**
 * Splits an alias of the Security Council's list: names between semicolons, names in brackets after
 * their original script (`جبهة النصرة (the Victory Front; Jabhat al-Nusrah)`), the original script
 * in brackets after `original script:`, and remarks on documents.
 */
export function divideAlias(written: string): DividedAlias {
  const [, outside = written, inside = ""] = /^([^()]*)\((.*)\)\s*$/s.exec(written) ?? [];
  if (inside === "") return { names: divided(written), note: null };
  if (/\d{4}|born|passport|identity/i.test(inside)) {
    return { names: [outside.replace(/, born .*$/, "")], note: inside };
  }
  const original = /^original script: (.*)$/i.exec(inside)?.[1];
  if (original !== undefined) return { names: [outside, original].map(trim), note: null };
  if (inside.includes(";") || !/\p{Script=Latin}/u.test(outside)) {
    const names = divided(inside).map((name) => name.replace(/ - [a-z -]+$/, ""));
    return { names: [trim(outside), ...names], note: null };
  }
  return { names: [written.trim()], note: null };
}

function divided(text: string): readonly string[] {
  return text.split(";").map(trim).filter((name) => name !== "");
}

function trim(text: string): string {
  return text.replace(/\s*\(original script\)\s*$/, "").trim();
}
