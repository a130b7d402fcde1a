import type { ListedEntity, SnapshotHandle } from "../../core/matching/ports.ts";
import { type ScreeningBench, screenName } from "../../core/screening/screen_name.ts";
import { evaluateQueries } from "../evaluation/evaluate_queries.ts";
import type { QueryCase } from "../evaluation/schema.ts";
import { isFlagged, type StrangerTally, tallyStrangers } from "../evaluation/tally.ts";
import { calledLikeTables } from "./called_like_tables.ts";
import { commonPairs } from "./common_pairs.ts";
import { customers } from "./customers.ts";
import { families } from "./families.ts";
import { fieldsOfStrangers } from "./fields_of_strangers.ts";
import { type HeldOutFigures, measureHeldOut } from "./held_out/measure_held_out.ts";
import { type ListedParties, listedParties } from "./listed_parties.ts";
import { type CommonNames, ordinaryNames } from "./ordinary_names.ts";
import { fieldFillers, genericWords, others } from "./others.ts";
import { perturb } from "./perturb.ts";
import { pressNames } from "./press.ts";
import type { PerturbationPolicy } from "./policy.ts";
import { type FamilyTally, tallyNames } from "./tally_names.ts";
import { measureValley, type ValleyFigures } from "./valley.ts";

/** The figures of all families, and of all strangers. */
export interface FamilyFigures {
  readonly families: readonly FamilyTally[];
  /** Names of other parties, none of which may be found. */
  readonly others: readonly FamilyTally[];
  readonly strangers: readonly StrangerTally[];
  /** Queried names that were flagged though they are unlisted, with the party that they matched. */
  readonly flagged: readonly FlaggedName[];
  /** Names among unknown words. */
  readonly valley: ValleyFigures;
  /** Kinds that no weight is fitted to. */
  readonly heldOut: HeldOutFigures;
  /** Customers who are not listed, by country, on the lists of OFAC and the UN. */
  readonly customers: readonly StrangerTally[];
  /** Unavailable data, one sentence each. */
  readonly leftOut: readonly string[];
}

/** The lists that customers are screened against: those that most users have. */
const customerSources = ["ofac-sdn", "ofac-cons", "un-sc"];

/** A stranger taken for a listed party. */
export interface FlaggedName {
  readonly source: string;
  readonly name: string;
  readonly score: number;
  readonly matchedName: string;
  readonly confirmed: boolean;
}

/** Everything that families are measured with. */
export interface FamilyMeasure extends Omit<ScreeningBench, "snapshot"> {
  readonly snapshot: SnapshotHandle;
  /** The entities of the snapshot. */
  readonly entities: readonly ListedEntity[];
  /** Labelled strangers; cases in which a party must be found are not queried. */
  readonly cases: readonly QueryCase[];
  readonly common: CommonNames | null;
  readonly leftOut: readonly string[];
  readonly policy: PerturbationPolicy;
}

/** Perturbs listed names family by family and queries them, and then strangers. */
export function measureFamilies(measured: FamilyMeasure): FamilyFigures {
  const { entities, cases, common, policy, leftOut } = measured;
  const parties = listedParties(entities);
  const screen = (asked: Parameters<typeof screenName>[1]) => screenName(measured, asked);
  const strangers = [
    ...cases.filter(({ label }) => label === "clear"),
    ...genericWords.filter((word) => parties.named(word).length === 0).map((word) =>
      stranger("generic words alone", word, null)
    ),
    ...fieldFillers.filter((word) => parties.named(word).length === 0).map((word) =>
      stranger("field fillers and legal forms alone", word, null)
    ),
    ...commonPairs.flatMap(({ culture, names }) =>
      names.filter((name) => parties.named(name).length === 0).map((name) =>
        stranger(`common names, ${culture}`, name, null)
      )
    ),
    ...calledLikeTables.filter((name) => parties.named(name).length === 0).map((name) =>
      stranger("names that tables hold", name, null)
    ),
    ...fieldsOfStrangers.map((field) => stranger("fields of several names, remarks", field, null)),
    ...common === null ? [] : ordinaryCases(common, parties, policy),
  ];
  const outcomes = evaluateQueries(strangers, [], screen);
  const press = pressNames(parties);
  const isListed = (name: string) => parties.named(name).length > 0;
  const flagged = outcomes.filter(({ nameOnly }) => isFlagged(nameOnly.classification));
  const tallies = [
    ...[...press.names].map(([kind, names]) => tallyNames(kind, names, screen)),
    ...families.map((family) => tallyNames(family.name, perturb(family, parties, policy), screen)),
  ];
  return {
    families: tallies,
    others: others.map((family) => {
      const names = perturb(family, parties, policy);
      return tallyNames(family.name, names.filter(({ asked }) => !isListed(asked)), screen);
    }),
    strangers: tallyStrangers(outcomes),
    valley: measureValley({ parties, common, screen, policy }),
    heldOut: measureHeldOut({ parties, common, screen, policy, families: tallies }),
    customers: tallyStrangers(
      evaluateQueries(
        common === null ? [] : customers(common, { seed: policy.seed, each: policy.customersEach }),
        [],
        (asked) => screenName(measured, { ...asked, sources: customerSources }),
      ),
    ),
    flagged: flagged.map(({ asked: { source, name }, nameOnly }) => {
      const [first] = screen({ name, dob: null, nationality: null }).found.candidates;
      return {
        source,
        name,
        score: nameOnly.topScore ?? 0,
        matchedName: first?.matchedName ?? "",
        confirmed: nameOnly.classification === "CONFIRMED_MATCH",
      };
    }),
    leftOut: [...leftOut, ...press.absent.map((name) => `press: no list holds ${name}`)],
  };
}

/** Ordinary names as cases; a name that is on a list too has a source of its own. */
function ordinaryCases(
  common: CommonNames,
  parties: ListedParties,
  { seed, ordinaryEach }: PerturbationPolicy,
): readonly QueryCase[] {
  const made = ordinaryNames(common, { seed, each: ordinaryEach });
  const borne = new Set(
    [...common.forenames.values(), ...common.surnames.values()].flat().map((name) =>
      name.toLowerCase()
    ),
  );
  const namesakes = parties.all.filter(({ entityType, words }) =>
    entityType === "INDIVIDUAL" && words.length === 2 &&
    words.every((word) => borne.has(word.toLowerCase()))
  );
  return [
    ...made.filter(({ name }) => parties.named(name).length === 0).map((
      { culture, name, country },
    ) => stranger(`ordinary names, ${culture}`, name, country)),
    ...namesakes.map(({ name }) => stranger("common names that a list holds", name, null)),
  ];
}

function stranger(source: string, name: string, nationality: string | null): QueryCase {
  return {
    ...{ id: `${source}: ${name}`, source, name, dob: null, nationality, label: "clear" },
    ...{ ofac_ent_num: null, un_ref: null, pep_bioguide: null },
  };
}
