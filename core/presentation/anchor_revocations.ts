import { ok, refuse, type Result } from "../../base/result.ts";
import { isSignedBy, isSignedWell, keyUsages } from "../../standards/x509/certificate.ts";
import { parsePem } from "../../standards/x509/pem.ts";
import {
  parseRevocationList,
  type RevocationList,
  type RevocationListRefusal,
} from "../../standards/x509/revocation_list.ts";
import type { Voucher } from "../../standards/x509/verify_chain.ts";
import type { UpdateRefusal } from "../publications/ports.ts";
import type { AnchorRefusal, TrustAnchor } from "./trust_anchors.ts";

/** A list of revoked certificates and its file. */
export interface PlacedRevocationList {
  readonly path: string;
  readonly list: RevocationList;
}

/** Revocation lists that belong to no anchor. */
export interface UnsignedListRefusal {
  readonly code: "unusable";
  /** Problems, without full stops. */
  readonly problems: readonly string[];
}

/** Maximum seconds by which the clock of a CA may be ahead. */
const aheadSecondsMax = 600;

/**
 * Parses lists of revoked certificates: one in DER, or any number in PEM. A list after its next
 * update is accepted, since the certificates in it stay revoked.
 *
 * @param now Unix time, seconds
 */
export function parseRevocationLists(
  bytes: Uint8Array,
  now: number,
): Result<readonly RevocationList[], AnchorRefusal> {
  const isDer = bytes[0] === derSequence;
  const blocks = isDer
    ? [{ label: "X509 CRL", der: bytes }]
    : parsePem(new TextDecoder().decode(bytes));
  if (blocks === null) return unusable(messages.revocation_list_malformed);
  const lists: RevocationList[] = [];
  for (const { label, der } of blocks) {
    if (label !== "X509 CRL") return unusable("contains data that are not a revocation list");
    const read = parseRevocationList(der);
    if (!read.ok) return unusable(messages[read.refusal.code]);
    if (read.value.thisUpdate > now + aheadSecondsMax) {
      return unusable("contains a revocation list with a future date");
    }
    lists.push(read.value);
  }
  return ok(lists);
}

const derSequence = 0x30;

const messages: Readonly<Record<RevocationListRefusal["code"], string>> = {
  revocation_list_malformed:
    "contains no revocation list (RFC 5280, version 2, with a next update), or a damaged one",
  revocation_list_unsupported:
    "contains a delta, indirect or partial revocation list, or one with a critical extension",
  revocation_list_too_long: "contains a revocation list with too many certificates",
};

/**
 * Assigns to each anchor the newest list that it signed; every list must be signed by an anchor.
 */
export function withRevocations(
  anchors: readonly TrustAnchor[],
  placed: readonly PlacedRevocationList[],
): Result<readonly TrustAnchor[], UnsignedListRefusal> {
  if (placed.length === 0) return ok(anchors);
  const newest = new Map<TrustAnchor, RevocationList>();
  const problems: string[] = [];
  for (const { path, list } of placed) {
    const signers = anchors.filter((anchor) => hasSigned(anchor, list));
    if (signers.length === 0) {
      problems.push(`${path} contains a revocation list that no anchor of the folder signed`);
    }
    for (const anchor of signers) {
      const other = newest.get(anchor);
      if (other === undefined || other.thisUpdate <= list.thisUpdate) newest.set(anchor, list);
    }
  }
  if (problems.length > 0) return refuse({ code: "unusable", problems });
  return ok(anchors.map((anchor) => {
    const revocations = newest.get(anchor);
    return revocations === undefined ? anchor : { ...anchor, revocations };
  }));
}

function hasSigned(anchor: TrustAnchor, list: RevocationList): boolean {
  const { subject, keyUsage } = anchor;
  return subject === list.issuer && (keyUsage === null || keyUsage.has(keyUsages.cRLSign)) &&
    isSignedWell(list) && isSignedBy(list, anchor);
}

/**
 * Removes anchors whose path contains a revoked certificate, by the list of the anchor itself, of
 * the same CA's other certificates, or of an anchor nearer to the signer.
 *
 * @param vouchers the nearest to the signer first
 */
export function withoutRevoked(
  vouchers: readonly Voucher<TrustAnchor>[],
): readonly Voucher<TrustAnchor>[] {
  const revoked = vouchers.find(({ anchor, issued }) =>
    anchor.revocations?.serials.has(issued.serial)
  )?.issued.fingerprint;
  const first = vouchers.findIndex(({ issued }) => issued.fingerprint === revoked);
  // Every path that is longer passes through it.
  return first < 0 ? vouchers : vouchers.slice(0, first);
}

/** Counts anchors whose list is after its next update. @param now Unix time, seconds */
export function countOverdue(anchors: readonly TrustAnchor[], now: number): number {
  return anchors.filter(({ revocations }) =>
    revocations !== undefined &&
    now >= revocations.nextUpdate
  ).length;
}

/**
 * Returns the reason why new anchors may not replace others, when their lists are missing or older;
 * null if they may. A CA with a renewed certificate is still the signer of its list.
 */
export function revocationLoss(
  next: readonly TrustAnchor[],
  before: readonly TrustAnchor[],
): UpdateRefusal | null {
  for (const had of new Set(before.flatMap(({ revocations }) => revocations ?? []))) {
    for (const anchor of next.filter((anchor) => hasSigned(anchor, had))) {
      const { fingerprint, revocations } = anchor;
      const subject = `the revocation list of anchor ${fingerprint}`;
      if (revocations === undefined) return { code: "shrunken", message: `${subject} is gone` };
      if (revocations.thisUpdate < had.thisUpdate) {
        return { code: "older", message: `${subject} is older than the one in force` };
      }
    }
  }
  return null;
}

function unusable(message: string): Result<never, AnchorRefusal> {
  return refuse({ code: "invalid_anchors", message });
}
