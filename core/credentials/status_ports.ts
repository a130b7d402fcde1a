import type { Unit } from "../../base/unit.ts";
import type { StatusEntry } from "./batch_schema.ts";
import type { AcademicIssuerId } from "./issuer_schema.ts";

/** The signed status lists of this deployment. */
export interface StatusListTokens {
  /**
   * Reads the Status List Token (Token Status List §5.1) of a list, renewed after each revocation.
   *
   * @returns null for an unknown list
   */
  read(listId: string): Promise<string | null>;
}

/** The ports of the status lists' route. */
export interface StatusListPorts {
  readonly statusListTokens: StatusListTokens;
}

/** The status lists of credentials issued here. */
export interface CredentialStatuses {
  /** Reserves a random unused index; the commit fails if another unit took the index. */
  allocate(unit: Unit, academicIssuerId: AcademicIssuerId): Promise<StatusEntry>;
  /** Sets the bit in the unit. */
  revoke(unit: Unit, entry: StatusEntry): Promise<void>;
  /** Reads the bit from the store. @returns `unknown` for an unknown list */
  find(entry: StatusEntry): Promise<"valid" | "revoked" | "unknown">;
  /** Returns the whole list. @returns null for an unknown list */
  list(listId: string): Promise<StatusListInForce | null>;
}

/** The current content of a status list. */
export interface StatusListInForce {
  readonly academicIssuerId: AcademicIssuerId;
  /** Increases with every revocation: equal numbers mean equal bytes. */
  readonly changes: number;
  /** One bit an entry, least significant first. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}
