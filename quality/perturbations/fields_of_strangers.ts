/** Fields of more than one name, or with remarks, of parties that no list holds; compiled by hand. */
export const fieldsOfStrangers: readonly string[] = `
Marks and Spencer; Johnson & Johnson; Smith and Wesson; Procter & Gamble; Barnes & Noble; Ernst & Young
Dolce & Gabbana; Black & Decker; Tiffany & Co; Harley-Davidson; Bang & Olufsen; Moët & Chandon
Allen & Overy LLP; Slaughter and May; Baker & McKenzie; Hewlett - Packard; Abercrombie & Fitch
Crosse & Blackwell; Fortnum & Mason; Holland & Barrett; Peek & Cloppenburg; Otto GmbH & Co. KG
Rolls - Royce; Miller & Sons; Weber und Söhne; Villeroy & Boch; Giesecke+Devrient; Bosch und Siemens Hausgeräte
Roland & Petersen; Dr. Oetker / Coppenrath; Kuehne + Nagel; Rohde & Schwarz; Heckler & Koch; Arthur Andersen & Co.
Price Waterhouse / Coopers; Standard and Poor's; Dun & Bradstreet; Moody's, New York; Booz Allen & Hamilton
Bain & Company; Simon-Kucher & Partners; Saatchi & Saatchi; Ogilvy & Mather; Hill and Knowlton
John and Mary Smith; Hans und Erika Müller; Jean et Marie Dupont; Ana y Luis Garcia; Maria e José Silva
Marko i Jelena Horvat; Anna i Piotr Kowalski; Ahmet ve Ayşe Yılmaz; Peter Petersen / Lena Petersen
Thomas Baker & Claire Baker; Mr and Mrs Henderson; Familie Hofmann; Emma Clark or Noah Clark
Sophie Turner (born 1987); Oliver Schmidt, geb. 12.03.1975; Chloé Lefebvre née Martin; Daniel Novak (deceased)
Laura Rossi 01/02/1990; Sven Lindqvist c/o Anna Berg; Jack Murphy aka Jackie Murphy; Emily Watson formerly Emily Reed
Attn: Julia Becker; Account holder: George Harris; Beneficiary: Helen Scott; Payee Rachel Green
payment to Michael Brown for invoice 2231; rent March Susan Walker; Salary April Kevin Hall; Refund to Amy Lee
Zahlung an Petra Schulz Rechnung 881; Überweisung Miete Mai Klaus Richter; pago factura 12 a Carmen Ruiz
paiement facture 77 pour Luc Moreau; Tesla chief Elon Musk; Apple CEO Tim Cook; Siemens-Chef Roland Busch
Anna Keller, head of marketing; Robert Fox, CEO of Acme; billionaire Warren Buffett; IP Networks; CO Jane Doe
Sun and Moon Travel; Sea and Sky Logistics; Star / Light Cafe; Blue Moon, Berlin; Rosa and Clara
Bed, Bath & Beyond; Restaurant Diana / Bar Luna; Hotel Victoria (Vienna); Church of Peter and Paul
Bread and Butter Bakery; Fish & Chips Ltd; Oak and Ash Timber; Salt & Pepper Catering; Health and Safety Executive
Tesla, Inc.; Apple / Google; Microsoft and Oracle; Nestlé S.A., Vevey; Volvo (Sweden); Renault (in liquidation)
Petersen Shipping (Panama flag); Blue Heron ex Grey Heron; Lady Anna ex Lady Eva; Nordic Star (formerly Baltic Star)
Comercio e Industria do Porto; Frutas y Verduras Lopez; Pesca e Conservas Tavares; Muebles y Diseño Vega
Emma Clark <emma.clark@example.com>; Noah Fischer Tel: +49 170 1234567; Surname: Bergmann Given name: Clara
Nachname: Vogel Vorname: Felix; Paul Bennett MALE; Anna KOWALCZYK SWIFT; Dubois JP; Meier HK; HR Thompson
Grace Taylor "Gigi" Robinson; Frank 'Buddy' Keller; Lefebvre Family Trust; Henderson ITF Jack Henderson
Claire Dubois épouse Martin; Zofia Nowak z domu Wójcik; Jos? Ib??ez Ruiz; M?ller Logistik; Jo@n Bennett; Chr!s Walker
Sophie%20Turner; Emil%20M%C3%BCller; FranÃ§ois LefÃ¨vre; ᴇᴍᴍᴀ ᴄʟᴀʀᴋ; petersen-logistics.com; www.blumen-vogel.de
Blue Heron voyage 114W; Nordic Star built 2004, DWT 82000; Baltic Wind ETA Hamburg 3 May; brand owned by Baumann Group
Duran Duran; Talk Talk; Boutros Boutros; Li Wei (Beijing); Kim Min-jun / Park Ji-woo; Juan Perez - Madrid
`.trim().split(/[;\n]/).map((field) => field.trim());
