import type { Unit } from "../../base/unit.ts";
import type { StatusEntry } from "./batch_schema.ts";
import type { AcademicIssuerId } from "./issuer_schema.ts";

/** The signed status lists of this deployment. */
export interface StatusListTokens {
  /**
   * Reads the Status List Token (Token Status List §5.1) of a list, made anew after a revocation.
   *
   * @returns null for a list that is not there
   */
  read(listId: string): Promise<string | null>;
}

/** The ports of the status lists' route. */
export interface StatusListPorts {
  readonly statusListTokens: StatusListTokens;
}

/** The status lists of credentials issued here. */
export interface CredentialStatuses {
  /** Takes an index that no other credential has, at random; the unit is lost when another took it. */
  allocate(unit: Unit, academicIssuerId: AcademicIssuerId): Promise<StatusEntry>;
  /** Sets the bit in the unit. */
  revoke(unit: Unit, entry: StatusEntry): Promise<void>;
  /** Reads the bit from the store. @returns `unknown` for a list that is not there */
  find(entry: StatusEntry): Promise<"valid" | "revoked" | "unknown">;
  /** The whole list. @returns null for one that is not there */
  list(listId: string): Promise<StatusListInForce | null>;
}

/** A status list as it is now. */
export interface StatusListInForce {
  readonly academicIssuerId: AcademicIssuerId;
  /** Rises with every revocation: bytes of the same number are the same. */
  readonly changes: number;
  /** One bit an entry, least significant first. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}
