import { seeded } from "../family.ts";
import { shuffled } from "../../evaluation/mersenne_twister.ts";
import type { ListedParties } from "../listed_parties.ts";
import type { CommonNames } from "../ordinary_names.ts";
import { perturb, type PerturbedName } from "../perturb.ts";
import type { PerturbationPolicy } from "../policy.ts";
import { type FamilyTally, isNameFlagged, type Screen, tallyNames } from "../tally_names.ts";
import { innocentNames } from "./innocents.ts";
import type { HeldOutKind, PlainName } from "./kind.ts";
import { heldOutKinds } from "./kinds.ts";
import { type MeanOfKinds, meanOfKinds } from "./mean.ts";
import { sealedKinds } from "./sealed.ts";

/** Listed names of a kind, and names that no list holds in the same form. */
export interface HeldOutTally {
  readonly kind: string;
  readonly cases: number;
  readonly found: number;
  readonly missed: readonly PerturbedName[];
  readonly innocents: number;
  /** Innocents flagged in the form and not by the bare name. */
  readonly added: readonly string[];
}

/** Means over several kinds. */
export interface HeldOutMeans {
  readonly found: MeanOfKinds;
  readonly added: MeanOfKinds;
}

/** Figures of the kinds held out; of the sealed ones only means. */
export interface HeldOutFigures {
  readonly shown: readonly HeldOutTally[];
  readonly means: {
    readonly all: HeldOutMeans;
    readonly shown: HeldOutMeans;
    readonly sealed: HeldOutMeans;
  };
  /** The mean over today's families, to compare with. */
  readonly families: MeanOfKinds;
}

/** Input of measuring kinds held out. */
export interface HeldOutMeasure {
  readonly parties: ListedParties;
  readonly common: CommonNames | null;
  readonly screen: Screen;
  readonly policy: PerturbationPolicy;
  readonly families: readonly FamilyTally[];
}

/** Queries listed names and innocents in every kind held out. */
export function measureHeldOut(measured: HeldOutMeasure): HeldOutFigures {
  const { parties, common, screen, policy, families } = measured;
  const { seed, sample } = policy;
  const innocents = innocentNames({ parties, common, seed, each: policy.heldOutInnocents });
  const isFlaggedOnce = flaggedOnce(screen);
  const tallies = heldOutKinds.map((kind): HeldOutTally => {
    const { cases, found, missed } = tallyNames(
      kind.name,
      perturb(kind, parties, policy),
      screen,
    );
    const asked = innocentsIn(kind, innocents.get(kind.of) ?? [], { seed, sample });
    const added = asked.filter(({ name, field }) => !isFlaggedOnce(name) && isFlaggedOnce(field));
    return {
      ...{ kind: kind.name, cases, found, missed },
      ...{ innocents: asked.length, added: added.map(({ field }) => field) },
    };
  });
  const isSealed = ({ kind }: HeldOutTally) => sealedKinds.has(kind);
  const shown = tallies.filter((tally) => !isSealed(tally));
  return {
    shown,
    means: {
      all: meansOf(tallies),
      shown: meansOf(shown),
      sealed: meansOf(tallies.filter(isSealed)),
    },
    families: meanOfKinds(families.map(({ cases, found }) => ({ cases, count: found }))),
  };
}

/** A sample of the innocents to whom the kind applies, alone and in its form. */
function innocentsIn(
  { name: kind, anyScript = false, perturb }: HeldOutKind,
  innocents: readonly PlainName[],
  { seed, sample }: Pick<PerturbationPolicy, "seed" | "sample">,
): readonly { readonly name: string; readonly field: string }[] {
  const { next, draw } = seeded(seed, `innocents, ${kind}`);
  const isSuitable = ({ name }: PlainName) => anyScript || !/\p{Script=Cyrillic}/u.test(name);
  const made: { readonly name: string; readonly field: string }[] = [];
  for (const party of shuffled(innocents.filter(isSuitable), next)) {
    if (made.length === sample) break;
    const field = perturb(party, draw);
    if (field !== null) made.push({ name: party.name, field });
  }
  return made;
}

/** Whether a name has a candidate that is flagged; screens each name once. */
function flaggedOnce(screen: Screen): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const is = isNameFlagged(name, screen);
    known.set(name, is);
    return is;
  };
}

function meansOf(tallies: readonly HeldOutTally[]): HeldOutMeans {
  return {
    found: meanOfKinds(tallies.map(({ cases, found }) => ({ cases, count: found }))),
    added: meanOfKinds(
      tallies.map(({ innocents, added }) => ({ cases: innocents, count: added.length })),
    ),
  };
}
