/** Names in what systems write: headers of mail, elements, statements, bookings, handles, other keyboards. */

import assert from "node:assert/strict";
import { entity } from "../support/entity.ts";
import { loadList, screenOn } from "./small_list.ts";

const list = loadList([
  entity(1, [["BRAMBLE, Munir Hamdan", "primary", "BRAMBLE"]]),
  entity(2, [["ÖZQUILLER, Şahin", "primary", "ÖZQUILLER"]]),
  entity(3, [["Орлянченко Дориан Анатольевич", "primary"]]),
  entity(4, [["HASSANI, Khalid Faysal", "primary", "HASSANI"]]),
  entity(5, [["Zelbrook Radiotelemetry Combine", "primary"]], { entityType: "ORGANISATION" }),
  entity(7, [["FU YUAN YU 8675", "primary"]], { entityType: "VESSEL" }),
  entity(8, [["XQ-BPT", "primary"]], { entityType: "AIRCRAFT" }),
  // Of few names none says much.
  ...Array.from({ length: 40 }, (_, at) => entity(100 + at, [[`Filler ${at}`, "primary"]])),
]);

const best = (name: string) => {
  const { candidates } = screenOn(list, name);
  return candidates.find(({ score, exact }) => exact || score >= 70);
};

const kinds: Readonly<
  Record<string, readonly (readonly [name: string, ref: string | undefined])[]>
> = {
  "headers of mail": [
    ["From: =?UTF-8?Q?Bramble=2C_Munir?= <office@example.com>", "1"],
    ["To: =?utf-8?Q?=C3=96zquiller?=\n =?utf-8?Q?_=C5=9Eahin?= <info@example.org>", "2"],
    ["Cc: =?UTF-8?B?0J7RgNC70Y/QvdGH0LXQvdC60L4g0JTQvtGA0LjQsNC9?=", "3"],
    ["Reply-To: =?koi8-r?B?5M/SydHOIO/SzNHO3sXOy88=?=", undefined],
    ["export row 12: Munir=20Bramble", "1"],
    ["Dear =C3=96zquiller, =C5=9Eahin", "2"],
    [String.raw`row 7: \xc5\x9eahin \xc3\x96zquiller`, "2"],
    ["=?UTF-8?X?Munir?= =?UTF-8?B?!?=", undefined],
    ["=?gb2312?B?vfDV/bb3?= Munir Bramble", "1"],
  ],
  "elements of XML and texts of SQL": [
    ["<p:FirstName>Munir</p:FirstName><p:LastName>Bramble</p:LastName><Role>Director</Role>", "1"],
    ['<person id="7"><first_name>Munir</first_name><last_name>Bramble</last_name></person>', "1"],
    ["<td>Munir</td><td><b>Bramble</b></td><td>12</td>", "1"],
    ["EXEC dbo.screen @FirstName = N'Munir', @LastName = N'Bramble', @Country = 'FR'", "1"],
    ["UPDATE party SET surname=N'Орлянченко', forename=N'Дориан' WHERE id=1", "3"],
    ["<person first='Munir Hamdan' last='Bramble'/>", "1"],
    // Keys are no names.
    ["<Munir>12</Munir><Bramble>13</Bramble>", undefined],
    ["Munir <Bramble> 12", "1"],
  ],
  "escapes that were escaped again, and accents of LaTeX": [
    ["<b>Customer:</b>&nbsp;&amp;Scedil;ahin &amp;#214;zquiller<br/>Antwerp", "2"],
    ["https://pay.example/?payee=%25C5%259Eahin%2520%25C3%2596zquiller", "2"],
    ['@book{x2, editor = "{\\"O}zquiller, {\\c{S}}ahin and Pryce, Gareth"}', "2"],
    ['@book{x2, author = {Gareth Pryce}, title = "{\\"O}zden"}', undefined],
  ],
  "names with numbers or labels between their parts": [
    ["7298;BRAMBLE;01/05/1978;MUNIR HAMDAN;5,500.00", "1"],
    ["88232|Munir Hamdan|1992-11-23|M|Bramble", "1"],
    ['{"applicant":{"lastName":"Bramble","dob":"1950-07-24","firstName":"Munir"}}', "1"],
    [
      "the yacht is owned by Munir\n\n52\n00:50:29,500 --> 00:50:32,000\nBramble, who denies it",
      "1",
    ],
    ["Efternamn Bramble Förnamn Munir Personnr 600513-2891", "1"],
    ["7298;BRAMBLE;01/05/1978;OSRIC VANE;5,500.00", undefined],
    ["Munir Vane, 1992-11-23, Osric Bramble", undefined],
  ],
  "letters in boxes, and marks that are spelled": [
    ["Payee |M|U|N|I|R| |B|R|A|M|B|L|E| | |  178231", "1"],
    ["SURNAME [B][R][A][M][B][L][E]  FIRST NAME [M][U][N][I][R]", "1"],
    ["Name in capitals: B R A M B L E  M U N I R\n2026", "1"],
    ["|M|U|N|I|R| |V|A|N|E|", undefined],
    ["request for X-ray Quebec Bravo Papa Tango, stand 14", "8"],
    ["X-ray Quebec Bravo Papa", undefined],
    ["Victor Tango, Bravo Quebec and Papa X-ray", undefined],
  ],
  "subfields of a statement": [
    [":86:166?00GUTSCHRIFT?20MIETE 12?32MUNIR BRAMBLE?34000", "1"],
    [":86:166~00B228~20RENT~3039795995~312244513608~32BRAMBLE MUNIR", "1"],
    // The second subfield of a name goes on where the first is full.
    [":86:166?00RENT?20X12?32ZELBROOK RADIOTELEMETRY COM?33BINE?34000", "5"],
    ["Munir?20 Hasan?30 Vane?32 ", undefined],
  ],
  "words run together": [
    ["Just in: #MunirHamdanBramble arrives for talks", "1"],
    ["who saw @munirbramble on tv", "1"],
    ["scan0473_MunirBramble.PDF", "1"],
    ["https://t.me/munirhamdanbramble", "1"],
    ["info@zelbrookradiotelemetrycombine.example.com", "5"],
    ["NAM 1BRAMBLE/MUNIRHAMDANMR-B3 XX517 AAABBB", "1"],
    ["E1KNA1M 0051018211091 CY 0001MUNIR BRAMBLE LARNACA", "1"],
    ["ID:0282203326Munir BrambleTR:530340", "1"],
    ["MUNIR BRAMBLEUSD86928,00", "1"],
    ["Munir BrambleEUR1200.00", "1"],
    ["munirbramble@example.com", "1"],
    ["PAYPAL *MUNIRHAMDANBRAMBLE 35314369001 LU", "1"],
    ["5802BR5913Munir Bramble6009SAO PAULO62130509PED", "1"],
    ["Osric Vane1, Munir Bramble1,2*, Ana Cruz3", "1"],
    ["PAYPAL *MUNIRHAMDANTALMANOVA 35314369001 LU", undefined],
    // What is one word to the lists stays one beside what it may be apart.
    ["KhalidHassani.pdf", "4"],
    // A word of three letters is no half of another: a brand.
    ["MunIvo Hamdan", undefined],
    ["#MunirHamdanTalmanov arrives for talks", undefined],
  ],
  "other letters and keyboards": [
    ["7amid Al-Qasir", undefined],
    ["5alid 7assani", "4"],
    ["Khalid 7a9imov", undefined],
    ["Kqlid Fqysql Hqssqni", "4"],
    ["?unir Hq,dqn Brq,ble", "1"],
    ["福远渔8675", "7"],
    // A Cyrillic word that is Latin by its looks alone, beside one that mixes both.
    ["ХQ-ВРТ", "8"],
    ["Munir Brɑmbӏe", "1"],
  ],
};

for (const [kind, names] of Object.entries(kinds)) {
  Deno.test(`match() reads ${kind}`, async (t) => {
    for (const [name, ref] of names) {
      await t.step(name, () => assert.equal(best(name)?.listRef, ref));
    }
  });
}

Deno.test("a name that was taken apart is not exact, and says so", () => {
  const apart = best("Munir HamdanBramble");
  assert.deepEqual([apart?.exact, apart?.sameWords, apart?.readAs], [false, true, "words_apart"]);
  const alone = best("#MunirHamdanBramble");
  assert.deepEqual([alone?.exact, alone?.readAs], [false, "words_apart"]);
  const written = best("Munir Hamdan Bramble");
  assert.deepEqual([written?.exact, written?.readAs], [true, "name"]);
});
