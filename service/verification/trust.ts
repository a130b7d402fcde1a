import type { Config } from "../config/config.ts";
import type { PemSource } from "../config/verifier.ts";
import type { Clock } from "../../base/clock.ts";
import type { VerifierIdentity } from "../../core/presentation/authorization_request.ts";
import {
  openRequestSigner,
  parseVerifierChain,
  parseVerifierPrivateKey,
  type RequestSigner,
} from "../../core/presentation/request_signer.ts";
import type { VerifierInfo } from "../../core/presentation/verifier_info.ts";
import { type OpenedTrustAnchors, openTrustAnchors } from "./trust_anchors.ts";
import { readTrustListKeys } from "./trust_list_keys.ts";
import { readVerifierInfo } from "./verifier_info.ts";

/** The trusted anchors of a deployment, and its identity as a verifier. */
export interface Trust {
  readonly identity: VerifierIdentity;
  /** Null if requests are not signed. */
  readonly signer: RequestSigner | null;
  /** Attestations in signed requests. */
  readonly verifierInfo: VerifierInfo;
  /** The operator's anchors; in live never those of the sandbox. */
  readonly anchors: OpenedTrustAnchors;
}

type TrustSettings = Pick<
  Config,
  "mode" | "baseUrl" | "verifier" | "verifierInfo" | "trustAnchors" | "trustListKeys" | "policy"
>;

/**
 * Reads the files that `AVAL_VERIFIER_*` and `AVAL_TRUST_ANCHORS` name, or the PEM in them.
 *
 * @throws Error with one line for each wrong variable
 */
export async function loadTrust(
  settings: TrustSettings,
  clock: Clock,
): Promise<Trust> {
  const { baseUrl, verifier } = settings;
  const problems: string[] = [];
  const keys = await readTrustListKeys(settings.trustListKeys);
  if (!keys.ok) problems.push(`AVAL_TRUST_LIST_KEYS: ${keys.refusal.message}`);
  const anchors = await openTrustAnchors(settings, keys.ok ? keys.value : () => [], clock);
  if (!anchors.ok) {
    problems.push(...anchors.refusal.problems.map((problem) => `AVAL_TRUST_ANCHORS: ${problem}`));
  }
  const signer = "key" in verifier ? await loadSigner(verifier, clock, problems) : null;
  const identity = identityOf(verifier.kind, baseUrl, signer);
  if (identity.kind === "x509_san_dns" && signer?.dnsNames.includes(identity.dnsName) === false) {
    problems.push(
      `AVAL_VERIFIER_CERT: does not name ${identity.dnsName}, the host of AVAL_BASE_URL, among its DNS names (subjectAltName; no wildcard), as AVAL_VERIFIER_ID=x509_san_dns needs`,
    );
  }
  const info = await readVerifierInfo(settings.verifierInfo);
  if (!info.ok) problems.push(`AVAL_VERIFIER_INFO: ${info.refusal.message}`);
  if (problems.length > 0 || !anchors.ok) throw new Error(problems.join("\n"));
  return { identity, signer, verifierInfo: info.ok ? info.value : [], anchors: anchors.value };
}

function identityOf(
  kind: VerifierIdentity["kind"],
  url: string,
  signer: RequestSigner | null,
): VerifierIdentity {
  if (kind === "x509_san_dns") return { kind, dnsName: new URL(url).hostname };
  if (signer !== null) return { kind: "x509_hash", certificateHash: signer.certificateHash };
  return kind === "redirect_uri" ? { kind } : { kind: "url", url };
}

async function loadSigner(
  { key, certificate }: { readonly key: PemSource; readonly certificate: PemSource },
  clock: Clock,
  problems: string[],
): Promise<RequestSigner | null> {
  const keyText = await readText(key);
  const read = keyText === null ? null : await parseVerifierPrivateKey(keyText);
  if (read?.ok !== true) problems.push(`AVAL_VERIFIER_KEY: ${read?.refusal.message ?? unreadable}`);
  const certificateText = await readText(certificate);
  const now = clock.now().epochMilliseconds / 1000;
  const chain = certificateText === null ? null : parseVerifierChain(certificateText, now);
  if (chain?.ok !== true) {
    problems.push(`AVAL_VERIFIER_CERT: ${chain?.refusal.message ?? unreadable}`);
  }
  if (read?.ok !== true || chain?.ok !== true) return null;
  const signer = await openRequestSigner(read.value, chain.value);
  if (signer.ok) return signer.value;
  problems.push(`AVAL_VERIFIER_CERT: ${signer.refusal.message}`);
  return null;
}

const unreadable = "the file cannot be read";

async function readText(source: PemSource): Promise<string | null> {
  return source.kind === "text"
    ? source.text
    : await Deno.readTextFile(source.path).catch(() => null);
}
