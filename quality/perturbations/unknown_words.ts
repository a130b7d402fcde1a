import { type Draw, wordsOf } from "./family.ts";

/**
 * Words of payments, goods, addresses and forms in several languages. None is a name. They were
 * compiled by hand, without looking at the matcher's tables.
 */
const unknownWords = wordsOf(
  `further credit ultimate beneficiary settlement against proforma dated shipment container bags tonnes
  wheat flour urea cement spare parts gearbox tyres laptops freight demurrage advance balance tuition
  semester dormitory hospital surgery translation rental apartment floor entrance behind opposite market
  square bridge station harbour quay warehouse gate tower block flat suite corner ring upper lower
  northern southern district quarter village township postcode mailbox sender remitter correspondent
  intermediary purpose charges instruct urgent please notify regarding respect monthly weekly quarterly
  instalment collateral pledge mortgage premium policy refund deposit escrow margin dividend royalty
  licence subscription maintenance installation painting plumbing roofing catering wedding funeral gift
  donation charity support help family needs living expenses travel ticket booking luggage visa passport
  copy original notarised apostille contract annex clause order purchase delivery pickup lorry wagon
  vehicle chassis engine diesel copper scrap timber plywood cotton yarn leather carpets dates pistachio
  saffron tomatoes onions frozen poultry dairy sugar tea coffee cocoa
  Vertrag Lieferung Ersatzteile Anzahlung Restbetrag Gutschrift Miete Kaution Wohnung Strasse Hinterhof
  Gewerbegebiet Bestellung Schrauben Fenster Heizung Wartung Studium Unterhalt Spende Reise Möbel Getreide
  virement loyer caution livraison commande pièces bateau quai ruelle boulevard bâtiment étage frais
  scolaires aide cadeau voyage blé huile savon tissus acompte solde échéance
  pago alquiler fianza entrega pedido repuestos muelle calle avenida edificio piso gastos ayuda regalo
  viaje trigo aceite jabón telas anticipo saldo cuota vencimiento
  kira depozito teslimat sipariş yedek parça iskele sokak mahalle apartman kat masraf yardım hediye buğday
  oplata arenda dogovor postavka zapchasti pristan ulitsa dom kvartira pomoshch podarok pshenitsa maslo
  schet nakladnaya avans ostatok dostavka remont uslugi
  pembayaran sewa barang jalan gedung lantai biaya bantuan gandum minyak sabun kain`,
);

/** A text at a random position among a number of unknown words. */
export function amongUnknownWords(text: string, count: number, draw: Draw): string {
  const words = Array.from({ length: count }, () => draw.pick(unknownWords));
  return words.toSpliced(draw.below(count + 1), 0, text).join(" ");
}
