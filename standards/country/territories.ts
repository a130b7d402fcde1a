/**
 * Territories without a nationality of their own, with the state whose citizens live there: a
 * demonym that both share (`French`, `Dutch`, `Chinese`) means the state.
 */
const stateOf: Readonly<Record<string, string>> = {
  AW: "NL",
  CW: "NL",
  HK: "CN",
  MO: "CN",
  PM: "FR",
};

/** Removes the codes of territories whose state is among the codes. */
export function withoutTerritories(codes: readonly string[]): readonly string[] {
  return codes.filter((code) => {
    const state = Object.hasOwn(stateOf, code) ? stateOf[code] : undefined;
    return state === undefined || !codes.includes(state);
  });
}
