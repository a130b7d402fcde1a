import { countriesOf, saysNoCountry } from "../../standards/country/country.ts";
import type { ListFileBounds } from "../../core/policy/list_files.ts";
import type {
  EntityType,
  ListedAddress,
  ListedEntity,
  PepRole,
} from "../../core/matching/ports.ts";
import { ok, type Result } from "../../base/result.ts";
import { type Counts, openCounts } from "./counts.ts";
import { entityId } from "./entity_id.ts";
import { distinctAddresses, isUnknownForm, listedAddresses } from "./listed_address.ts";
import { unreadable } from "./refusal.ts";
import type { FindingReason, ListRead, ListRefusal, ListReport, ListSelf } from "./schema.ts";
import { openTally, type Place } from "./tally.ts";
import { distinctNames, isComparable, tidy, type WrittenName } from "./written_name.ts";

/** What one publisher says of one entity, before names are told apart and anything is counted. */
export interface EntityDraft {
  /** Where it stands, or begins. */
  readonly place: Place;
  /** The publisher's own identifier of the entry. */
  readonly listRef: string;
  /** How it is listed. */
  readonly entityType: EntityType;
  /** In the order of the file; names that cannot be compared are dropped. */
  readonly names: readonly WrittenName[];
  /** EDTF. */
  readonly births?: readonly string[];
  /** As written. */
  readonly birthPlaces?: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[];
  /** The publisher's tags. */
  readonly programs?: readonly string[];
  /** What makes the person politically exposed. */
  readonly pep?: PepRole | null;
  /** Normal forms. */
  readonly addresses?: readonly ListedAddress[];
}

/** A list while it is read: what is taken, what is met, and what is counted. */
export interface ListReading {
  /** Counts what cannot be used as it stands. */
  note(reason: FindingReason, place: Place, text: string): void;
  /** Counts a part of which a snapshot holds nothing. */
  readonly unusedPart: Counts["addUnusedPart"];
  /** The birth that was made of a text, or none and a finding. */
  birth(edtf: string | null, place: Place, written: string): readonly string[];
  /**
   * The codes of what a country as written may mean, or none and a finding; blank and `unknown` are no
   * finding.
   */
  country(written: string, place: Place): readonly string[];
  /** The spellings of a wallet. */
  wallet(currency: string, address: string, place: Place): readonly ListedAddress[];
  /** Takes an entity; refused when it has no name, or its identifier is there already. */
  add(draft: EntityDraft): Result<never, ListRefusal> | null;
  /** Whether an entity with this identifier was taken. */
  has(listRef: string): boolean;
  /** Closes the list. */
  finish(rows: ListReport["rows"], self: ListSelf): Result<ListRead, ListRefusal>;
}

/** Opens a list of this key with nothing in it. */
export function openReading(source: string, bounds: ListFileBounds): ListReading {
  const tally = openTally(bounds);
  const counts = openCounts();
  const entities = new Map<string, ListedEntity>();
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
      const { place, listRef, entityType } = draft;
      const at = { line: place.row.line };
      if (listRef === "") {
        return unreadable("value_wrong", place.file, {
          ...at,
          message: "Entity has no identifier",
        });
      }
      if (entities.has(listRef)) {
        const message = `Entity ${listRef} is there twice`;
        return unreadable("entity_duplicate", place.file, { ...at, message });
      }
      const written = draft.names.filter(({ text }) => {
        if (isComparable(text)) return true;
        if (text.trim() !== "") tally.note("name_unusable", place, text);
        return false;
      });
      const names = distinctNames(written);
      const [first] = names;
      if (first === undefined) {
        return unreadable("value_wrong", place.file, { ...at, message: "Entity has no name" });
      }
      if (!written.some(({ strength }) => strength === "primary")) {
        tally.note("name_promoted", place, first.text);
      }
      for (let again = written.length - names.length; again > 0; again--) {
        tally.note("name_repeated", place, first.text);
      }
      const entity: ListedEntity = {
        source,
        listRef,
        entityId: entityId(source, listRef),
        entityType,
        names,
        births: distinct(draft.births),
        birthPlaces: distinct((draft.birthPlaces ?? []).map(tidy)),
        nationalities: distinct(draft.countries),
        programs: distinct((draft.programs ?? []).map(tidy)),
        pep: draft.pep ?? null,
        addresses: distinctAddresses(draft.addresses ?? []),
      };
      entities.set(listRef, entity);
      counts.addEntity(entity, {
        hasAlias: names.length > 1,
        hasNationality: entity.nationalities.length > 0,
      });
      return null;
    },
    has: (listRef) => entities.has(listRef),
    finish: (rows, self) =>
      ok({
        self,
        entities: [...entities.values()].sort(byListRef),
        orphans: [],
        report: { rows, ...counts.total(), findings: tally.findings() },
      }),
  };
}

function distinct(values: readonly string[] = []): readonly string[] {
  return [...new Set(values.filter((value) => value !== ""))];
}

/** Numbers by value, everything else by code unit. */
function byListRef({ listRef: a }: ListedEntity, { listRef: b }: ListedEntity): number {
  const number = /^\d{1,15}$/;
  if (number.test(a) && number.test(b) && Number(a) !== Number(b)) return Number(a) - Number(b);
  return a < b ? -1 : Number(a > b);
}
