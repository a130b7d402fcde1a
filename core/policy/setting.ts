import { z } from "zod";

/** The description of a setting, besides its name and its limits. */
export interface Setting {
  /** The number that `decisions.md` gives. */
  readonly value: number;
  /** The minimum that an operator may set. */
  readonly min: number;
  /** The maximum that an operator may set. */
  readonly max: number;
  /** The reason for the default, and the purpose of the setting. */
  readonly reason: string;
}

/**
 * The units of numbers by the end of their names, longest first, as printed in the policy's table.
 * Every number's name must have one of these endings.
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

/** A whole number with its default, its limits and its reason. */
export function whole({ value, min, max, reason }: Setting) {
  return z.int().min(min).max(max).default(value).meta({ description: reason });
}

/** A real number with its default, its limits and its reason. */
export function real({ value, min, max, reason }: Setting) {
  return z.number().min(min).max(max).default(value).meta({ description: reason });
}

/** A switch with its default and its reason. */
export function flag(value: boolean, reason: string) {
  return z.boolean().default(value).meta({ description: reason });
}

/**
 * A group of settings. Unknown names are refused, missing ones get their defaults, and the result
 * is frozen.
 */
export function group<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).readonly();
}
