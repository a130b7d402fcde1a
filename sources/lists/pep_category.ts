import type { PepRole } from "../../core/matching/ports.ts";

/** The policy that decides whether an office is foreign or domestic. */
export interface PepPolicy {
  /** ISO 3166-1 alpha-2 of the country whose offices are domestic; or null. */
  readonly home: string | null;
}

/**
 * Whether an office is a domestic or a foreign one (FATF recommendation 12). Without a home country
 * every national office is foreign: the stricter rule applies if it is unknown whether the milder
 * one may.
 */
export function pepCategory(
  jurisdiction: string | null,
  isInternational: boolean,
  { home }: PepPolicy,
): PepRole["category"] {
  if (isInternational) return "INTERNATIONAL_ORGANISATION";
  if (jurisdiction === null) return null;
  return jurisdiction === home ? "DOMESTIC" : "FOREIGN";
}
