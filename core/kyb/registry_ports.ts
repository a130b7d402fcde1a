import type { Clock } from "../../base/clock.ts";
import type { Result } from "../../base/result.ts";
import type { Matcher } from "../matching/ports.ts";
import type { RegisterRules } from "../policy/registers.ts";

/** Ports of the registry check. */
export interface RegistryPorts {
  readonly clock: Clock;
  /** Compares names as screening does. */
  readonly matcher: Pick<Matcher, "compare">;
  /** In the order in which they are asked. */
  readonly registries: readonly RegistryProvider[];
  readonly registerRules: Pick<RegisterRules, "nameMatchPercent" | "nameMinorPercent">;
}

/** A company's number that is looked up. */
export interface RegistryQuery {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Kind of number; null where no rule is known. */
  readonly scheme: string | null;
  /** The number's normal form. */
  readonly number: string;
  /** The number as it was given: a register may write it so. */
  readonly written: string;
}

/** A company that a register has under a number. */
export interface RegistryEntity {
  /** The legal name, then the same in other languages and scripts; at least one. */
  readonly names: readonly string[];
  /** `unknown` where it is neither doing business as usual nor gone, such as in administration. */
  readonly status: "active" | "inactive" | "unknown";
  /** When its record was last updated, as published; absent where the register does not say. */
  readonly updatedAt?: string;
}

/** A register's answer. */
export interface RegistryAnswer {
  /** None: it does not have the number. */
  readonly entities: readonly RegistryEntity[];
  /** SHA-256 of what the answer was read from, lower-case hex. */
  readonly evidenceHash: string;
  /** The date of the snapshot that it was read from, as published; absent for a live register. */
  readonly snapshotAt?: string | null;
}

/** A source that knows companies by their numbers. */
export interface RegistryProvider {
  /** As records name it. */
  readonly name: string;
  /** Whether a company that it does not have does not exist. */
  readonly isAuthoritative: boolean;
  /** Whether it can have such a number at all. */
  supports(query: RegistryQuery): boolean;
  /** Looks a number up. Refuses, and never throws, when there is no whole answer in time. */
  find(
    query: RegistryQuery,
    signal: AbortSignal,
  ): Promise<Result<RegistryAnswer, { readonly code: "unavailable" }>>;
}
