import { type Draw, type Family, mapOf, personFamily, wordsOf } from "./family.ts";

/** Texts that forms and address books add to a name; compiled by hand. */
const contacts = wordsOf(
  `<info@example.com> office@example.org (mail:_office@example.org) +49_170_1234567 Tel:_+44_20_7946_0958
  tel._+98_912_345_6789 Mobile_+7_495_1234567 www.example.com https://example.org/contact`,
);
/** Labels of forms for the two parts of a name. */
const labels = wordsOf(
  `Surname:/Given_names: Surname:/First_name: Family_name:/Given_name: Last_name:/First_name:
  Nachname:/Vorname: Nom:/Prénom: Apellidos:/Nombres: Cognome:/Nome: Nazwisko:/Imię:`,
);
/** Words in capitals of other fields, which are no family names. */
const capitals = wordsOf(
  `SWIFT MALE FEMALE FNU KABUL BASRA SENIOR JTWROS FILHO TTEE RUB ACCOUNT CLIENT BORROWER`,
);
const maiden = wordsOf("née geb. épouse veuve z_domu roz. viuda_de ép.");
const trusts = wordsOf("Family_Trust Living_Trust ITF_Jane_Miller Family_Office JTWROS");
const voyages = wordsOf(
  `voyage_012E built_2004 DWT_105000 ,_laycan_12-14_Nov ETA_Rotterdam_12_Nov renamed_Blue_Heron
  nka_Blue_Heron (now_Blue_Heron)`,
);
const owners = wordsOf(`owned_by a_subsidiary_of controlled_by c/o as_agent_for on_behalf_of`);
const smallCapitals = mapOf(
  `a=ᴀ b=ʙ c=ᴄ d=ᴅ e=ᴇ f=ꜰ g=ɢ h=ʜ i=ɪ j=ᴊ k=ᴋ l=ʟ m=ᴍ n=ɴ o=ᴏ p=ᴘ q=ꞯ r=ʀ s=ꜱ t=ᴛ u=ᴜ v=ᴠ w=ᴡ
  y=ʏ z=ᴢ`,
);
const signs = mapOf("i=! a=@ s=$");
const windows1252 = new TextDecoder("windows-1252");

/** Names as forms, address books and systems that read other letters hand them over. */
export const writtenBySystems: readonly Family[] = [
  personFamily("persons: with contact data", (name, draw) => `${name} ${draw.pick(contacts)}`),
  {
    name: "persons: behind labels of its parts",
    of: "INDIVIDUAL",
    perturb: ({ words, family }, draw) => {
      const given = words.filter((word) => word !== family);
      if (family === null || given.length === 0 || given.length === words.length) return null;
      const [first, second] = draw.pick(labels).split("/");
      return draw.pick([
        `${first} ${family} ${second} ${given.join(" ")}`,
        `${first} ${family}, ${second} ${given.join(" ")}`,
      ]);
    },
  },
  personFamily("persons with a word of another field in capitals", (name, draw) => {
    const word = draw.pick(capitals);
    return draw.pick([`${name} ${word}`, `${word} ${name}`]);
  }),
  {
    name: "persons: initials without full stops",
    of: "INDIVIDUAL",
    byFamilyName: true,
    perturb: ({ words, family }, draw) => {
      const given = words.filter((word) => word !== family);
      if (family === null || given.length !== 2 || words.length !== 3) return null;
      if (!given.every((word) => /^[A-Z]/.test(word)) || family.length < 5) return null;
      const initials = given.map((word) => word[0]!).join("");
      return draw.pick([`${family} ${initials}`, `${initials} ${family}`]);
    },
  },
  personFamily(
    "persons: by another family name, too",
    (name, draw) => `${name} ${draw.pick(maiden)} Petersen`,
  ),
  personFamily("persons: as an account is called", (name, draw) => `${name} ${draw.pick(trusts)}`),
  {
    name: "persons: a nickname in quotation marks",
    of: "INDIVIDUAL",
    perturb: ({ words }, draw) => {
      if (words.length !== 2) return null;
      const nickname = draw.pick(["The Baker", "EL CONDE", "Zorro", "Tio Beto"]);
      const quoted = draw.pick([`"${nickname}"`, `“${nickname}”`, `'${nickname}'`]);
      return `${words[0]} ${quoted} ${words[1]}`;
    },
  },
  {
    ...personFamily("persons: a letter that is lost", (name, draw) => {
      const letters = [...name.matchAll(/(?<=\p{L})[^\p{ASCII}\s](?=\p{L})/gu)];
      if (letters.length === 0) return null;
      const at = letters[draw.below(letters.length)]!.index;
      return `${name.slice(0, at)}${draw.pick(["?", "\uFFFD"])}${name.slice(at + 1)}`;
    }),
  },
  { ...personFamily("persons: in escapes", escaped), anyScript: true },
  {
    ...personFamily("persons: in letters decoded wrongly", (name) => {
      if (/^\p{ASCII}*$/u.test(name)) return null;
      const bytes = new TextEncoder().encode(name);
      return windows1252.decode(bytes);
    }),
    anyScript: true,
  },
  personFamily(
    "persons: in small capitals",
    (name) =>
      name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
        .replace(/[a-z]/g, (letter) => smallCapitals.get(letter) ?? letter),
  ),
  personFamily("persons: signs for letters", (name, draw) => {
    const inside = [...name.matchAll(/(?<=\p{L})[ias](?=\p{L})/gu)];
    if (inside.length === 0) return null;
    const at = inside[draw.below(inside.length)]!.index;
    return `${name.slice(0, at)}${signs.get(name[at]!)}${name.slice(at + 1)}`;
  }),
  {
    name: "vessels: in the words of a charter",
    of: "VESSEL",
    perturb: ({ name }, draw) => {
      const words = draw.pick(voyages);
      return words.startsWith(",") ? `${name}${words}` : `${name} ${words}`;
    },
  },
  {
    name: "organisations: as another's owner",
    of: "ORGANISATION",
    perturb: ({ name }, draw) => `Northwind Ceramics ${draw.pick(owners)} ${name}`,
  },
  {
    name: "organisations: by their site",
    of: "ORGANISATION",
    perturb: ({ words, rare }, draw) => {
      const [word = ""] = words;
      if (words.length !== 1 || !rare.includes(word) || !/^[A-Za-z]{5,}$/.test(word)) return null;
      const site = `${word.toLowerCase()}.${draw.pick(["com", "ru", "io", "com.tr"])}`;
      return draw.pick([site, `www.${site}`, `https://${site}/en`]);
    },
  },
];

function escaped(name: string, draw: Draw): string {
  const inJson = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return draw.pick([
    encodeURIComponent(name),
    name.replace(/[^\p{ASCII}]| /gu, (letter) => `&#${letter.codePointAt(0)};`),
    name.replaceAll(" ", "&nbsp;"),
    name.replace(/[^\p{ASCII}]/gu, (letter) => [...letter].map(inJson).join("")),
  ]);
}
