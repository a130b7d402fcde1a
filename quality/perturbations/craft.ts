import { type Family, wordsOf } from "./family.ts";
import { changed } from "./spellings.ts";

/** Classes of vessels, before a name and behind it; compiled by hand. */
const before = wordsOf(`M/V MV M/T MT M.V. M.T. F/V Motor_Vessel Motor_Tanker Oil_Tanker Tanker
  Crude_Oil_Tanker Bulk_Carrier Container_Ship Cargo_Ship General_Cargo LNG_Carrier LPG_Carrier
  Fishing_Vessel Research_Vessel Chemical_Tanker Vessel Ship SS S/S Motor_Yacht M/Y Tug Ro-Ro Trawler
  Supply_Vessel Icebreaker Ferry The_tanker Products_Tanker`);
const behind = wordsOf(`(crude_oil_tanker) (Vessel) (bulk_carrier) tanker vessel (general_cargo)
  (container_ship) oil_tanker ship cargo_ship (oil_tanker) (tanker) bulker container_ship`);

/** Prefixes of merchant and naval shipping, in short and in other languages; compiled by hand. */
const prefixes = wordsOf(`LPG/C LNG/C ST S/T T/T TT Nave т/х т/к м/т теплоход танкер судно MSV GTS
  M/F MF M/S MTS CS C/S RV R/V S/V SV D/B DB M/Tug T/B OSV AHTS PSV FPSO FSO FSRU VLGC ULCC B/C BC
  Motonave Buque Buque_Tanque B/T Navire NM M/N MN Schiff MS TS Nava Gemi Kapal KM MT. M/V. Statek
  Petrolero Petroliere Pétrolier Chimiquier Skip Tankskip Cisterna LASH PCTC Ro/Ro Roro`);
/** Additions of charterers and brokers to a name: dead weight, age, voyage; compiled by hand. */
const particulars = wordsOf(`DWT_105000 105,000_DWT 105000_dwt 45k_DWT GRT_58000 GT_23000 TEU_4250
  LOA_228m built_2004 blt_2004 (built_1998) ex_yard_built_2010 Aframax_DWT_105000 VLCC_300,000_DWT
  crude_tanker_built_2003 double_hull class_BV class_DNV LR_class_tanker 6500_TEU cbm_75000`);

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
    name: "vessels: a prefix of shipping",
    of: "VESSEL",
    perturb: ({ name }, draw) => `${draw.pick(prefixes)} ${name}`,
  },
  {
    name: "vessels: particulars of a ship",
    of: "VESSEL",
    perturb: ({ name }, draw) => `${name} ${draw.pick(particulars)}`,
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
