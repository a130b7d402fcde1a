import type { Clock } from "../../../base/clock.ts";
import type { CredentialIssuerMetadata } from "../issuance_schema.ts";
import type { IssuerMetadata } from "../issuance_ports.ts";
import { describeIssuer, type DescribeIssuerPorts } from "./describe_issuer.ts";

/**
 * Milliseconds for which a description is reused; a template is approved long before the first
 * wallet reads it.
 */
const goodMilliseconds = 1_000;
/**
 * A description is reused for this many times the duration of making it, so that reads cost at most
 * a twentieth of the time.
 */
const restFactor = 20;

interface Kept {
  /** Unix time, milliseconds; while one caller makes a description, no other does. */
  goodUntil: number;
  readonly metadata: Promise<CredentialIssuerMetadata>;
}

/**
 * Opens the issuer metadata, which is described once for all readers within a second, or within
 * longer if there are thousands of templates.
 */
export function openIssuerMetadata(
  { clock, ...ports }: DescribeIssuerPorts & { readonly clock: Clock },
): IssuerMetadata {
  const now = () => clock.now().epochMilliseconds;
  let kept: Kept | null = null;
  const describe = async (): Promise<CredentialIssuerMetadata> => {
    const begun = now();
    const own: Kept = { goodUntil: Infinity, metadata: describeIssuer(ports) };
    kept = own;
    try {
      const metadata = await own.metadata;
      own.goodUntil = begun + Math.max(goodMilliseconds, restFactor * (now() - begun));
      return metadata;
    } catch (fault) {
      if (kept === own) kept = null;
      throw fault;
    }
  };
  return {
    read: () => kept === null || now() >= kept.goodUntil ? describe() : kept.metadata,
  };
}
