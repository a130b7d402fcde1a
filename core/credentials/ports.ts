import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Random } from "../../base/random.ts";
import type { Unit } from "../../base/unit.ts";
import type { AccessPorts } from "../access/ports.ts";
import type { Audit } from "../audit/ports.ts";
import type { Telemetry } from "../telemetry/ports.ts";
import type { AcademicIssuer, AcademicIssuerId, Signatory, SignatoryId } from "./issuer_schema.ts";

/** The ports that all operations on academic credentials need. */
export interface CredentialsPorts extends AccessPorts {
  readonly academicIssuers: AcademicIssuers;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly signatories: Signatories;
  readonly telemetry: Telemetry;
}

/** The institutions of this deployment. */
export interface AcademicIssuers {
  /**
   * @returns null for an institution that operators did not register and the sandbox does not have
   */
  find(id: AcademicIssuerId): Promise<AcademicIssuer | null>;
  /** @returns null for an unregistered institution */
  signer(id: AcademicIssuerId): Promise<AcademicIssuerSigner | null>;
}

/** The ES256 signer of an institution's credentials and status lists. */
export interface AcademicIssuerSigner {
  /** The private key, not extractable. */
  readonly key: CryptoKey;
  /** DER, the signer's own certificate first, without the trust anchor (`x5c`). */
  readonly chain: readonly Uint8Array<ArrayBuffer>[];
  /** Unix time, seconds: the earliest end of a certificate in the chain. */
  readonly notAfter: number;
}

/** The people of institutions. */
export interface Signatories {
  find(id: SignatoryId): Promise<Signatory | null>;
}

/** A single-use value as it was read. */
export interface FoundSecret<Value> {
  readonly value: Value;
  /** Uses up the value in the unit; the commit fails if another unit did so first. */
  spend(unit: Unit): void;
}
