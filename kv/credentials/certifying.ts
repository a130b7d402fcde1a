import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import {
  authorityKey,
  findAuthority,
  issuingAuthority,
  type OpenAuthority,
  openAuthority,
  StoredAuthority,
} from "./issuing_authority.ts";
import type { WrappingKeys } from "../keys/wrapped_key.ts";
import {
  makeWrappedSigningKey,
  type OpenSigningKey,
  openWrappedSigningKey,
} from "../keys/wrapped_signing_key.ts";
import { timestamp } from "../store/lifetime.ts";
import { create, type Operation, type Store } from "../store/store.ts";

/** Makes certificates; DER. */
export interface Certifier {
  /** A self-signed certificate of a certificate authority. */
  authority(asked: {
    readonly key: OpenSigningKey;
    readonly now: Temporal.Instant;
  }): Promise<Uint8Array<ArrayBuffer>>;
  /** A certificate of an institution, signed by the authority. */
  institution(asked: {
    readonly key: OpenSigningKey;
    readonly now: Temporal.Instant;
    readonly name: string;
    /** ISO 3166-1 alpha-2. */
    readonly country: string | null;
    readonly authority: OpenAuthority;
  }): Promise<Uint8Array<ArrayBuffer>>;
}

/** The current authority, with the conditions for the commit of its certificates. */
export interface AuthorityInForce {
  readonly open: OpenAuthority;
  readonly isNew: boolean;
  /** The commit fails if another authority was made meanwhile. */
  readonly writes: readonly Operation[];
}

/**
 * Returns the issuing authority of this deployment; if there is none, the first commit makes one.
 */
export async function findOrMakeAuthority(
  { store, clock, random, certifier }: {
    readonly store: Store;
    readonly clock: Clock;
    readonly random: Random;
    readonly certifier: Certifier;
  },
  wrapping: WrappingKeys,
): Promise<AuthorityInForce> {
  const found = await findAuthority(store);
  if (found !== null) {
    const open = await openAuthority(wrapping, found.value);
    return { open, isNew: false, writes: [] };
  }
  const binding = { name: issuingAuthority };
  const made = await makeWrappedSigningKey(wrapping, { ...binding, random });
  const key = await openWrappedSigningKey(wrapping, { ...binding, ...made });
  const now = clock.now();
  const der = await certifier.authority({ key, now });
  const stored = { ...made, createdAt: timestamp(now), certificate: der.toBase64() };
  return {
    open: await openAuthority(wrapping, stored),
    isNew: true,
    writes: create(StoredAuthority, authorityKey, stored),
  };
}
