import { type Draw, wordsOf } from "../family.ts";
import { digits, type HeldOutKind, isoDate, type PlainName, twoDigits } from "./kind.ts";

const ports = wordsOf(
  `NOVOROSSIYSK/ALEXANDRIA BANDAR_ABBAS/JEBEL_ALI LATAKIA/VARNA CHORNOMORSK/TARTUS
  PRIMORSK/SIKKA KERCH/SAMSUN VLADIVOSTOK/RASON JOSE_TERMINAL/CIENFUEGOS UST-LUGA/PARADIP
  KOZMINO/QINGDAO ISTANBUL/BEIRUT ROTTERDAM/LOME`,
);
const cargoes = wordsOf(
  `25000_MT_WHEAT_IN_BULK 12000_MT_STEEL_BILLETS 30000_MT_D2_GASOIL 60000_MT_CRUDE_OIL 480_TEU_CONTAINERS
  5500_MT_SUNFLOWER_OIL 18000_MT_COAL_IN_BULK 3000_MT_UREA_IN_BAGS`,
);

/** Vessels in the papers of a sale and a carriage. */
export const ships: readonly HeldOutKind[] = [
  { name: "vessels: in a text of trade", of: "VESSEL", perturb: inTrade },
  { name: "vessels: in a bill of lading", of: "VESSEL", perturb: inBillOfLading },
];

function inTrade({ name }: PlainName, draw: Draw): string {
  const [from = "", to = ""] = draw.pick(ports).split("/");
  const [cargo, ship] = [draw.pick(cargoes), name.toUpperCase()];
  return draw.pick([
    `SHIPMENT OF ${cargo} FROM ${from} TO ${to} PER MV ${ship} LAYCAN ${twoDigits(draw, 28)} NOV`,
    `FREIGHT ${ship} ${from}/${to} ${cargo} CP DD ${isoDate(draw)}`,
    `${cargo} EX ${ship} ETA ${to} ${twoDigits(draw, 28)}/11 AGENT TBN`,
    `DEMURRAGE ${ship} VOY ${digits(3, draw)} ${from} INV ${digits(4, draw)}`,
    `BUNKERS SUPPLIED TO ${ship} AT ${to} ${isoDate(draw)} VLSFO 450 MT`,
    `payment for ${cargo.toLowerCase()} discharged from ${name} at ${to}`,
  ]);
}

function inBillOfLading({ name }: PlainName, draw: Draw): string {
  const [from = "", to = ""] = draw.pick(ports).split("/");
  const [cargo, ship, date] = [draw.pick(cargoes), name.toUpperCase(), isoDate(draw)];
  const number = `${draw.pick(["NVS", "BND", "MEDU", "HLCU"])}${digits(7, draw)}`;
  return draw.pick([
    `B/L NO. ${number} VESSEL ${ship} VOYAGE NO. ${digits(3, draw)}W PORT OF LOADING ${from} ` +
    `PORT OF DISCHARGE ${to} CLEAN ON BOARD ${date}`,
    `SHIPPED in apparent good order on board the vessel ${ship} at the port of ${from} ${cargo} ` +
    `for carriage to ${to}`,
    `${number} OCEAN VESSEL/VOY.NO. ${ship}/${digits(3, draw)}E POL ${from} POD ${to}`,
    `Ocean Vessel: ${ship} Voy. ${digits(3, draw)}N Freight prepaid ${cargo} Consignee TO ORDER`,
  ]);
}
