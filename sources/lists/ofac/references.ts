import { attributeOf, elementsAt, ownText, type XmlElement } from "../xml/element.ts";

/** The sets of reference values that are read, by element. */
const sets = {
  AliasTypeValues: "AliasType",
  AreaCodeValues: "AreaCode",
  CountryValues: "Country",
  FeatureTypeValues: "FeatureType",
  IDRegDocTypeValues: "IDRegDocType",
  ListValues: "List",
  NamePartTypeValues: "NamePartType",
  PartySubTypeValues: "PartySubType",
  PartyTypeValues: "PartyType",
  SanctionsTypeValues: "SanctionsType",
} as const;
type Kind = (typeof sets)[keyof typeof sets];

/** The meanings of the numbers in an advanced XML file; empty if the file does not state one. */
export interface References {
  /** Adds the sets of the file. */
  addSets(record: XmlElement): void;
  /** Adds a location. */
  addLocation(record: XmlElement): void;
  /**
   * Name of a feature type: `Birthdate`, `Nationality Country`, `Digital Currency Address - XBT`
   * ...
   */
  feature(id: string): string;
  /** Name of a document type: `Passport`, `Tax ID No.` ... */
  document(id: string): string;
  /** A country by its number: its ISO code if the file has one. */
  countryNumbered(id: string): string;
  /** Name of a part of a name: `Last Name`, `First Name`, `Patronymic` ... */
  namePart(id: string): string;
  /** Name of a list: `SDN List` ... */
  list(id: string): string;
  /** Name of a sanctions type: `Program`, `Block` ... */
  sanctionsType(id: string): string;
  /** Type of a party: `Vessel` or `Aircraft`, else the general `Individual` or `Entity`. */
  partyType(subTypeId: string): string;
  /** Country of a location in the file's spelling, or its ISO code if the file has one. */
  country(locationId: string): string;
  /** City, province and country of a location, as far as known. */
  place(locationId: string): string;
}

/** A location with its known parts. */
interface Location {
  readonly country: string;
  readonly place: string;
}

/** Opens empty references. */
export function openReferences(): References {
  const values = new Map<string, { readonly text: string; readonly element: XmlElement }>();
  const locations = new Map<string, Location>();
  const find = (kind: Kind, id: string) => values.get(`${kind} ${id}`);
  const text = (kind: Kind, id: string) => find(kind, id)?.text ?? "";

  function countryOf(record: XmlElement): string {
    const [ofLocation] = elementsAt(record, "LocationCountry");
    const [ofArea] = elementsAt(record, "LocationAreaCode");
    const area = ofArea === undefined
      ? undefined
      : find("AreaCode", attributeOf(ofArea, "AreaCodeID") ?? "")?.element;
    const id = (ofLocation === undefined ? null : attributeOf(ofLocation, "CountryID")) ??
      (area === undefined ? null : attributeOf(area, "CountryID")) ?? "";
    const country = find("Country", id);
    return country === undefined ? "" : attributeOf(country.element, "ISO2") ?? country.text;
  }

  return {
    addSets(record) {
      for (const [set, kind] of Object.entries(sets)) {
        for (const element of elementsAt(record, set, kind)) {
          values.set(`${kind} ${attributeOf(element, "ID") ?? ""}`, {
            text: ownText(element),
            element,
          });
        }
      }
    },
    addLocation(record) {
      const parts = elementsAt(record, "LocationPart", "LocationPartValue", "Value").map(ownText);
      const country = countryOf(record);
      const place = [...parts, country].filter((part) => part !== "").join(", ");
      locations.set(attributeOf(record, "ID") ?? "", { country, place });
    },
    feature: (id) => text("FeatureType", id),
    document: (id) => text("IDRegDocType", id),
    countryNumbered(id) {
      const country = find("Country", id);
      return country === undefined ? "" : attributeOf(country.element, "ISO2") ?? country.text;
    },
    namePart: (id) => text("NamePartType", id),
    list: (id) => text("List", id),
    sanctionsType: (id) => text("SanctionsType", id),
    partyType(subTypeId) {
      const sub = find("PartySubType", subTypeId);
      if (sub === undefined) return "";
      if (/^(?:vessel|aircraft|individual|entity)$/i.test(sub.text)) return sub.text;
      return text("PartyType", attributeOf(sub.element, "PartyTypeID") ?? "");
    },
    country: (id) => locations.get(id)?.country ?? "",
    place: (id) => locations.get(id)?.place ?? "",
  };
}
