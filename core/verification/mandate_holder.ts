import type { z } from "zod";
import type { Json } from "../../base/json.ts";
import { PidPerson } from "./claims.ts";

/**
 * Whether a power of representation names a person: equal given name, family name and birthdate as
 * in the person's PID. A credential without them, as in the rulebook, names no person.
 */
export function isGivenTo(
  power: Json | undefined,
  person: z.infer<typeof PidPerson>,
): boolean {
  const named = PidPerson.safeParse(power).data;
  return named !== undefined &&
    folded(named.given_name) === folded(person.given_name) &&
    folded(named.family_name) === folded(person.family_name) &&
    named.birthdate.equals(person.birthdate);
}

/** Normalises a name: ignores case, white space and Unicode form. */
function folded(name: string): string {
  return name.normalize("NFKC").toLocaleLowerCase("und").trim().replaceAll(/\s+/g, " ");
}
