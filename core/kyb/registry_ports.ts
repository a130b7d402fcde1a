import type { Clock } from "../../base/clock.ts";
import type { Result } from "../../base/result.ts";
import type { Matcher } from "../matching/ports.ts";
import type { RegisterRules } from "../policy/registers.ts";

/** Ports of the registry check. */
export interface RegistryPorts {
  readonly clock: Clock;
  /** Compares names in the same way as screening. */
  readonly matcher: Pick<Matcher, "compare">;
  /** In the order of the look-ups. */
  readonly registries: readonly RegistryProvider[];
  readonly registerRules: Pick<RegisterRules, "nameMatchPercent" | "nameMinorPercent">;
}

/** A company's number that is looked up. */
export interface RegistryQuery {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The scheme of the number; null if no rule is known. */
  readonly scheme: string | null;
  /** The number's normal form. */
  readonly number: string;
  /** The number as written, since a register may write it in the same way. */
  readonly written: string;
}

/** A company in a register, found by its number. */
export interface RegistryEntity {
  /** The legal name, then the name in other languages and scripts; at least one. */
  readonly names: readonly string[];
  /** `unknown`: neither in normal business nor dissolved, such as in administration. */
  readonly status: "active" | "inactive" | "unknown";
  /** Time of the last update of its record, as published; absent if the register publishes none. */
  readonly updatedAt?: string;
}

/** A register's answer. */
export interface RegistryAnswer {
  /** Empty: the register does not have the number. */
  readonly entities: readonly RegistryEntity[];
  /** SHA-256 of the source of the answer, lower-case hex. */
  readonly evidenceHash: string;
  /** The published date of the snapshot that was read; absent for a live register. */
  readonly snapshotAt?: string | null;
}

/** A source that finds companies by their numbers. */
export interface RegistryProvider {
  /** The source's name in records. */
  readonly name: string;
  /** Whether a company that the source lacks does not exist. */
  readonly isAuthoritative: boolean;
  /** Whether the source can have such a number. */
  supports(query: RegistryQuery): boolean;
  /** Looks a number up. Refuses, and never throws, if no complete answer arrives in time. */
  find(
    query: RegistryQuery,
    signal: AbortSignal,
  ): Promise<Result<RegistryAnswer, { readonly code: "unavailable" }>>;
}
