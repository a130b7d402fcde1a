import { caSema } from "./ca/publisher.ts";
import { euFsf } from "./eu/publisher.ts";
import { ftmPublisher } from "./ftm/publisher.ts";
import { ofacCons, ofacCrypto, ofacSdn } from "./ofac/publisher.ts";
import { usPep } from "./pep/publisher.ts";
import type { Publisher } from "./publisher.ts";
import { ukSl } from "./uk/publisher.ts";
import { unSc } from "./un/publisher.ts";
import { usDpl } from "./us/publisher.ts";

/** Every readable list, in the order of the help; besides them `ftm:<dataset>`. */
const named = [ofacSdn, ofacCons, ofacCrypto, unSc, euFsf, ukSl, caSema, usDpl, usPep] as const;

/** A list whose publisher is known. */
export type NamedSource = (typeof named)[number]["source"];
/** Any list by its source key: a named one, or a dataset of FollowTheMoney. */
export type ListSource = NamedSource | `ftm:${string}`;

/** The records of all lists; one for all datasets of FollowTheMoney, which differ only by name. */
export const publishers: readonly Publisher[] = [...named, ftmPublisher("DATASET")];

/** The keys of the named lists. */
export const listSources: readonly NamedSource[] = named.map(({ source }) => source);

/** Lists that are fetched by default: all that are free to use. */
export const fetchedSources: readonly NamedSource[] = named
  .filter(({ download }) => download !== null).map(({ source }) => source);

/** Every host of the records: the network permission of the `lists` task. */
export const publisherHosts: readonly string[] = [
  ...new Set(publishers.flatMap(({ download }) => download?.hosts ?? [])),
];

/** Parses a source key; null for an unknown list. */
export function listSource(written: string): ListSource | null {
  const known = listSources.find((source) => source === written);
  if (known !== undefined) return known;
  return /^ftm:[a-z0-9_-]{1,100}$/.test(written) ? written as `ftm:${string}` : null;
}

/** The record of a list. */
export function publisherOf(source: ListSource): Publisher {
  return named.find((one) => one.source === source) ?? ftmPublisher(source.slice("ftm:".length));
}
