import { ExtendedKeyUsageExtension } from "@peculiar/x509";
import { type Certified, certify, signerExtensions } from "./certificates.ts";
import { always } from "./pem.ts";
import type { TestIssuer } from "./sandbox_wallet.ts";

/**
 * Makes an issuer of wallets' credentials below an authority.
 *
 * @param usages purposes of its key
 */
export async function issuerBelow(authority: Certified, ...usages: string[]): Promise<TestIssuer> {
  const extensions = usages.length === 0
    ? signerExtensions
    : [...signerExtensions, new ExtendedKeyUsageExtension(usages, true)];
  const { der, keys } = await certify({ name: "Signer", issuer: authority, extensions, ...always });
  return { chain: [der], key: keys.privateKey };
}
