import { type Family, wordsOf } from "./family.ts";
import { changed } from "./spellings.ts";

/** Classes of vessels, before a name and behind it; compiled by hand. */
const before = wordsOf(`M/V MV M/T MT M.V. M.T. F/V Motor_Vessel Motor_Tanker Oil_Tanker Tanker
  Crude_Oil_Tanker Bulk_Carrier Container_Ship Cargo_Ship General_Cargo LNG_Carrier LPG_Carrier
  Fishing_Vessel Research_Vessel Chemical_Tanker Vessel Ship SS S/S Motor_Yacht M/Y Tug Ro-Ro Trawler
  Supply_Vessel Icebreaker Ferry The_tanker Products_Tanker`);
const behind = wordsOf(`(crude_oil_tanker) (Vessel) (bulk_carrier) tanker vessel (general_cargo)
  (container_ship) oil_tanker ship cargo_ship (oil_tanker) (tanker) bulker container_ship`);

/** Vessels with their class written out, and tail numbers of aircraft written otherwise. */
export const craft: readonly Family[] = [
  {
    name: "vessels: class before the name",
    of: "VESSEL",
    perturb: ({ name }, draw) => `${draw.pick(before)} ${name}`,
  },
  {
    name: "vessels: class behind the name",
    of: "VESSEL",
    perturb: ({ name }, draw) => `${name} ${draw.pick(behind)}`,
  },
  {
    name: "aircraft: tail number written otherwise",
    of: "AIRCRAFT",
    perturb: ({ listed }, draw) => {
      const parts = /^([A-Z]{1,2}|[A-Z]\d|\d[A-Z])-?([A-Z]{2,4}|[A-Z]?\d{3,5}[A-Z]{0,2})$/.exec(
        listed,
      );
      if (parts === null) return null;
      const [, country = "", rest = ""] = parts;
      const forms = [country + rest, `${country} ${rest}`, `${country}-${rest}`];
      const other = forms.filter((form) => form !== listed);
      const form = draw.pick(other as [string, ...string[]]);
      return changed(listed, draw.below(2) === 0 ? form : form.toLowerCase());
    },
  },
];
