import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Random } from "../../base/random.ts";
import type { Unit } from "../../base/unit.ts";
import type { AccessPorts } from "../access/ports.ts";
import type { Audit } from "../audit/ports.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import type { AcademicIssuer, AcademicIssuerId, Signatory, SignatoryId } from "./issuer_schema.ts";

/** What everything about academic credentials needs. */
export interface CredentialsPorts extends AccessPorts {
  readonly academicIssuers: AcademicIssuers;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly signatories: Signatories;
  readonly telemetry: Telemetry;
}

/** The institutions that issue here. */
export interface AcademicIssuers {
  /** @returns null for one that operators have not put, and a sandbox does not publish */
  find(id: AcademicIssuerId): Promise<AcademicIssuer | null>;
  /** @returns null for an institution that is not on file */
  signer(id: AcademicIssuerId): Promise<AcademicIssuerSigner | null>;
}

/** What an institution's credentials and status lists are signed with: ES256. */
export interface AcademicIssuerSigner {
  /** Not extractable. */
  readonly key: CryptoKey;
  /** DER, its own certificate first, without the trust anchor (`x5c`). */
  readonly chain: readonly Uint8Array<ArrayBuffer>[];
  /** Unix time, seconds: when the first certificate of the chain ends. */
  readonly notAfter: number;
}

/** The people of institutions. */
export interface Signatories {
  find(id: SignatoryId): Promise<Signatory | null>;
}

/** A single-use value as it was read. */
export interface FoundSecret<Value> {
  readonly value: Value;
  /** Uses it up in the unit, which is lost when another did. */
  spend(unit: Unit): void;
}
