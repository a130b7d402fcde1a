import type { EntityType } from "../../../core/matching/ports.ts";
import { ok, type Result } from "../../../base/result.ts";
import { circa, edtfPeriod } from "../edtf.ts";
import { listedIdentifiers } from "../identifier.ts";
import type { EntityDraft, ListReading } from "../list_reading.ts";
import { unreadable } from "../refusal.ts";
import type { ListRefusal } from "../schema.ts";
import type { Place } from "../tally.ts";
import type { WrittenName } from "../written_name.ts";
import { attributeOf, elementsAt, ownText, textAt, type XmlElement } from "../xml/element.ts";
import { webPagesIn } from "./pieces.ts";
import type { References } from "./references.ts";

/** One party of the file; its lists come after all parties. */
export interface Party {
  /** The id in the entries of the lists. */
  readonly profileId: string;
  /** The ids in documents. */
  readonly identityIds: readonly string[];
  /** All data except its programmes. */
  readonly draft: EntityDraft;
}

const types: ReadonlyMap<string, EntityType> = new Map([
  ["individual", "INDIVIDUAL"],
  ["entity", "ORGANISATION"],
  ["vessel", "VESSEL"],
  ["aircraft", "AIRCRAFT"],
]);

/** Features that are read; all others are counted as unused. */
const nationality = /^(?:Nationality|Citizenship)(?: Country)?$/;
const described = /^(?:Title|Website|Vessel Call Sign|VESSEL TYPE|Vessel Flag|MMSI)$/i;
const wallet = /^Digital Currency Address - ([A-Z0-9]{2,10})$/;

/** Reads a party by the file's own references, which precede all parties. */
export function partyOf(
  reading: ListReading,
  known: References,
  element: XmlElement,
  place: Place,
): Result<Party, ListRefusal> {
  const [profile] = elementsAt(element, "Profile");
  const subType = profile === undefined ? null : attributeOf(profile, "PartySubTypeID");
  const entityType = types.get(known.partyType(subType ?? "").toLowerCase());
  if (profile === undefined || entityType === undefined) {
    return unreadable("value_wrong", place.file, {
      line: place.line,
      message: `PartySubTypeID ${subType ?? ""} is not a type that the file defines`,
    });
  }
  const features = elementsAt(profile, "Feature").map((feature) => ({
    feature,
    name: known.feature(attributeOf(feature, "FeatureTypeID") ?? ""),
  }));
  const featuresNamed = (test: (name: string) => boolean) =>
    features.filter(({ name }) => test(name)).map(({ feature }) => feature);
  for (const { name } of features) {
    const isUsed = name === "Birthdate" || name === "Place of Birth" || nationality.test(name) ||
      wallet.test(name) || described.test(name);
    if (!isUsed) reading.unusedPart(name);
  }
  const locations = (feature: XmlElement) =>
    elementsAt(feature, "FeatureVersion", "VersionLocation")
      .map((one) => attributeOf(one, "LocationID") ?? "");
  const detailsNamed = (test: RegExp) =>
    featuresNamed((name) => test.test(name)).flatMap((feature) =>
      elementsAt(feature, "FeatureVersion", "VersionDetail").map(ownText)
    );
  const draft: EntityDraft = {
    place,
    listRef: attributeOf(element, "FixedRef") ?? "",
    entityType,
    names: elementsAt(profile, "Identity").flatMap((identity) =>
      namesOf(known, identity, entityType)
    ),
    births: featuresNamed((name) => name === "Birthdate").flatMap((feature) =>
      birthsOf(reading, place, feature)
    ),
    birthPlaces: featuresNamed((name) => name === "Place of Birth").flatMap((feature) => [
      ...elementsAt(feature, "FeatureVersion", "VersionDetail").map(ownText),
      ...locations(feature).map((id) => known.place(id)),
    ]),
    countries: featuresNamed((name) => nationality.test(name)).flatMap(locations)
      .flatMap((id) => reading.country(known.country(id), place)),
    addresses: features.flatMap(({ feature, name }) => {
      const [, currency] = wallet.exec(name) ?? [];
      if (currency === undefined) return [];
      return elementsAt(feature, "FeatureVersion", "VersionDetail").map(ownText)
        .filter((address) => address !== "")
        .flatMap((address) => reading.wallet(currency, address, place));
    }),
    details: {
      designations: detailsNamed(/^Title$/i),
      identifiers: [
        ...detailsNamed(/^Vessel Call Sign$/i).map((value) => ({ label: "Call sign", value })),
        ...detailsNamed(/^MMSI$/i).map((value) => ({ label: "MMSI", value })),
      ].flatMap(listedIdentifiers),
      remarks: [
        ...detailsNamed(/^Vessel Type$/i).map((text) => `Vessel type: ${text}`),
        ...detailsNamed(/^Vessel Flag$/i).map((text) => `Vessel flag: ${text}`),
      ],
      links: detailsNamed(/^Website$/i).flatMap((text) => webPagesIn(`Website ${text}`)),
    },
  };
  const identityIds = elementsAt(profile, "Identity").flatMap((one) =>
    attributeOf(one, "ID") ?? []
  );
  return ok({ profileId: attributeOf(profile, "ID") ?? "", identityIds, draft });
}

/** Every name in every script, with parts as the party's groups define them. */
function namesOf(
  known: References,
  identity: XmlElement,
  type: EntityType,
): readonly WrittenName[] {
  const groups = new Map(
    elementsAt(identity, "NamePartGroups", "MasterNamePartGroup", "NamePartGroup").map((group) => [
      attributeOf(group, "ID") ?? "",
      known.namePart(attributeOf(group, "NamePartTypeID") ?? ""),
    ]),
  );
  return elementsAt(identity, "Alias").flatMap((alias) => {
    const isPrimary = attributeOf(alias, "Primary") === "true";
    const isWeak = attributeOf(alias, "LowQuality") === "true";
    return elementsAt(alias, "DocumentedName").map((documented, index) => ({
      ...nameOf(documented, groups, type),
      strength: isPrimary && index === 0
        ? "primary" as const
        : isWeak
        ? "weak" as const
        : "strong" as const,
    }));
  });
}

function nameOf(
  documented: XmlElement,
  groups: ReadonlyMap<string, string>,
  type: EntityType,
): Omit<WrittenName, "strength"> {
  const values = elementsAt(documented, "DocumentedNamePart", "NamePartValue");
  const partsCalled = (test: RegExp) =>
    values.filter((value) =>
      test.test(groups.get(attributeOf(value, "NamePartGroupID") ?? "") ?? "")
    )
      .map(ownText).join(" ");
  const all = values.map(ownText).join(" ");
  if (type !== "INDIVIDUAL") return { text: all };
  const [family, given, patronymic] = [
    partsCalled(/^(?:Last|Maiden) Name$/),
    partsCalled(/^(?:First|Middle) Name$/),
    partsCalled(/^(?:Patronymic|Matronymic)$/),
  ];
  const rest = values.filter((value) =>
    !/^(?:Last|Maiden) Name$/.test(groups.get(attributeOf(value, "NamePartGroupID") ?? "") ?? "")
  ).map(ownText).join(" ");
  const text = family !== "" && rest !== "" ? `${family}, ${rest}` : all;
  return { text, family, given, patronymic };
}

/** A birth is a period, from the first day of its start to the last day of its end. */
function birthsOf(reading: ListReading, place: Place, feature: XmlElement): readonly string[] {
  return elementsAt(feature, "FeatureVersion", "DatePeriod").flatMap((period) => {
    const day = (end: string, side: string) => elementsAt(period, end, side)[0];
    const first = day("Start", "From") ?? day("Start", "To");
    const last = day("End", "To") ?? day("End", "From") ?? day("Start", "To") ?? first;
    if (first === undefined || last === undefined) return reading.birth(null, place, "no date");
    const edtf = edtfPeriod(dateParts(first), dateParts(last));
    const isRough = [...elementsAt(period, "Start"), ...elementsAt(period, "End")]
      .some((end) => attributeOf(end, "Approximate") === "true");
    const written = `${dateText(first)} to ${dateText(last)}`;
    return reading.birth(isRough ? circa(edtf) : edtf, place, written);
  });
}

function dateParts(element: XmlElement) {
  return {
    year: textAt(element, "Year") ?? "",
    month: textAt(element, "Month"),
    day: textAt(element, "Day"),
  };
}

function dateText(element: XmlElement): string {
  return element.children.map(ownText).join("-");
}
