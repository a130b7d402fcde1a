/** `vct` of the EU's person identification data (PID rulebook). */
export const pidType = "urn:eudi:pid:1";

/** Document type and namespace of the same credential as a mobile document. */
export const pidDocument = "eu.europa.ec.eudi.pid.1";

/**
 * Whether a credential of this type satisfies a query for that type: the type itself, or a member
 * state's own type of the same version (`urn:eudi:pid:de:1`), by which wallets may answer.
 */
export function answersType(asked: string, vct: string): boolean {
  if (vct === asked) return true;
  return asked === pidType && /^urn:eudi:pid:[a-z]{2}:1$/.test(vct);
}
