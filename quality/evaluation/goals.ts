import type { SliceQuality } from "./evaluate_pairs.ts";
import { table } from "./markdown.ts";
import type { ListedTally, StrangerTally } from "./tally.ts";

/** The figures that are compared with the goals. */
export interface Reached {
  readonly slices: readonly SliceQuality[];
  readonly listed: readonly ListedTally[];
  readonly strangers: readonly StrangerTally[];
}

interface Goal {
  readonly what: string;
  /** The best result of others, and whose it is. */
  readonly peer: string;
  /** The goal; empty if none was set. */
  readonly goal: string;
  readonly ours: (reached: Reached) => string;
}

/**
 * The goals. Peers of pairs were measured on the same pairs by the same folds (2026-11-21,
 * nomenklatura 4.17, rapidfuzz 3.14; `deno task bench peers` repeats it), watchman on OFAC, UN and
 * US Congress with its threshold at 75 (strangers: 70).
 */
const goals: readonly Goal[] = [
  {
    what: "persons: F1 / AP / R@P.95",
    peer: "logic-v2 .783 / .849 / .55",
    goal: ".85 / .91 / .72",
    ours: pairs("persons"),
  },
  {
    what: "EU persons, Latin: the same",
    peer: "name-based .671 / .742 / .41",
    goal: ".73 / .80 / .52",
    ours: pairs("eu_persons_latin"),
  },
  {
    what: "EU persons, other script",
    peer: "logic-v2 .932 / .966 / .88",
    goal: ".96 / .985 / .94",
    ours: pairs("eu_persons_xscript"),
  },
  {
    what: "names of nomenklatura's bench",
    peer: "token_set_ratio F1 .762; ratio AP .843, recall .49",
    goal: "",
    ours: pairs("nk_bench"),
  },
  {
    what: "organisations",
    peer: "name-based .747 / .814 / .24; logic-v2 AP .841, recall .36",
    goal: ".80 / .89 / .48",
    ours: pairs("orgs"),
  },
  {
    what: "UN names with typos and reordering: found / first (none ahead)",
    peer: "watchman .974 / .991",
    goal: ".995 / .995",
    ours: found("yente_un_treated", "nameOnly"),
  },
  {
    what: "the same with date of birth and nationality",
    peer: "",
    goal: "",
    ours: found("yente_un_treated", "withEvidence"),
  },
  {
    what: "UN names as listed: found / first",
    peer: "watchman 1.000 / .999",
    goal: "",
    ours: found("yente_un_untreated", "nameOnly"),
  },
  {
    what: "the same with date of birth and nationality",
    peer: "",
    goal: "",
    ours: found("yente_un_untreated", "withEvidence"),
  },
  {
    what: "US Congress: found / first",
    peer: "watchman 1.000 / 1.000",
    goal: "",
    ours: found("yente_us_congress", "nameOnly"),
  },
  {
    what: "strangers flagged, name only / with dob and nationality",
    peer: "watchman .3 % (blind to other scripts)",
    goal: ".3 % / .05 %",
    ours: flagged,
  },
];

/** Renders the table of goals: the best result of others, the goal, and our result. */
export function renderGoals(reached: Reached): readonly string[] {
  return table(
    ["", "peers' best", "goal", "ours"],
    goals.map(({ what, peer, goal, ours }) => [what, peer, goal, ours(reached)]),
  );
}

function pairs(slice: string) {
  return ({ slices }: Reached): string => {
    const of = slices.find((one) => one.slice === slice);
    return of === undefined || of.pairs === 0
      ? "-"
      : [of.crossValidated.f1, of.averagePrecision, of.recallAtPrecision].map(short).join(" / ");
  };
}

function found(source: string, asked: "nameOnly" | "withEvidence") {
  return ({ listed }: Reached): string => {
    const of = listed.find((one) => one.source === source);
    if (of === undefined || of.cases === 0) return "-";
    const { found, first, unbeaten } = of[asked];
    const shares = [found, first, unbeaten].map((count) => short(count / of.cases));
    return `${shares[0]} / ${shares[1]} (${shares[2]})`;
  };
}

function flagged({ strangers }: Reached): string {
  const cases = strangers.reduce((sum, one) => sum + one.cases, 0);
  if (cases === 0) return "-";
  const percent = (asked: "nameOnly" | "withEvidence") => {
    const all = strangers.reduce((sum, one) => sum + one[asked].flagged, 0);
    return `${(100 * all / cases).toFixed(2)} % (${all})`;
  };
  return `${percent("nameOnly")} / ${percent("withEvidence")} of ${cases}`;
}

/** Formats a share with three decimals and without the zero before the point. */
function short(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}
