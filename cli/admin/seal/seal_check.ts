import { ok, type Result } from "../../../base/result.ts";
import type { SigningAct } from "../../../core/seal/attempt_schema.ts";
import type { ProviderInfo, ProviderRefusal, SigningCredential } from "../../../core/seal/ports.ts";
import { parseCertificate } from "../../../standards/x509/certificate.ts";
import { type Done, failed } from "../../command/command.ts";
import { printable } from "../../command/terminal.ts";
import {
  explainRefusal,
  type OpenedTrustService,
  openTrustService,
  sealsWithoutPin,
  type TrustServiceTools,
} from "./trust_service.ts";

/** The provider's methods that every act calls. */
const methodsNeeded = ["credentials/info", "credentials/authorize", "signatures/signHash"];

/** A provider's description of itself, with missing methods. */
interface CheckedProvider {
  readonly name: string;
  readonly specs: string;
  readonly methods: readonly string[];
  /** Methods that an act calls and the provider lacks. */
  readonly methodsMissing: readonly string[];
}

/** Whether a credential is usable for an act. */
type CheckedUse =
  | {
    readonly usable: true;
    readonly algorithm: string;
    /** Whether a person must enter a PIN each time. */
    readonly needsPin: boolean;
    readonly organization: string | null;
    /** Dates of the certificate, UTC. */
    readonly notBefore: string;
    readonly notAfter: string;
  }
  | { readonly usable: false; readonly problem: string; readonly because: string };

/** The report of `seal check`. */
interface Report {
  readonly provider: CheckedProvider;
  /** Ids of the account's credentials; null: the provider lists none, or one was requested. */
  readonly credentials: readonly string[] | null;
  /** Null: none was requested. */
  readonly credential: {
    readonly credentialId: string;
    readonly seal: CheckedUse;
    readonly sign: CheckedUse;
  } | null;
}

/**
 * Reports the state of the trust service, and whether a credential there is usable and why not.
 * Signs nothing. Fails if the service or the credential is unusable.
 */
export async function checkSeal(
  { credentialId, json }: { readonly credentialId: string | null; readonly json: boolean },
  tools: TrustServiceTools,
): Promise<Done> {
  const opened = await openTrustService(tools);
  if (!opened.ok) return opened;
  const { provider, signal } = opened.value;
  const described = await provider.describe(signal);
  if (!described.ok) return failed(sentence(explainRefusal(described.refusal)));
  const checked = checkProvider(described.value);
  const lists = credentialId === null && checked.methods.includes("credentials/list");
  const listed = lists ? await provider.listCredentials(signal) : null;
  if (listed !== null && !listed.ok) return failed(sentence(explainRefusal(listed.refusal)));
  const uses = credentialId === null ? null : await checkUses(opened.value, credentialId);
  if (uses !== null && !uses.ok) return failed(sentence(explainRefusal(uses.refusal)));
  const report: Report = {
    provider: checked,
    credentials: listed?.value ?? null,
    credential: credentialId === null || uses === null ? null : { credentialId, ...uses.value },
  };
  tools.out(json ? `${JSON.stringify(report)}\n` : reportLines(report));
  return verdictOn(report);
}

function checkProvider({ name, specs, methods }: ProviderInfo): CheckedProvider {
  const methodsMissing = methodsNeeded.filter((one) => !methods.includes(one));
  return { name, specs, methods, methodsMissing };
}

async function checkUses(
  service: OpenedTrustService,
  credentialId: string,
): Promise<Result<Readonly<Record<SigningAct, CheckedUse>>, ProviderRefusal>> {
  const seal = await checkUse(service, { credentialId, act: "seal" });
  if (!seal.ok) return seal;
  const sign = await checkUse(service, { credentialId, act: "sign" });
  return sign.ok ? ok({ seal: seal.value, sign: sign.value }) : sign;
}

async function checkUse(
  { provider, signal }: OpenedTrustService,
  asked: { readonly credentialId: string; readonly act: SigningAct },
): Promise<Result<CheckedUse, ProviderRefusal>> {
  const found = await provider.findCredential(asked, signal);
  if (found.ok) {
    const use = describeUse(found.value);
    return ok(
      asked.act === "seal" && use.needsPin
        ? { usable: false, problem: "needs_pin", because: sealsWithoutPin }
        : use,
    );
  }
  const { refusal } = found;
  if (refusal.code !== "signing_credential_unusable") return found;
  return ok({ usable: false, problem: refusal.problem, because: explainRefusal(refusal) });
}

function describeUse(credential: SigningCredential): Extract<CheckedUse, { usable: true }> {
  const { algorithm, authenticationObjectIds, certificates: [der] } = credential;
  const certificate = der === undefined ? null : parseCertificate(der);
  if (certificate === null) throw new Error("a usable credential has a certificate");
  const date = (seconds: number) =>
    Temporal.Instant.fromEpochMilliseconds(1_000 * seconds).toString();
  return {
    usable: true,
    algorithm,
    needsPin: authenticationObjectIds.length > 0,
    organization: certificate.organization,
    notBefore: date(certificate.notBefore),
    notAfter: date(certificate.notAfter),
  };
}

function reportLines({ provider, credentials, credential }: Report): string {
  const { name, specs, methods, methodsMissing } = provider;
  const rows: (readonly [string, string])[] = [
    ["provider", name],
    ["CSC API", specs],
    ["methods", methods.join(", ")],
    ...(methodsMissing.length === 0
      ? []
      : [["missing", `${methodsMissing.join(", ")}: nothing can be signed here`] as const]),
    ...(credentials ?? []).map((id) => ["credential", id] as const),
    ...(credential === null ? [] : [
      ["credential", credential.credentialId] as const,
      ["to seal", lineOf(credential.seal)] as const,
      ["to sign", lineOf(credential.sign)] as const,
    ]),
  ];
  return rows.map(([what, text]) => `${what.padEnd(12)}${printable(text)}\n`).join("");
}

function lineOf(use: CheckedUse): string {
  if (!use.usable) return `no: ${use.because} (${use.problem})`;
  const { algorithm, needsPin, organization, notBefore, notAfter } = use;
  const of = organization === null ? "" : `, of ${organization}`;
  const how = needsPin ? "with a PIN" : "unattended";
  return `yes: ${algorithm}, ${how}; certificate from ${notBefore} to ${notAfter}${of}`;
}

function verdictOn({ provider: { methodsMissing }, credential }: Report): Done {
  if (methodsMissing.length > 0) return failed("Nothing can be signed at this provider");
  const isOfNoUse = credential !== null && !credential.seal.usable && !credential.sign.usable;
  return isOfNoUse ? failed(`${credential.credentialId} can neither seal nor sign`) : ok(null);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
