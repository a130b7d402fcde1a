import { z } from "zod";
import type { Reached } from "./goals.ts";
import { type FoundCounts, type StrangerTally, sumStrangers } from "./tally.ts";

const share = z.number().min(0).max(1);
const Found = z.strictObject({ found: share, first: share, unbeaten: share }).readonly();

/** The figures that are kept, each a share from 0 to 1, by slice or by source. */
export const Figures = z.strictObject({
  slices: z.record(
    z.string(),
    z.strictObject({ f1: share, averagePrecision: share, recallAtPrecision: share }).readonly(),
  ).readonly(),
  listed: z.record(
    z.string(),
    z.strictObject({ nameOnly: Found, withEvidence: Found }).readonly(),
  ).readonly(),
  /** Share of strangers that are flagged: less is better. */
  strangers: z.record(
    z.string(),
    z.strictObject({ nameOnly: share, withEvidence: share }).readonly(),
  ).readonly(),
  /** Listed names as people write them, by family. */
  families: z.record(
    z.string(),
    z.strictObject({ found: share, unbeaten: share }).readonly(),
  ).readonly(),
  /** Names made from listed ones that belong to other parties, but were matched: less is better. */
  others: z.record(
    z.string(),
    z.strictObject({ taken: share, confirmed: share }).readonly(),
  ).readonly(),
  /** Share found of names among unknown words, by kind and number of words. */
  valley: z.record(z.string(), z.record(z.string(), share).readonly()).readonly(),
  /** Share of unlisted names that are flagged among unknown words but not alone: less is better. */
  innocents: z.record(z.string(), share).readonly(),
  /** Mean shares found over the kinds of today's families, and over kinds held out. */
  means: z.record(z.string(), share).readonly(),
  /**
   * Shares of strangers that are flagged, and confirmed, on all available lists: less is better.
   */
  strangersOnAll: z.record(
    z.string(),
    z.strictObject({
      flagged: share,
      confirmed: share,
      flaggedWithEvidence: share,
      confirmedWithEvidence: share,
    }).readonly(),
  ).readonly(),
  /** Share of customers of fifteen countries that are flagged: less is better. */
  customers: z.record(z.string(), share).readonly(),
}).readonly();
export type Figures = z.infer<typeof Figures>;

/** Numbers of found names of a family. */
interface FamilyCounts {
  readonly family: string;
  readonly cases: number;
  readonly found: number;
  readonly unbeaten: number;
  readonly confirmed: number;
}

/** Results of the families of spellings. */
export interface FamiliesReached {
  readonly families: readonly FamilyCounts[];
  readonly others: readonly FamilyCounts[];
  readonly strangers: readonly StrangerTally[];
  readonly customers: readonly StrangerTally[];
  readonly valley: ValleyReached;
  readonly heldOut: HeldOutReached;
}

/** A mean over kinds. */
interface Mean {
  readonly kinds: number;
  readonly mean: number;
}

/** Results of the kinds held out. */
interface HeldOutReached {
  readonly families: Mean;
  readonly means: { readonly all: { readonly found: Mean; readonly added: Mean } };
}

/** Results of names among unknown words. */
interface ValleyReached {
  readonly cells: readonly {
    readonly kind: string;
    readonly beside: number;
    readonly cases: number;
    readonly found: number;
  }[];
  readonly innocents: readonly {
    readonly kind: string;
    readonly cases: number;
    readonly added: readonly string[];
  }[];
}

/** The figures of an evaluation; those without data are left out. */
export function figuresOf(
  { slices, listed, strangers }: Reached,
  reached: FamiliesReached | null,
): Figures {
  return {
    slices: Object.fromEntries(
      slices.filter(({ pairs }) => pairs > 0).map((slice) => [slice.slice, {
        f1: round(slice.crossValidated.f1),
        averagePrecision: round(slice.averagePrecision),
        recallAtPrecision: round(slice.recallAtPrecision),
      }]),
    ),
    listed: Object.fromEntries(
      listed.filter(({ cases }) => cases > 0).map(({ source, cases, nameOnly, withEvidence }) => {
        const shares = ({ found, first, unbeaten }: FoundCounts) => ({
          found: round(found / cases),
          first: round(first / cases),
          unbeaten: round(unbeaten / cases),
        });
        return [source, { nameOnly: shares(nameOnly), withEvidence: shares(withEvidence) }];
      }),
    ),
    strangers: Object.fromEntries(
      strangers.filter(({ cases }) => cases > 0).map(
        ({ source, cases, nameOnly, withEvidence }) => [source, {
          nameOnly: round(nameOnly.flagged / cases),
          withEvidence: round(withEvidence.flagged / cases),
        }],
      ),
    ),
    families: Object.fromEntries(
      (reached?.families ?? []).filter(({ cases }) => cases > 0).map(
        ({ family, cases, found, unbeaten }) => [family, {
          found: round(found / cases),
          unbeaten: round(unbeaten / cases),
        }],
      ),
    ),
    others: Object.fromEntries(
      (reached?.others ?? []).filter(({ cases }) => cases > 0).map(
        ({ family, cases, found, confirmed }) => [family, {
          taken: round(found / cases),
          confirmed: round(confirmed / cases),
        }],
      ),
    ),
    ...fieldFigures(reached),
    strangersOnAll: Object.fromEntries(
      (reached?.strangers ?? []).map(({ source, cases, nameOnly, withEvidence }) => [source, {
        flagged: round(nameOnly.flagged / cases),
        confirmed: round(nameOnly.confirmed / cases),
        flaggedWithEvidence: round(withEvidence.flagged / cases),
        confirmedWithEvidence: round(withEvidence.confirmed / cases),
      }]),
    ),
    customers: customersFlagged(reached?.customers ?? []),
  };
}

function customersFlagged(customers: readonly StrangerTally[]): Figures["customers"] {
  const { cases, nameOnly, withEvidence } = sumStrangers("all", customers);
  return cases === 0 ? {} : {
    "by name": round(nameOnly.flagged / cases),
    "with all data": round(withEvidence.flagged / cases),
  };
}

function fieldFigures(
  reached: FamiliesReached | null,
): Pick<Figures, "valley" | "innocents" | "means"> {
  if (reached === null) return { valley: {}, innocents: {}, means: {} };
  const { valley: { cells, innocents }, heldOut: { families, means: { all } } } = reached;
  const kinds = Map.groupBy(cells.filter(({ cases }) => cases > 0), ({ kind }) => kind);
  return {
    valley: Object.fromEntries(
      [...kinds].map(([kind, row]) => [
        kind,
        Object.fromEntries(row.map(({ beside, found, cases }) => [beside, round(found / cases)])),
      ]),
    ),
    innocents: {
      ...Object.fromEntries(
        innocents.filter(({ cases }) => cases > 0).map((
          { kind, cases, added },
        ) => [kind, round(added.length / cases)]),
      ),
      ...measuredMeans({ "mean over kinds held out": all.added }),
    },
    means: measuredMeans({ "today's families": families, "kinds held out": all.found }),
  };
}

function measuredMeans(means: Readonly<Record<string, Mean>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(means).filter(([, { kinds }]) => kinds > 0).map((
      [name, { mean }],
    ) => [name, round(mean)]),
  );
}

/**
 * The figures that worsened by more than `most`, one sentence each; a missing figure counts too.
 */
export function fallsFrom(before: Figures, after: Figures, most: number): readonly string[] {
  const now = new Map(leavesOf(after));
  return leavesOf(before).flatMap(([path, was]) => {
    const is = now.get(path);
    if (is === undefined) return [`${path}: ${was}, and now not there`];
    const fall = /^(strangers|others|innocents|customers)/.test(path) ? is - was : was - is;
    return fall > most + 1e-9 ? [`${path}: ${was}, now ${is}`] : [];
  });
}

/** Every number by its dotted path. */
function leavesOf(value: unknown, path = ""): readonly (readonly [string, number])[] {
  if (typeof value === "number") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    leavesOf(part, path === "" ? name : `${path}.${name}`)
  );
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
