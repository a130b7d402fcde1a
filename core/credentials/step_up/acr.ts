/** A level as Keycloak numbers them. */
const number = /^(?:0|[1-9]\d{0,8})$/;

/**
 * Whether an authentication reaches the level that is asked for: its `acr` is the very value, or both
 * are whole numbers and it is at least that one. Names have no order (OpenID Connect Core §2), so
 * another name never reaches it.
 */
export function reachesLevel(acr: string, level: string): boolean {
  if (acr === level) return true;
  return number.test(acr) && number.test(level) && Number(acr) >= Number(level);
}
