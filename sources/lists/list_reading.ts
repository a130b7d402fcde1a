import { countriesOf, saysNoCountry } from "../../standards/country/country.ts";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import type {
  ListedAddress,
  ListedEntity,
  ListedName,
  OrphanAddress,
} from "../../core/matching/ports.ts";
import { ok, type Result } from "../../base/result.ts";
import { buildEntity, type EntityFacts } from "./build_entity.ts";
import { type Counts, type EntityMarks, openCounts } from "./counts.ts";
import { distinctAddresses, isUnknownForm, listedAddresses } from "./listed_address.ts";
import { unreadable } from "./refusal.ts";
import type { ListRead, ListRefusal, ListReport, ListSelf } from "./schema.ts";
import { openTally, type Place, type Tally } from "./tally.ts";
import { distinctNames, isComparable, tidy, type WrittenName } from "./written_name.ts";

/** One entity as stated by its publisher, before names are merged and counted. */
export interface EntityDraft extends EntityFacts {
  /** The place where it is, or begins. */
  readonly place: Place;
  /** In the order of the file; incomparable names are dropped. */
  readonly names: readonly WrittenName[];
}

/** A list being read: its entities, findings and counts. */
export interface ListReading {
  /** Counts a value that cannot be used as written. */
  readonly note: Tally["note"];
  /** Counts a part that a snapshot does not store. */
  readonly unusedPart: Counts["addUnusedPart"];
  /** The birth from a text; null with a finding if unreadable. */
  birth(edtf: string | null, place: Place, written: string): readonly string[];
  /**
   * The codes that a written country may mean; empty with a finding if unknown. Blank and `unknown`
   * cause no finding.
   */
  country(written: string, place: Place): readonly string[];
  /** The spellings of a wallet. */
  wallet(currency: string, address: string, place: Place): readonly ListedAddress[];
  /** Builds and adds an entity; refused without a name, or with a used identifier. */
  add(draft: EntityDraft): Result<never, ListRefusal> | null;
  /** Adds a built entity. @param marks the statements in its rows, used or not */
  take(entity: ListedEntity, marks: EntityMarks): void;
  /** Closes the list. */
  finish(
    rows: ListReport["rows"],
    self: ListSelf,
    orphans?: readonly OrphanAddress[],
  ): Result<ListRead, ListRefusal>;
}

/** Opens an empty list with this key. */
export function openReading(source: string, bounds: ListFileBounds): ListReading {
  const tally = openTally(bounds);
  const counts = openCounts();
  const entities = new Map<string, ListedEntity>();

  function take(entity: ListedEntity, marks: EntityMarks): void {
    entities.set(entity.listRef, entity);
    counts.addEntity(entity, marks);
  }

  return {
    note: tally.note,
    unusedPart: counts.addUnusedPart,
    birth(edtf, place, written) {
      if (edtf !== null) return [edtf];
      tally.note("birth_unreadable", place, written);
      return [];
    },
    country(written, place) {
      if (saysNoCountry(written)) return [];
      const codes = countriesOf(written);
      if (codes.length === 0) tally.note("country_unknown", place, written);
      return codes;
    },
    wallet(currency, address, place) {
      counts.addAddress(address);
      if (isUnknownForm(address)) {
        tally.note("address_form_unknown", place, `${currency} ${address}`);
      }
      return listedAddresses(currency, address);
    },
    add(draft) {
      const { listRef } = draft;
      if (listRef === "") return refuse(draft, "value_wrong", "Entity has no identifier");
      if (entities.has(listRef)) {
        return refuse(draft, "entity_duplicate", `Entity ${listRef} occurs twice`);
      }
      const names = listedNames(draft, tally);
      if (names.length === 0) return refuse(draft, "value_wrong", "Entity has no name");
      const entity = buildEntity(source, names, {
        ...draft,
        birthPlaces: (draft.birthPlaces ?? []).map(tidy),
        programs: (draft.programs ?? []).map(tidy),
      });
      const hasNationality = entity.nationalities.length > 0;
      take(entity, { hasAlias: names.length > 1, hasNationality });
      return null;
    },
    take,
    finish: (rows, self, orphans = []) =>
      ok({
        self,
        entities: [...entities.values()].sort(byListRef),
        orphans: distinctAddresses(orphans),
        report: { rows, ...counts.total(), findings: tally.findings() },
      }),
  };
}

/** The comparable names of a draft, without duplicates; others are noted. */
function listedNames({ names, place }: EntityDraft, tally: Tally): readonly ListedName[] {
  const usable = names.filter(({ text }) => {
    if (isComparable(text)) return true;
    if (text.trim() !== "") tally.note("name_unusable", place, text);
    return false;
  });
  const listed = distinctNames(usable);
  const [first] = listed;
  if (first === undefined) return listed;
  if (!usable.some(({ strength }) => strength === "primary")) {
    tally.note("name_promoted", place, first.text);
  }
  for (let again = usable.length - listed.length; again > 0; again--) {
    tally.note("name_repeated", place, first.text);
  }
  return listed;
}

function refuse(
  { place }: EntityDraft,
  code: ListRefusal["code"],
  message: string,
): Result<never, ListRefusal> {
  return unreadable(code, place.file, { line: place.line, message });
}

/** Orders numbers by value, all others by code unit. */
function byListRef({ listRef: a }: ListedEntity, { listRef: b }: ListedEntity): number {
  const number = /^\d{1,15}$/;
  if (number.test(a) && number.test(b) && Number(a) !== Number(b)) return Number(a) - Number(b);
  return a < b ? -1 : Number(a > b);
}
