import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import type { EntityType, LinkedPep } from "../../../core/matching/ports.ts";
import { ok, type Result } from "../../../base/result.ts";
import { edtfOfIso } from "../edtf.ts";
import { entityId } from "../entity_id.ts";
import { linksIn, listedIdentifiers } from "../identifier.ts";
import { type EntityDraft, type ListReading, openReading } from "../list_reading.ts";
import type { ListContext } from "../publisher.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";
import type { Place } from "../tally.ts";
import { isComparable } from "../written_name.ts";
import { readJsonLines } from "./json_lines.ts";
import { FtmEntity, valuesOf } from "./ftm_entity.ts";
import { namesOf } from "./ftm_names.ts";
import { indexOf, selfOf } from "./ftm_index.ts";
import { type Links, openLinks } from "./links.ts";
import { pepOf } from "./pep_role.ts";

/** The screened schemata of FollowTheMoney, with their entity types. */
const types: ReadonlyMap<string, EntityType> = new Map([
  ["Person", "INDIVIDUAL"],
  ["Organization", "ORGANISATION"],
  ["Company", "ORGANISATION"],
  ["PublicBody", "ORGANISATION"],
  ["LegalEntity", "ORGANISATION"],
  ["Vessel", "VESSEL"],
  ["Airplane", "AIRCRAFT"],
]);

/**
 * Topics that put a party on a list: those that FollowTheMoney counts as risks, with their
 * subtopics, and frozen assets. Others (`fin.bank`, `role.journo`) only describe.
 */
const riskTopic =
  /^(?:asset\.frozen|corp\.disqual|crime|debarment|export|forced\.labor|invest|mare|poi|reg|role\.(?:oligarch|pep|rca)|sanction|wanted)(?:\.|$)/;

/** Properties with a document's or a register's number, and their types. */
const identifying = [
  ["passportNumber", "passport"],
  ["idNumber", "national_id"],
  ["taxNumber", "tax"],
  ["innCode", "tax"],
  ["vatCode", "tax"],
  ["registrationNumber", "registration"],
  ["ogrnCode", "registration"],
  ["leiCode", "lei"],
  ["imoNumber", "imo"],
  ["mmsi", "mmsi"],
  ["callSign", "call_sign"],
] as const;

/** Properties that only a reviewer reads. */
const describing = ["position", "title", "notes", "description", "sourceUrl", "website"];

/** Properties that are read of screened entities; all others are counted as unused. */
const used: ReadonlySet<string> = new Set([
  "name",
  "alias",
  "previousName",
  "abbreviation",
  "weakAlias",
  "lastName",
  "firstName",
  "fatherName",
  "birthDate",
  "birthPlace",
  "nationality",
  "citizenship",
  "country",
  "topics",
  ...describing,
  ...identifying.map(([name]) => name),
]);

/** One entity that may be screened, once the whole file is known. */
interface Candidate {
  readonly place: Place;
  readonly entity: FtmEntity;
  readonly entityType: EntityType;
}

/** An export, read line by line. */
interface FtmExport {
  /** Lines with an entity. */
  readonly rows: number;
  readonly links: Links;
  /** By id, in the order of the file. */
  readonly candidates: ReadonlyMap<string, Candidate>;
  /** The newest day that the export states of an entity, or empty. */
  readonly lastSeen: string;
}

/**
 * Reads a FollowTheMoney export (JSON lines, `entities.ftm.json` of any OpenSanctions dataset), and
 * its `index.json` if given, which states date, licence and number of entities. Screens persons,
 * bodies, vessels and aircraft that are marked as a target, by a sanction or by a topic of risk;
 * all other entities describe them. The position of an office states its kind and place, the
 * occupancy whether it is still held. Relatives and associates are linked with one another if both
 * are screened.
 */
export function readFtm(
  files: readonly SourceFile[],
  context: ListContext,
): Result<ListRead, ListRefusal> {
  const { source, bounds } = context;
  const index = indexOf(files, source.replace(/^ftm:/, ""), bounds);
  if (!index.ok) return index;
  const [file] = index.value.entities;
  const reading = openReading(source, bounds);
  const read = readEntities(file, bounds, reading);
  if (!read.ok) return read;
  const { rows, lastSeen } = read.value;
  const stated = index.value.index?.entity_count;
  if (stated !== undefined && stated !== rows) {
    return unreadable("file_truncated", file, {
      message: `File has ${rows} entities, but its index states ${stated}`,
    });
  }
  const refused = addScreened(reading, read.value, context);
  if (refused !== null) return refused;
  return reading.finish([{ file: file.name, rows }], selfOf(index.value.index, lastSeen));
}

/** Reads every line of an export: entities that may be screened, and their links. */
function readEntities(
  file: SourceFile,
  bounds: ListFileBounds,
  reading: ListReading,
): Result<FtmExport, ListRefusal> {
  const links = openLinks();
  const candidates = new Map<string, Candidate>();
  const seen = new Set<string>();
  let lastSeen = "";
  const read = readJsonLines(file, FtmEntity, bounds, (entity, line) => {
    const place = { file, line };
    if (seen.has(entity.id)) {
      const message = `Entity ${entity.id} occurs twice`;
      return unreadable("entity_duplicate", file, { line, message });
    }
    seen.add(entity.id);
    if (entity.last_seen !== undefined && entity.last_seen > lastSeen) lastSeen = entity.last_seen;
    if (links.add(entity)) return null;
    const entityType = types.get(entity.schema);
    if (entityType !== undefined) {
      const properties = Object.entries(entity.properties);
      const kept = Object.fromEntries(properties.filter(([name]) => used.has(name)));
      for (const [name] of properties) if (!used.has(name)) reading.unusedPart(name);
      candidates.set(entity.id, { place, entity: { ...entity, properties: kept }, entityType });
      return null;
    }
    const reason = entity.schema === "CryptoWallet" ? "wallet_unused" : "schema_unused";
    reading.note(reason, place, entity.schema);
    return null;
  });
  return read.ok ? ok({ rows: read.value, links, candidates, lastSeen }) : read;
}

/** Adds the entities that are themselves on the list, or all if the export marks none. */
function addScreened(
  reading: ListReading,
  { links, candidates }: FtmExport,
  { source, policy }: ListContext,
): Result<never, ListRefusal> | null {
  const hasTargets = [...candidates.values()].some(({ entity }) => isMarked(entity, links));
  const isScreened = ({ entity }: Candidate) => !hasTargets || isMarked(entity, links);
  const named = ({ entity }: Candidate) => namesOf(entity).some(({ text }) => isComparable(text));
  const screened = new Map<string, Candidate>();
  for (const [id, candidate] of candidates) {
    if (!isScreened(candidate)) reading.note("not_targeted", candidate.place, captionOf(candidate));
    else if (!named(candidate)) reading.note("entity_without_name", candidate.place, id);
    else screened.set(id, candidate);
  }
  for (const candidate of screened.values()) {
    const linked = linkedOf(
      source,
      candidate,
      { links, screened },
      (other) => reading.note("link_outside", candidate.place, other),
    );
    const refused = reading.add({
      ...draftOf(candidate, reading),
      programs: links.sanctionsOf(candidate.entity.id) ?? [],
      pep: pepOf(candidate.entity, links, policy, linked),
    });
    if (refused !== null) return refused;
  }
  return null;
}

/** Whether an entity is itself on the list, instead of describing another. */
function isMarked(entity: FtmEntity, links: Links): boolean {
  return entity.target === true || links.sanctionsOf(entity.id) !== null ||
    valuesOf(entity, "topics").some((topic) => riskTopic.test(topic));
}

function draftOf(
  { place, entity, entityType }: Candidate,
  reading: ListReading,
): EntityDraft {
  const isPerson = entityType === "INDIVIDUAL";
  return {
    place,
    listRef: entity.id,
    entityType,
    names: namesOf(entity),
    births: isPerson
      ? valuesOf(entity, "birthDate").flatMap((text) => reading.birth(edtfOfIso(text), place, text))
      : [],
    birthPlaces: valuesOf(entity, "birthPlace"),
    countries: isPerson ? countriesOf(entity).flatMap((code) => reading.country(code, place)) : [],
    details: {
      designations: valuesOf(entity, "title", "position"),
      identifiers: identifying.flatMap(([label, type]) =>
        valuesOf(entity, label).flatMap((value) => {
          // An aircraft's number in the register is what is painted on it.
          const isTail = entityType === "AIRCRAFT" && type === "registration";
          return listedIdentifiers({ label, value, type: isTail ? "tail_number" : type });
        })
      ),
      remarks: valuesOf(entity, "notes", "description"),
      links: valuesOf(entity, "sourceUrl", "website").flatMap(linksIn),
    },
  };
}

/** Nationalities and citizenships; without them the person's other countries. */
function countriesOf(entity: FtmEntity): readonly string[] {
  const stated = valuesOf(entity, "nationality", "citizenship");
  return stated.length > 0 ? stated : valuesOf(entity, "country");
}

function linkedOf(
  source: string,
  { entity }: Candidate,
  { links, screened }: {
    readonly links: Links;
    readonly screened: ReadonlyMap<string, Candidate>;
  },
  outside: (id: string) => void,
): readonly LinkedPep[] {
  return links.relationsOf(entity.id).flatMap(({ id, relation }) => {
    const other = screened.get(id);
    if (other === undefined) {
      outside(id);
      return [];
    }
    return [{ entityId: entityId(source, id), name: captionOf(other), relation }];
  });
}

function captionOf({ entity }: Candidate): string {
  return entity.caption ?? valuesOf(entity, "name")[0] ?? entity.id;
}
