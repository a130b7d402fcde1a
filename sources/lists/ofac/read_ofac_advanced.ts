import type { ListedIdentifier } from "../../../core/matching/ports.ts";
import { listedIdentifiers } from "../identifier.ts";
import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import type { Result } from "../../../base/result.ts";
import { edtfDate } from "../edtf.ts";
import { type EntityDraft, openReading } from "../list_reading.ts";
import type { OfacSource } from "./legacy_files.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";
import { attributeOf, elementsAt, textAt, type XmlElement } from "../xml/element.ts";
import { readXml } from "../xml/read_xml.ts";
import { type Party, partyOf } from "./advanced_party.ts";
import { openReferences, type References } from "./references.ts";

const [issue, references, location, document, party, sanctions] = [
  "DateOfIssue",
  "ReferenceValueSets",
  "Locations/Location",
  "IDRegDocuments/IDRegDocument",
  "DistinctParties/DistinctParty",
  "SanctionsEntries/SanctionsEntry",
];

/** The name of the list of specially designated nationals in the file. */
const sdnName = "SDN List";

/** The lists and programmes of one party. */
interface Listing {
  readonly lists: string[];
  readonly programs: string[];
  /** Days on which it was put on a list. */
  readonly listedOn: string[];
}

/**
 * Reads one of OFAC's lists in its advanced XML format (`SDN_ADVANCED.XML`, `CONS_ADVANCED.XML`;
 * root `Sanctions`, after the UN's advanced sanctions data model). Names come in parts and in their
 * original scripts, dates as periods. The meaning of each number is read from the file itself,
 * before the parties that use it. A file of the other list is recognised by the lists in its
 * entries, and refused.
 */
export function readOfacAdvanced(
  source: OfacSource,
  file: SourceFile,
  bounds: ListFileBounds,
): Result<ListRead, ListRefusal> {
  const reading = openReading(source, bounds);
  const known = openReferences();
  const parties: Party[] = [];
  const listings = new Map<string, Listing>();
  const documents = new Map<string, readonly ListedIdentifier[]>();
  const head: { issued: string | null } = { issued: null };
  const shape = {
    root: "Sanctions",
    records: [issue, references, location, document, party, sanctions].filter((path) =>
      path !== undefined
    ),
    passedOver: [
      "ProfileRelationships",
      "SanctionsEntryLinks",
      "SupplementalInformation",
      "DistinctParties/Comment",
    ],
  };
  const read = readXml(file, shape, bounds, {
    record(record, path) {
      if (path === issue) head.issued = dateOf(record);
      if (path === references) known.addSets(record);
      if (path === location) known.addLocation(record);
      if (path === document) addDocument(documents, record, known);
      if (path === sanctions) addListing(listings, record, known);
      if (path !== party) return null;
      const place = { file, line: record.line };
      const found = partyOf(reading, known, record, place);
      if (!found.ok) return found;
      parties.push(found.value);
      return null;
    },
  });
  if (!read.ok) return read;
  if (head.issued === null) {
    return unreadable("value_wrong", file, { message: "DateOfIssue is missing or no date" });
  }
  if (parties.length === 0) {
    return unreadable("file_empty", file, { message: "File has no DistinctParty" });
  }
  const foreign = foreignParty(source, parties, listings);
  if (foreign !== null) {
    return unreadable("files_mismatched", file, {
      line: foreign.place.line,
      message: `Party ${foreign.listRef} is not on the list ${source}: the file is of another`,
    });
  }
  for (const { profileId, identityIds, draft } of parties) {
    const listing = listings.get(profileId);
    const refused = reading.add({
      ...draft,
      programs: listing?.programs ?? [],
      details: {
        ...draft.details,
        listedOn: listing?.listedOn.toSorted()[0] ?? null,
        identifiers: [
          ...identityIds.flatMap((id) => documents.get(id) ?? []),
          ...draft.details?.identifiers ?? [],
        ],
      },
    });
    if (refused !== null) return refused;
  }
  return reading.finish([{ file: file.name, rows: parties.length }], { asOf: head.issued });
}

function addListing(
  listings: Map<string, Listing>,
  record: XmlElement,
  known: References,
): void {
  const profile = attributeOf(record, "ProfileID") ?? "";
  const listing = listings.get(profile) ?? { lists: [], programs: [], listedOn: [] };
  for (const date of elementsAt(record, "EntryEvent", "Date")) {
    listing.listedOn.push(...[dateOf(date)].filter((day) => day !== null));
  }
  listing.lists.push(known.list(attributeOf(record, "ListID") ?? ""));
  for (const measure of elementsAt(record, "SanctionsMeasure")) {
    const program = textAt(measure, "Comment");
    const type = known.sanctionsType(attributeOf(measure, "SanctionsTypeID") ?? "");
    if (program !== null && (type === "" || type === "Program")) listing.programs.push(program);
  }
  listings.set(profile, listing);
}

/** Adds the documents of an identity: number, issuer and kind. */
function addDocument(
  documents: Map<string, readonly ListedIdentifier[]>,
  record: XmlElement,
  known: References,
): void {
  const identity = attributeOf(record, "IdentityID") ?? "";
  const found = listedIdentifiers({
    label: known.document(attributeOf(record, "IDRegDocTypeID") ?? ""),
    value: textAt(record, "IDRegistrationNo"),
    country: known.countryNumbered(attributeOf(record, "IssuedBy-CountryID") ?? ""),
  });
  documents.set(identity, [...documents.get(identity) ?? [], ...found]);
}

/** The first party that is only on other lists; a party without entries is on none. */
function foreignParty(
  source: OfacSource,
  parties: readonly Party[],
  listings: ReadonlyMap<string, Listing>,
): EntityDraft | null {
  const belongs = (name: string) => name === "" || (name === sdnName) === (source === "ofac-sdn");
  const isForeign = ({ profileId }: Party) => {
    const lists = listings.get(profileId)?.lists ?? [];
    return lists.length > 0 && !lists.some(belongs);
  };
  return parties.find(isForeign)?.draft ?? null;
}

function dateOf(record: XmlElement): string | null {
  const date = edtfDate({
    year: textAt(record, "Year") ?? "",
    month: textAt(record, "Month"),
    day: textAt(record, "Day"),
  });
  return date?.length === 10 ? date : null;
}
