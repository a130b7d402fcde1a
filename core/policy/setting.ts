import { z } from "zod";

/** What every setting of the policy says about itself, beside its name and its bounds. */
export interface Setting {
  /** The number that `decisions.md` gives. */
  readonly value: number;
  /** The least that an operator may set. */
  readonly min: number;
  /** The most that an operator may set. */
  readonly max: number;
  /** Why this number, and what it governs. */
  readonly reason: string;
}

/**
 * The units of numbers by the ending of their names, longest first, as the policy's table prints
 * them. A number whose name has none of these endings would be a bare number: none is allowed.
 */
export const settingUnits: readonly (readonly [ending: string, unit: string])[] = [
  ["PerSecond", "1/s"],
  ["Seconds", "s"],
  ["SecondsMin", "s"],
  ["SecondsMax", "s"],
  ["Minutes", "min"],
  ["Hours", "h"],
  ["HoursMin", "h"],
  ["Days", "d"],
  ["BytesMax", "bytes"],
  ["CharactersMax", "characters"],
  ["PercentMax", "%"],
  ["Percent", "%"],
  ["PrefixBits", "bits"],
  ["capacity", "requests"],
  ["RequestsMin", "requests"],
  ["RequestsMax", "requests"],
  ["PresentationsMax", "presentations"],
  ["FetchesMax", "fetches"],
  ["AddressesMax", "addresses"],
  ["PersonsMax", "persons"],
  ["ReviewsMax", "reviews"],
  ["EndpointsMax", "endpoints"],
  ["DeliveriesMax", "deliveries"],
  ["EntriesMax", "entries"],
  ["FailuresMin", "failures"],
  ["RowsMax", "rows"],
  ["ItemsMax", "items"],
  ["subjectsMax", "customers"],
  ["BatchesMax", "batches"],
  ["ObjectsMax", "objects"],
  ["workersMax", "Workers"],
  ["DepthMax", "levels"],
  ["AlternativesMax", "alternatives"],
  ["StepsMax", "steps"],
  ["RowsDefault", "rows"],
  ["FactorMin", "times"],
  ["HourFactor", "times"],
  ["DistanceMin", "0 to 1"],
  ["Points", "points"],
  ["RarityMin", "nats"],
];

/** A whole number with its default, its bounds and its reason. */
export function whole({ value, min, max, reason }: Setting) {
  return z.int().min(min).max(max).default(value).meta({ description: reason });
}

/** A number that need not be whole, with its default, its bounds and its reason. */
export function real({ value, min, max, reason }: Setting) {
  return z.number().min(min).max(max).default(value).meta({ description: reason });
}

/** A switch with its default and its reason. */
export function flag(value: boolean, reason: string) {
  return z.boolean().default(value).meta({ description: reason });
}

/**
 * Settings that belong together. Names that are not among them are refused, missing ones have
 * their defaults, and what comes out is frozen.
 */
export function group<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).readonly();
}
