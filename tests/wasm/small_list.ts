/** A small list of real entries, in the three scripts that the core reads. */

import type { ListedEntity, SnapshotHandle } from "../../core/matching/ports.ts";
import { defaultWeights } from "../../core/matching/weights.ts";
import { entity } from "../support/entity.ts";
import { type ListDescription, openMatcher, openSnapshotBuilder } from "../../wasm/matcher.ts";

/** Names as OFAC, the EU and the UN publish them. */
export const entities: readonly ListedEntity[] = [
  entity(35096, [["PUTIN, Vladimir Vladimirovich", "primary", "PUTIN"]], {
    births: ["1952-10-07"],
    nationalities: ["RU"],
  }),
  entity(35097, [
    ["LAVROV, Sergei Viktorovich", "primary", "LAVROV"],
    ["Сергей Викторович ЛАВРОВ", "strong"],
  ], { births: ["1950-03-21"], nationalities: ["RU"] }),
  entity(10633, [
    ["AL-ASSAD, Bashar", "primary", "AL-ASSAD"],
    ["بشار الأسد", "strong"],
    ["The Doctor", "weak"],
  ], { births: ["1965-09-11"], nationalities: ["SY"] }),
  entity(22790, [["MADURO MOROS, Nicolas", "primary", "MADURO MOROS"]], {
    births: ["1962-11-23"],
    nationalities: ["VE"],
  }),
  entity(6366, [["BIN LADIN, Usama", "primary", "BIN LADIN"]], { births: ["1957", "1958~"] }),
  entity(6365, [
    ["AL-ZAWAHIRI, Ayman Muhammad Rabi", "primary", "AL-ZAWAHIRI"],
  ], { births: ["1951-06-19"] }),
  entity(8195, [["ABD AL-RAHMAN, Umar", "primary", "ABD AL-RAHMAN"]], { births: ["1958/1960"] }),
  entity(19055, [["HAMZA", "primary"]]),
  entity(17013, [["ROSNEFT OIL COMPANY", "primary"], ["OAO ROSNEFT", "strong"]], {
    entityType: "ORGANISATION",
  }),
  entity(39796, [["TORNADO CASH", "primary"]], {
    entityType: "ORGANISATION",
    addresses: [{ network: "ETH", address: "0x8589427373d6d84e98730d7795d8f6f8731fda16" }],
  }),
  entity(4000, [["SMITH, John Example", "primary", "SMITH"]], {
    source: "us-pep",
    pep: {
      category: "FOREIGN",
      functionalCategory: "LEGISLATOR",
      status: "CURRENT",
      jurisdiction: "US",
      linked: [],
    },
  }),
];

/** Names that differ in ways that a careless comparison would miss. */
export const likeNames: readonly ListedEntity[] = [
  entity(101, [["AL-TIKRITI, Sab'awi Ibrahim Hasan", "primary", "AL-TIKRITI"]]),
  entity(102, [["AL-TIKRITI, Ibrahim Sab'awi Ibrahim Hasan", "primary", "AL-TIKRITI"]]),
  entity(103, [["AL-RAWI, Muhammad bin Salman", "primary", "AL-RAWI"]]),
  entity(104, [["ELSHEIKH, El Shafee", "primary", "ELSHEIKH"]]),
  entity(105, [["REMADNA, Abdelhalim", "primary", "REMADNA"]]),
  entity(106, [["YERMAKOV, Maksim", "primary", "YERMAKOV"]]),
  entity(107, [["AL-SHEIKH, Dr. Omar", "primary", "AL-SHEIKH"]]),
  entity(108, [["OMAR, Haji Ali bin", "primary", "OMAR"]]),
];

/** Descriptions of the lists that `entities` names. */
export const lists: readonly ListDescription[] = ["ofac-sdn", "us-pep"].map((source) => ({
  source,
  title: source,
  publisher: "publisher",
  licence: "public domain",
  asOf: "2026-06-02",
}));

/** The small list as a snapshot. */
export function buildSmallList(): Uint8Array<ArrayBuffer> {
  const builder = openSnapshotBuilder();
  builder.add(entities);
  builder.addAddresses([{ source: "ofac-sdn", network: "XBT", address: "1OrphanAddress" }]);
  return builder.finish(lists);
}

/** A matcher with the small list, shared by every test that changes neither. */
export const matcher = openMatcher(defaultWeights);
/** The small list, loaded. */
export const smallList: SnapshotHandle = matcher.load(buildSmallList());

/** Members of a query besides the name. */
interface Rest {
  readonly dob?: string;
  readonly nationality?: string;
  readonly nationalities?: readonly string[];
  readonly addresses?: readonly string[];
}

/** Screens a name against the small list. */
export function screen(name: string | null, rest: Rest = {}) {
  return screenOn(smallList, name, rest);
}

/** Screens a name against any snapshot. */
export function screenOn(snapshot: SnapshotHandle, name: string | null, rest: Rest = {}) {
  const { dob = null, nationality, addresses = [] } = rest;
  const { nationalities = nationality === undefined ? [] : [nationality] } = rest;
  return matcher.match(snapshot, { name, dob, nationalities, addresses });
}

/** Builds a snapshot of these entities of the first list. */
export function bytesOf(listed: readonly ListedEntity[]): Uint8Array<ArrayBuffer> {
  const builder = openSnapshotBuilder();
  builder.add(listed);
  return builder.finish(lists.slice(0, 1));
}

/** Builds and loads a snapshot of these entities of the first list. */
export function loadList(listed: readonly ListedEntity[]): SnapshotHandle {
  return matcher.load(bytesOf(listed));
}
