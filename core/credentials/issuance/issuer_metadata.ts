import type { Clock } from "../../../base/clock.ts";
import type { CredentialIssuerMetadata } from "../issuance_schema.ts";
import type { IssuerMetadata } from "../issuance_ports.ts";
import { describeIssuer, type DescribeIssuerPorts } from "./describe_issuer.ts";

/** A template is approved long before the first wallet hears of it. */
const goodMilliseconds = 1_000;
/** So many times as long as it took to describe: readers cost a twentieth of the time at most. */
const restFactor = 20;

interface Kept {
  /** Unix time, milliseconds; until it is described no other caller describes it. */
  goodUntil: number;
  readonly metadata: Promise<CredentialIssuerMetadata>;
}

/**
 * Opens the issuer metadata: described once for all who read it within a second, or within longer
 * where there are thousands of templates.
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
