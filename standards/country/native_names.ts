/** Names of countries in their own languages and scripts, by ISO 3166-1 alpha-2 code. */
const names: Readonly<Record<string, string>> = {
  AD: "Principat d'Andorra",
  AE: "الإمارات|الإمارات العربية المتحدة",
  AL: "Shqipëria|Shqipëri",
  AM: "Հայաստան",
  AT: "Österreich|Republik Österreich",
  AZ: "Azərbaycan",
  BA: "Bosna i Hercegovina|Босна и Херцеговина",
  BE: "België|Belgique|Belgien|Koninkrijk België|Royaume de Belgique",
  BG: "България|Република България",
  BR: "Brasil",
  BY: "Беларусь|Республика Беларусь|Рэспубліка Беларусь|Белоруссия",
  CH: "Schweiz|Suisse|Svizzera|Svizra|Confoederatio Helvetica|Schweizerische Eidgenossenschaft",
  CN: "中国|中國|中华人民共和国|中華人民共和國",
  CY: "Κύπρος|Κυπριακή Δημοκρατία|Kıbrıs",
  CZ: "Česko|Česká republika",
  DE: "Deutschland|Bundesrepublik Deutschland",
  DK: "Danmark|Kongeriget Danmark",
  EE: "Eesti|Eesti Vabariik",
  EG: "مصر",
  ES: "España|Reino de España|Espanya",
  FI: "Suomi|Suomen tasavalta|Republiken Finland",
  FR: "République française",
  GE: "საქართველო|Sakartvelo",
  GR: "Ελλάδα|Ελλάς|Ελληνική Δημοκρατία|Hellas|Ellada",
  HR: "Hrvatska|Republika Hrvatska",
  HU: "Magyarország",
  IE: "Éire|Poblacht na hÉireann",
  IL: "ישראל",
  IN: "भारत|Bharat",
  IS: "Ísland|Lýðveldið Ísland",
  IT: "Italia|Repubblica Italiana",
  JP: "日本|日本国|Nippon|Nihon",
  KR: "대한민국|한국",
  KZ: "Қазақстан|Казахстан",
  LI: "Fürstentum Liechtenstein",
  LT: "Lietuva|Lietuvos Respublika",
  LU: "Lëtzebuerg|Luxemburg|Grand-Duché de Luxembourg|Großherzogtum Luxemburg",
  LV: "Latvija|Latvijas Republika",
  MC: "Principauté de Monaco",
  MD: "Republica Moldova",
  ME: "Crna Gora|Црна Гора",
  MK: "Северна Македонија|Severna Makedonija",
  MT: "Repubblika ta' Malta",
  NL: "Nederland|Koninkrijk der Nederlanden",
  NO: "Norge|Noreg|Kongeriket Norge",
  PL: "Polska|Rzeczpospolita Polska",
  PT: "República Portuguesa",
  RO: "România|Republica România",
  RS: "Srbija|Србија|Republika Srbija",
  RU: "Россия|Российская Федерация|РФ|Rossija|Rossiya",
  SA: "السعودية|المملكة العربية السعودية",
  SE: "Sverige|Konungariket Sverige",
  SI: "Slovenija|Republika Slovenija",
  SK: "Slovensko|Slovenská republika",
  TR: "Türkiye|Türkiye Cumhuriyeti",
  TW: "臺灣|台灣|台湾",
  UA: "Україна|Украина|Ukraina",
  VN: "Việt Nam",
};

const codes: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([code, all]) => all.split("|").map((name) => [fold(name), code])),
);

/**
 * Returns the ISO 3166-1 alpha-2 code of the country with this native name; null when no country
 * has it.
 */
export function countryByNativeName(text: string): string | null {
  return codes.get(fold(text)) ?? null;
}

function fold(name: string): string {
  return name.slice(0, 100).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[^\p{L}]+/gu, " ").trim();
}
