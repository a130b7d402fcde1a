import { nationalitiesOf, type ScreeningBench } from "../../core/screening/screen_name.ts";
import { classify } from "../../core/screening/classify.ts";
import type { Gates } from "../../core/screening/gates.ts";
import type { MatchCandidate } from "../../core/matching/ports.ts";
import { isOneOf, partialDateOf, targetsOf } from "./evaluate_queries.ts";
import { share, table } from "./markdown.ts";
import type { LabelledPair, QueryCase } from "./schema.ts";

/** The unlisted names that a gate lets pass, and the listed ones that it finds. */
export interface GateCost {
  /** `possibleAt`, 0 to 100. */
  readonly gate: number;
  /** Strangers flagged by the name alone, and with date of birth and nationality. */
  readonly flagged: number;
  readonly flaggedWithEvidence: number;
  /** Listed parties found by the name alone. */
  readonly found: number;
  /** Pairs of names of one person, and of one body, that reach the gate. */
  readonly persons: number;
  readonly bodies: number;
}

/** The cost of every gate, and the number of names. */
export interface GateCosts {
  readonly inForce: number;
  readonly strangers: number;
  readonly listed: number;
  readonly persons: number;
  readonly bodies: number;
  readonly rows: readonly GateCost[];
}

/** The gates that `AVAL_POLICY` may set, a point apart. */
const gates = Array.from({ length: 21 }, (_, at) => 60 + at);

/** Judges all cases and true pairs at every gate. */
export function gateCosts(
  { matcher, rules, snapshot }: ScreeningBench,
  { cases, pairs, scores }: {
    readonly cases: readonly QueryCase[];
    readonly pairs: readonly LabelledPair[];
    /** Scores of the pairs, in order. */
    readonly scores: readonly number[];
  },
): GateCosts {
  const sources = snapshot.lists.map(({ source }) => source);
  const ask = (name: string, dob: string | null, nationality: string | null) => {
    const nationalities = nationalitiesOf(nationality === null ? [] : [nationality]);
    return matcher.match(snapshot, { name, dob, nationalities, addresses: [] }).candidates;
  };
  const asked = cases.map((one) => ({
    targets: targetsOf(one).filter(({ source }) => sources.includes(source)),
    isStranger: one.label === "clear",
    byName: ask(one.name, null, null),
    byAll: ask(one.name, partialDateOf(one.dob), one.nationality),
  }));
  const strangers = asked.filter(({ isStranger }) => isStranger);
  const listed = asked.filter(({ targets }) => targets.length > 0)
    .map(({ targets, byName }) => byName.filter((candidate) => isOneOf(targets, candidate)));
  const matched = pairs.flatMap((pair, at) =>
    pair.match ? [{ score: scores[at] ?? 0, isPerson: pair.schema === "INDIVIDUAL" }] : []
  );
  const [persons, bodies] = [true, false].map((kind) =>
    matched.filter(({ isPerson }) => isPerson === kind).map(({ score }) => score)
  ) as [number[], number[]];
  return {
    inForce: rules.gates.possibleAt,
    strangers: strangers.length,
    listed: listed.length,
    persons: persons.length,
    bodies: bodies.length,
    rows: gates.map((gate) => {
      const passes = passing({ ...rules.gates, possibleAt: gate });
      const above = (all: readonly number[]) => all.filter((score) => score >= gate).length;
      return {
        gate,
        flagged: strangers.filter(({ byName }) => passes(byName)).length,
        flaggedWithEvidence: strangers.filter(({ byAll }) => passes(byAll)).length,
        found: listed.filter(passes).length,
        persons: above(persons),
        bodies: above(bodies),
      };
    }),
  };
}

/** Returns a function that decides whether the gates let any of some candidates pass. */
function passing(gates: Gates): (candidates: readonly MatchCandidate[]) => boolean {
  return (candidates) =>
    candidates.some((candidate) => classify(gates, candidate).classification !== "CLEAR");
}

/** The gates, as Markdown; one that changes nothing has no row. */
export function renderGateCosts(costs: GateCosts): string {
  const rows = costs.rows.filter((row, at) => {
    const before = costs.rows[at - 1];
    const { gate: _, ...counts } = row;
    return before === undefined || row.gate === costs.inForce ||
      Object.entries(counts).some(([name, count]) => before[name as keyof GateCost] !== count);
  });
  const percent = (count: number) =>
    costs.strangers === 0 ? "-" : `${(100 * count / costs.strangers).toFixed(2)} % (${count})`;
  return [
    "## What a gate costs",
    "",
    `Strangers flagged, ${costs.strangers} of both files, and who is found, by the score from which ` +
    "a person must review: `screening.possibleAtPoints` of `AVAL_POLICY` (in force: " +
    `${costs.inForce}). Some strangers are namesakes of listed parties, whom no gate clears. Pairs ` +
    "are those that labels call one party.",
    "",
    ...table(
      [
        "gate",
        "strangers, name only",
        "with dob and nationality",
        "listed found",
        "pairs of a person",
        "of a body",
      ],
      rows.map((row) => [
        String(row.gate),
        percent(row.flagged),
        percent(row.flaggedWithEvidence),
        share(row.found, costs.listed),
        share(row.persons, costs.persons),
        share(row.bodies, costs.bodies),
      ]),
    ),
    "",
  ].join("\n");
}
