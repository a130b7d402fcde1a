import {
  AcademicIssuerId,
  type InstitutionBrand,
  type IssuerCertification,
} from "../../core/credentials/issuer_schema.ts";
import type { AuditEvent } from "../../core/audit/event.ts";
import type { Audit } from "../../core/audit/ports.ts";
import type { Clock } from "../../base/clock.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { Random } from "../../base/random.ts";
import {
  academicIssuer,
  academicIssuerKey,
  openIssuerSigner,
  StoredIssuer,
} from "./academic_issuers.ts";
import { type AuthorityInForce, type Certifier, findOrMakeAuthority } from "./certifying.ts";
import { deriveWrappingKeys, type Secrets, type WrappingKeys } from "../keys/wrapped_key.ts";
import {
  makeWrappedSigningKey,
  openWrappedSigningKey,
  wrapSigningKey,
} from "../keys/wrapped_signing_key.ts";
import { whySecretNotInForce } from "./secret_in_force.ts";
import { timestamp } from "../store/lifetime.ts";
import { create, type Entry, type Operation, type Store } from "../store/store.ts";
import { addTo, openUnits } from "../store/unit.ts";

/** An institution's own key with matching certificates. */
export interface OwnCertificate {
  /** PKCS #8, on P-256. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** DER, its own certificate first, without the anchor. */
  readonly chain: readonly Uint8Array<ArrayBuffer>[];
}

/** The result of an act on an institution. */
export interface IssuerAct {
  readonly change: Extract<AuditEvent, { kind: "ISSUER_CHANGED" }>["change"];
  readonly certifiedBy: IssuerCertification;
  /** Whether its signing key changed. */
  readonly isCertifiedAnew: boolean;
  readonly madeAuthority: boolean;
  /** The earliest end of its certificates. */
  readonly notAfter: Temporal.Instant;
}

/** The reason why an act on an institution is refused. */
export interface IssuerActRefusal {
  readonly code: "no_such_issuer" | "certified_by_others" | "rewrap_first";
  /** A message for the operator, without a full stop. */
  readonly message: string;
}

/** The institutions, for changes by operators. Every act is audited in its own commit. */
export interface IssuerActs {
  /**
   * Registers or changes an institution. Makes a certificate by this deployment's authority if it
   * has none, or one with another name or country.
   *
   * @param own null: the institution keeps its key, or gets one under the authority
   */
  put(
    id: AcademicIssuerId,
    asked: { readonly brand: InstitutionBrand; readonly own: OwnCertificate | null },
  ): Promise<Result<IssuerAct, IssuerActRefusal>>;
  /** Makes a new key and certificate for an institution, under the authority. */
  renew(id: AcademicIssuerId): Promise<Result<IssuerAct, IssuerActRefusal>>;
}

/** Dependencies of changing institutions. */
export interface OpenIssuerActs {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly audit: Pick<Audit, "record">;
  readonly certifier: Certifier;
}

/** The signing part of a stored institution. */
type Certification = Pick<
  StoredIssuer,
  "certifiedBy" | "certifiedAt" | "kid" | "chain" | "wrapped"
>;

/** The new state of an institution. */
interface Decided {
  readonly next: StoredIssuer;
  readonly change: "registered" | "changed" | "renewed";
  readonly isCertifiedAnew: boolean;
  /** Present if the certificate is the authority's. */
  readonly authority: AuthorityInForce | null;
}

/** Maximum attempts when other operators change the institution. */
const attemptsMax = 20;

/** Opens the acts of operators on institutions. */
export function openIssuerActs(tools: OpenIssuerActs): IssuerActs {
  const { store, audit, secrets } = tools;
  const units = openUnits(store);

  async function act(
    id: AcademicIssuerId,
    decide: (
      wrapping: WrappingKeys,
      found: Entry<StoredIssuer> | null,
    ) => Promise<Result<Decided, IssuerActRefusal>>,
  ): Promise<Result<IssuerAct, IssuerActRefusal>> {
    const wrapping = await deriveWrappingKeys(secrets);
    const why = await whySecretNotInForce(store, wrapping);
    if (why !== null) return refuse({ code: "rewrap_first", message: why });
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const found = await store.get(StoredIssuer, academicIssuerKey(id));
      const decided = await decide(wrapping, found);
      if (!decided.ok) return decided;
      const { next, change, isCertifiedAnew, authority } = decided.value;
      const unit = units.begin();
      addTo(unit, [...authority?.writes ?? [], ...replace(id, found, next)]);
      const madeAuthority = authority?.isNew ?? false;
      const record = (academicIssuerId: string | null, change: IssuerAct["change"]) =>
        audit.record(unit, { kind: "ISSUER_CHANGED", academicIssuerId, change });
      if (madeAuthority) record(null, "authority_made");
      record(id, change);
      const { notAfter } = await openIssuerSigner(wrapping, id, next);
      if ((await units.commit(unit)).kind !== "committed") continue;
      return ok({
        change,
        certifiedBy: next.certifiedBy,
        isCertifiedAnew,
        madeAuthority,
        notAfter: Temporal.Instant.fromEpochMilliseconds(notAfter * 1000),
      });
    }
    throw new Error("The institution is being changed all the time");
  }

  return {
    put: (id, asked) =>
      act(id, (wrapping, found) => register(tools, { wrapping, id, found, asked })),
    renew: (id) => act(id, (wrapping, found) => renew(tools, { wrapping, id, found })),
  };
}

interface Standing {
  readonly wrapping: WrappingKeys;
  readonly id: AcademicIssuerId;
  readonly found: Entry<StoredIssuer> | null;
}

async function register(
  tools: OpenIssuerActs,
  { asked: { brand, own }, ...standing }: Standing & {
    readonly asked: Parameters<IssuerActs["put"]>[1];
  },
): Promise<Result<Decided, IssuerActRefusal>> {
  const { wrapping, id, found } = standing;
  const before = found?.value ?? null;
  const createdAt = before?.createdAt ?? timestamp(tools.clock.now());
  const change = before === null ? "registered" : "changed";
  if (own !== null) {
    const certification = await certifiedByOthers(tools, { wrapping, id, own });
    const next = { ...brand, createdAt, ...certification };
    return ok({ next, change, isCertifiedAnew: true, authority: null });
  }
  if (before !== null && isCertifiedFor(before, brand)) {
    const next = { ...before, ...brand };
    return ok({ next, change, isCertifiedAnew: false, authority: null });
  }
  const { certification, authority } = await certifiedByAuthority(tools, { wrapping, id, brand });
  const next = { ...brand, createdAt, ...certification };
  return ok({ next, change, isCertifiedAnew: true, authority });
}

async function renew(
  tools: OpenIssuerActs,
  { wrapping, id, found }: Standing,
): Promise<Result<Decided, IssuerActRefusal>> {
  if (found === null) {
    return refuse({ code: "no_such_issuer", message: `${id} is not a registered institution` });
  }
  const { value: brand } = found;
  if (brand.certifiedBy === "others") {
    return refuse({
      code: "certified_by_others",
      message: `${id} has a key of its own: put it again with the next --key and --cert`,
    });
  }
  const { certification, authority } = await certifiedByAuthority(tools, { wrapping, id, brand });
  const next = { ...brand, ...certification };
  return ok({ next, change: "renewed", isCertifiedAnew: true, authority });
}

/**
 * Whether the certificate contains the institution's name; certificates by others contain what they
 * contain.
 */
function isCertifiedFor({ certifiedBy, name, country }: StoredIssuer, brand: InstitutionBrand) {
  return certifiedBy === "others" || (name === brand.name && country === brand.country);
}

async function certifiedByOthers(
  { clock, random }: OpenIssuerActs,
  { wrapping, id, own }: Omit<Standing, "found"> & { readonly own: OwnCertificate },
): Promise<Certification> {
  const binding = { name: academicIssuer, owner: id, secret: own.secret, random };
  return {
    certifiedBy: "others",
    certifiedAt: timestamp(clock.now()),
    chain: own.chain.map((der) => der.toBase64()),
    ...await wrapSigningKey(wrapping, binding),
  };
}

async function certifiedByAuthority(
  tools: OpenIssuerActs,
  { wrapping, id, brand: { name, country } }: Omit<Standing, "found"> & {
    readonly brand: Pick<InstitutionBrand, "name" | "country">;
  },
): Promise<{ readonly certification: Certification; readonly authority: AuthorityInForce }> {
  const { clock, random, certifier } = tools;
  const authority = await findOrMakeAuthority(tools, wrapping);
  const binding = { name: academicIssuer, owner: id };
  const made = await makeWrappedSigningKey(wrapping, { ...binding, random });
  const key = await openWrappedSigningKey(wrapping, { ...binding, ...made });
  const now = clock.now();
  const { open } = authority;
  const der = await certifier.institution({ key, now, name, country, authority: open });
  return {
    authority,
    certification: {
      certifiedBy: "authority",
      certifiedAt: timestamp(now),
      chain: [der.toBase64()],
      ...made,
    },
  };
}

function replace(
  id: AcademicIssuerId,
  found: Entry<StoredIssuer> | null,
  next: StoredIssuer,
): readonly Operation[] {
  return found === null
    ? create(StoredIssuer, academicIssuerKey(id), next)
    : [found.check, found.set(next)];
}
