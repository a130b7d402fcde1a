/**
 * Territories without a nationality of their own, and the state whose citizens live there: a demonym that
 * both have (`French`, `Dutch`, `Chinese`) says the state.
 */
const stateOf: Readonly<Record<string, string>> = {
  AW: "NL",
  CW: "NL",
  HK: "CN",
  MO: "CN",
  PM: "FR",
};

/** The codes without those of territories whose state is among them. */
export function withoutTerritories(codes: readonly string[]): readonly string[] {
  return codes.filter((code) => {
    const state = Object.hasOwn(stateOf, code) ? stateOf[code] : undefined;
    return state === undefined || !codes.includes(state);
  });
}
