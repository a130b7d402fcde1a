/** A level in Keycloak's numbering. */
const number = /^(?:0|[1-9]\d{0,8})$/;

/**
 * Whether an authentication reaches the required level: its `acr` is equal, or both are whole
 * numbers and `acr` is at least as high. Names have no order (OpenID Connect Core §2), so a
 * different name never reaches it.
 */
export function reachesLevel(acr: string, level: string): boolean {
  if (acr === level) return true;
  return number.test(acr) && number.test(level) && Number(acr) >= Number(level);
}
