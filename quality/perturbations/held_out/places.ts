import { type Draw, wordsOf } from "../family.ts";
import { digits } from "./kind.ts";

/** A postal address. */
export interface Address {
  readonly street: string;
  readonly number: string;
  readonly postcode: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** Streets that exist: street, house number, postcode, city and country; compiled by hand. */
const addresses = wordsOf(
  `Tverskaya_Ulitsa/7/125009/Moskva/RU Nevsky_Prospekt/88/191025/Sankt-Peterburg/RU
  Khreshchatyk/22/01001/Kyiv/UA Prospekt_Nezavisimosti/65/220027/Minsk/BY
  Marszalkowska/104/00-017/Warszawa/PL Vaclavske_namesti/19/11000/Praha/CZ
  Friedrichstrasse/153/10117/Berlin/DE Mainzer_Landstrasse/46/60325/Frankfurt/DE
  Rue_de_Rivoli/120/75001/Paris/FR Bahnhofstrasse/45/8001/Zuerich/CH Calle_de_Alcala/54/28014/Madrid/ES
  Via_Torino/61/20123/Milano/IT Istiklal_Caddesi/139/34433/Istanbul/TR Ataturk_Bulvari/98/06420/Ankara/TR
  Makariou_III_Avenue/155/3026/Limassol/CY Sheikh_Zayed_Road/22/00000/Dubai/AE
  Valiasr_Street/1405/19677/Tehran/IR Sadoon_Street/14/10071/Baghdad/IQ Hamra_Street/31/1103/Beirut/LB
  Nathan_Road/580/999077/Hong_Kong/HK Nanjing_West_Road/1266/200040/Shanghai/CN
  Avenida_Insurgentes_Sur/1647/03900/Ciudad_de_Mexico/MX Carrera_7/71-21/110231/Bogota/CO
  Avenida_Libertador/49/1060/Caracas/VE Victoria_Street/95/SW1E_5DH/London/GB
  Lexington_Avenue/420/10170/New_York/US Brivibas_iela/68/LV-1011/Riga/LV
  Gedimino_prospektas/9/LT-01103/Vilnius/LT Knez_Mihailova/33/11000/Beograd/RS`,
);

/** An address of the table. */
export function addressOf(draw: Draw): Address {
  const [street = "", number = "", postcode = "", city = "", country = ""] = draw.pick(addresses)
    .split("/");
  return { street, number, postcode, city, country };
}

/** National parts of IBANs: country, letters of the bank, digits. */
const ibans = wordsOf("DE//20 GB/NWBK/16 AE//21 TR//24 CY//26 PL//26 FR//25 CH//19 LV/HABA/13");

/** An account number as it is written on the country's forms: an IBAN, a Russian or a short one. */
export function accountOf(draw: Draw): string {
  if (draw.below(4) === 0) return `40817810${digits(12, draw)}`;
  if (draw.below(4) === 0) return digits(8 + draw.below(4), draw);
  const [country = "", bank = "", count = ""] = draw.pick(ibans).split("/");
  return `${country}${digits(2, draw)}${bank}${digits(Number(count) - 2, draw)}`;
}
