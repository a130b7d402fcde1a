import { load, YAMLException } from "js-yaml";
import type { ListFileBounds } from "../../../core/policy/list_files.ts";
import type { PepRole } from "../../../core/matching/ports.ts";
import { ok, type Result } from "../../../base/result.ts";
import { wholeLinesOfFile } from "../file_text.ts";
import { openReading } from "../list_reading.ts";
import type { ListContext } from "../publisher.ts";
import { unreadable } from "../refusal.ts";
import type { ListRead, ListRefusal, SourceFile } from "../schema.ts";
import type { WrittenName } from "../written_name.ts";
import { pepCategory, type PepPolicy } from "../pep_category.ts";
import { Legislator, type Term } from "./legislator.ts";

/** The country of all of these offices. */
const jurisdiction = "US";

/** One person of the file, and the place. */
interface PlacedPerson {
  readonly line: number;
  readonly person: Legislator;
}

/**
 * Reads politically exposed persons of the United States from the YAML files of
 * unitedstates/congress-legislators. A person in several of them (a president who was a senator) is
 * one entity with all terms. The date of the data decides whether an office is still held.
 *
 * The file is a sequence of persons, each parsed separately, so that aliases cannot expand. A file
 * cut between two persons looks complete.
 */
export function readLegislators(
  files: readonly SourceFile[],
  { source, asOf, bounds, policy }: ListContext,
): Result<ListRead, ListRefusal> {
  const reading = openReading(source, bounds);
  const byId = new Map<string, { file: SourceFile; line: number; persons: Legislator[] }>();
  const rows: { file: string; rows: number }[] = [];
  for (const file of files) {
    const persons = personsOf(file, bounds);
    if (!persons.ok) return persons;
    rows.push({ file: file.name, rows: persons.value.length });
    const here = new Set<string>();
    for (const { line, person } of persons.value) {
      const id = person.id.bioguide ?? `govtrack-${person.id.govtrack ?? ""}`;
      if (id === "govtrack-" || here.has(id)) {
        return unreadable(id === "govtrack-" ? "value_wrong" : "entity_duplicate", file, {
          line,
          message: id === "govtrack-" ? "Person has no id" : `${id} is there twice`,
        });
      }
      here.add(id);
      const present = byId.get(id);
      if (present === undefined) byId.set(id, { file, line, persons: [person] });
      else present.persons.push(person);
    }
  }
  for (const [id, { file, line, persons }] of byId) {
    const place = { file, line };
    const refused = reading.add({
      place,
      listRef: id,
      entityType: "INDIVIDUAL",
      names: persons.flatMap(namesOf),
      births: persons.flatMap(({ bio }) => bio?.birthday ?? []),
      countries: [jurisdiction],
      pep: roleOf(persons.flatMap(({ terms }) => terms), asOf, policy),
      details: { designations: persons.flatMap(({ terms }) => terms).map(officeOf) },
    });
    if (refused !== null) return refused;
  }
  return reading.finish(rows, {});
}

function personsOf(
  file: SourceFile,
  bounds: ListFileBounds,
): Result<readonly PlacedPerson[], ListRefusal> {
  const text = wholeLinesOfFile(file, bounds);
  if (!text.ok) return text;
  const persons: PlacedPerson[] = [];
  let line = 1;
  for (const piece of text.value.split(/^(?=- )/m)) {
    const isComment = persons.length === 0 && /^(?:\s*|#.*|---)$/m.test(piece) &&
      !piece.startsWith("- ");
    if (!isComment) {
      const person = personOf(file, piece, line);
      if (!person.ok) return person;
      persons.push({ line, person: person.value });
    }
    line += piece.split("\n").length - 1;
  }
  return persons.length === 0
    ? unreadable("file_empty", file, { message: "File has no person" })
    : ok(persons);
}

function personOf(file: SourceFile, piece: string, line: number): Result<Legislator, ListRefusal> {
  let sequence: unknown;
  try {
    sequence = load(piece, { maxAliases: 0, maxDepth: 16 });
  } catch (thrown) {
    // The parser's authors say that texts may make it throw other errors than its own, too.
    const known = thrown instanceof YAMLException ? thrown : null;
    return unreadable("yaml_malformed", file, {
      line: line + (known?.mark?.line ?? 0),
      message: `Not well-formed YAML: ${known?.reason ?? "it cannot be read"}`,
    });
  }
  const parsed = Legislator.safeParse(Array.isArray(sequence) ? sequence[0] : null);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return unreadable("value_wrong", file, {
    line,
    message: `Person is not as expected at ${issue?.path.join(".") || "its begin"}`,
  });
}

function namesOf({ name, other_names: others = [] }: Legislator): readonly WrittenName[] {
  const { first, last, middle, suffix, nickname, official_full: full } = name;
  const whole = (...parts: readonly (string | undefined)[]) =>
    parts.filter((part) => part !== undefined && part !== "").join(" ");
  const named = (text: string, given: string, family: string): WrittenName => ({
    text,
    strength: "strong",
    family,
    given,
  });
  const all: readonly WrittenName[] = [
    {
      ...named(whole(first, middle, last, suffix), whole(first, middle), last),
      strength: "primary",
    },
    ...(full === undefined ? [] : [named(full, "", last)]),
    ...(middle === undefined ? [] : [named(whole(first, last), first, last)]),
    ...(nickname === undefined ? [] : [named(whole(nickname, last), nickname, last)]),
    ...others.map((other) =>
      named(
        whole(other.first ?? first, other.middle, other.last ?? last),
        other.first ?? first,
        other.last ?? last,
      )
    ),
  ];
  return all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index);
}

const officeNames = {
  rep: "Representative",
  sen: "Senator",
  prez: "President",
  viceprez: "Vice President",
} as const;

/** An office in words: `Senator (VT), 2007-01-04 to 2031-01-03`. */
function officeOf({ type, state, start, end }: Term): string {
  return `${officeNames[type]}${state === undefined ? "" : ` (${state})`}, ${start} to ${end}`;
}

/** The last office; of several at once, the highest. */
function roleOf(terms: readonly Term[], asOf: string, policy: PepPolicy): PepRole {
  const isCurrent = ({ start, end }: Term) => start <= asOf && asOf <= end;
  const isHigh = ({ type }: Term) => type === "prez" || type === "viceprez";
  const [office] = terms.toSorted((a, b) =>
    Number(isCurrent(b)) - Number(isCurrent(a)) ||
    (isCurrent(a) || isHigh(a) !== isHigh(b) ? Number(isHigh(b)) - Number(isHigh(a)) : 0) ||
    (a.end < b.end ? 1 : -1)
  );
  return {
    category: pepCategory(jurisdiction, false, policy),
    functionalCategory: office !== undefined && isHigh(office)
      ? "HEAD_OF_STATE_OR_GOVERNMENT"
      : "LEGISLATOR",
    status: office !== undefined && isCurrent(office) ? "CURRENT" : "FORMER",
    jurisdiction,
    linked: [],
  };
}
