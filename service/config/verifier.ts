import { ok, type Result } from "../../base/result.ts";
import { ResponseMode } from "../../core/presentation/authorization_request.ts";
import { type ValueRefusal, wrong } from "./readers.ts";
import type { Environment } from "./variables.ts";

/** PEM in the variable itself, for platforms without files, or at a path. */
export type PemSource =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "path"; readonly path: string };

/** JSON in the variable itself, or at a path. */
export type JsonSource = PemSource;

/** The service's identity towards wallets (decisions.md part 9). */
export type VerifierSetting =
  /** Its base URL, which wallets know beforehand. */
  | { readonly kind: "url" }
  /** The URL of the wallet's answer; requests are not signed. */
  | { readonly kind: "redirect_uri" }
  /** The hash of its certificate, or a DNS name in it; requests are signed. */
  | {
    readonly kind: "x509_hash" | "x509_san_dns";
    readonly key: PemSource;
    readonly certificate: PemSource;
  };

/** The value of `AVAL_VERIFIER_ID`. */
export type VerifierId = VerifierSetting["kind"];

const verifierIds: readonly VerifierId[] = ["url", "redirect_uri", "x509_hash", "x509_san_dns"];

/** Parses `url`, `redirect_uri`, `x509_hash` or `x509_san_dns`. */
export function readVerifierId(text: string): Result<VerifierId, ValueRefusal> {
  const id = verifierIds.find((known) => known === text);
  return id === undefined ? wrong(`expected ${verifierIds.join(", ")}`) : ok(id);
}

/** Parses `direct_post` or `direct_post.jwt`. */
export function readResponseMode(text: string): Result<ResponseMode, ValueRefusal> {
  const mode = ResponseMode.safeParse(text);
  return mode.success ? ok(mode.data) : wrong(`expected ${ResponseMode.options.join(", ")}`);
}

/** Parses a path or a PEM text; some platforms store its line ends as `\n`. */
export function readPemSource(text: string): Result<PemSource, ValueRefusal> {
  const trimmed = text.trim();
  return ok(
    trimmed.startsWith("-----BEGIN")
      ? { kind: "text", text: trimmed.replaceAll("\\n", "\n") }
      : { kind: "path", path: text },
  );
}

/** Parses a path, or JSON that is an array. */
export function readJsonSource(text: string): Result<JsonSource, ValueRefusal> {
  const trimmed = text.trim();
  return ok(
    trimmed.startsWith("[") ? { kind: "text", text: trimmed } : { kind: "path", path: text },
  );
}

/** The identity; {@link contradictionsOfVerifier} reports missing parts of a signing one. */
export function verifierOf({ id, key, certificate }: {
  readonly id: VerifierId;
  readonly key: PemSource | null;
  readonly certificate: PemSource | null;
}): VerifierSetting {
  if (id === "url" || id === "redirect_uri") return { kind: id };
  return key === null || certificate === null ? { kind: "url" } : { kind: id, key, certificate };
}

const signingVariables = ["AVAL_VERIFIER_KEY", "AVAL_VERIFIER_CERT"] as const;

/** One line for each variable that an identity lacks or does not use. */
export function contradictionsOfVerifier(environment: Environment): readonly string[] {
  const { AVAL_VERIFIER_ID: id = "url", AVAL_RESPONSE_MODE: responseMode } = environment;
  const signs = id === "x509_hash" || id === "x509_san_dns";
  const signing = signingVariables.filter((name) => (environment[name] !== undefined) !== signs)
    .map((name) =>
      signs
        ? `${name}: is not set, but AVAL_VERIFIER_ID=${id} signs requests; set a PEM file`
        : `${name}: has no effect without AVAL_VERIFIER_ID=x509_hash or x509_san_dns`
    );
  // Wallets that know a verifier beforehand take no key from its requests (OpenID4VP 1.0 §5.1).
  const encrypting = id === "url" && responseMode === "direct_post.jwt"
    ? [
      "AVAL_RESPONSE_MODE: direct_post.jwt sends wallets a key, which they take with AVAL_VERIFIER_ID=redirect_uri, x509_hash or x509_san_dns alone",
    ]
    : [];
  // Attestations are bound to the certificate that signs (§5.11).
  const attesting = !signs && environment["AVAL_VERIFIER_INFO"] !== undefined
    ? [
      "AVAL_VERIFIER_INFO: has no effect without AVAL_VERIFIER_ID=x509_hash or x509_san_dns: unsigned requests contain no attestations",
    ]
    : [];
  return [...signing, ...encrypting, ...attesting];
}
