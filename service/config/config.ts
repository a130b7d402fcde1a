import type { WitnessLocation } from "../../gateways/audit_witness/open_witness.ts";
import type { DraftingProvider } from "../../gateways/drafter/drafting_model.ts";
import type { VectorProvider } from "../../gateways/embeddings/embeddings.ts";
import type { IdentityProvider } from "../../gateways/identity_provider/provider.ts";
import type { Mode } from "../../core/nouns.ts";
import type { ResponseMode } from "../../core/presentation/authorization_request.ts";
import type { Networks } from "../../standards/ip_address/networks.ts";
import type { LogLevel } from "../../base/json_log.ts";
import { defaultPolicy, parsePolicy, type Policy } from "../../core/policy/policy.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type { StoreLocation } from "../../kv/backends/location.ts";
import type { PurgedCache } from "../../gateways/http_cache/purge_cache.ts";
import { readAuditWitness } from "./audit_witness.ts";
import { type ConsolePart, consoleParts } from "../../core/console/schema.ts";
import { readConsoleParts } from "./console_parts.ts";
import { contradictions } from "./contradictions.ts";
import {
  defaultStepUpAcr,
  identityProviderOf,
  readAcr,
  readAuthUrl,
  readClientId,
  readClientSecret,
  readRealm,
} from "./identity_provider.ts";
import { type ListsLocation, readLists } from "./lists_location.ts";
import {
  readBaseUrl,
  readHeaderName,
  readLine,
  readLogLevel,
  readMode,
  readPort,
  readScope,
  readSecretKey,
  readTrustedProxies,
  type ValueRefusal,
  wrong,
} from "./readers.ts";
import { purgedCacheOf, readPurgeToken, readPurgeUrl } from "./purged_cache.ts";
import { readCompaniesHouseKey, readGleif, type RegistersSetting } from "./registers.ts";
import { PUBLISHED_SANDBOX_KEY } from "./sandbox_secret.ts";
import { readStoreLocation } from "./store_location.ts";
import { type Environment, type Variable, variablesWithoutEffect } from "./variables.ts";
import { readTimestampUrl, trustServiceOf, type TrustServiceSetting } from "./trust_service.ts";
import {
  draftingProviderOf,
  readDrafterKey,
  readDrafterModel,
  readDrafterUrl,
} from "./drafting_provider.ts";
import {
  readVectorKey,
  readVectorModel,
  readVectorUrl,
  vectorProviderOf,
} from "./vector_provider.ts";
import {
  type JsonSource,
  type PemSource,
  readJsonSource,
  readPemSource,
  readResponseMode,
  readVerifierId,
  verifierOf,
  type VerifierSetting,
} from "./verifier.ts";

/** The whole configuration, parsed and validated once at start (decisions.md part 13). */
export interface Config {
  /** The deployment's mode. */
  readonly mode: Mode;
  /** The port to listen on; 0 is any free port, which the listener then knows. */
  readonly port: number;
  /** The service's own base URL, without a final slash. Default: this machine at `port`. */
  readonly baseUrl: string;
  /** The parts that persons log in to: the configured ones in live, both in a sandbox. */
  readonly consoleParts: readonly ConsolePart[];
  /** The operator, as shown on the home page of a live deployment; null: not shown. */
  readonly operator: { readonly name: string | null; readonly contact: string | null };
  /** Whether Deno Deploy runs the service, which ends a process 5 s after its signal. */
  readonly isDenoDeploy: boolean;
  /** The location of the store. */
  readonly kv: StoreLocation;
  /** The list snapshot, or its manifest; never null in live. */
  readonly lists: ListsLocation | null;
  /** The tag corpus, or its manifest; null: live scores no wallets. */
  readonly tagPacks: ListsLocation | null;
  /** 32 bytes that wrap the data keys. Never the published ones in live. */
  readonly secretKey: Uint8Array<ArrayBuffer>;
  /** 32 bytes that only unwrap. */
  readonly previousSecretKey: Uint8Array<ArrayBuffer> | null;
  /** Introspects bearer tokens; null: the store does, for tokens that the operator issues. */
  readonly identityProvider: IdentityProvider | null;
  /** The provider of embeddings in the shadow of decisions; null: none, and no name is sent. */
  readonly vectorProvider: VectorProvider | null;
  /** The company registers to use; none by default. */
  readonly registers: RegistersSetting;
  /** The provider whose model spells applications; null: none, and no name is sent. */
  readonly draftingProvider: DraftingProvider | null;
  /** The trust service that seals and signs; null: every such request is answered with 503. */
  readonly trustService: TrustServiceSetting | null;
  /** The scope of read-only agents. */
  readonly agentScope: string;
  /** The level of authentication at the identity provider that an approval needs. */
  readonly stepUpAcr: string;
  /** Proxies that may state the source of a request; none by default. */
  readonly trustedProxies: Networks;
  /** Lower-case name of the header with the country, read only from a trusted proxy. */
  readonly countryHeader: string | null;
  /** The service's identity towards wallets. */
  readonly verifier: VerifierSetting;
  /** Attestations about the verifier, as JSON or a file; null: requests contain none. */
  readonly verifierInfo: JsonSource | null;
  /** The form in which wallets should answer. */
  readonly responseMode: ResponseMode;
  /** Certificates of trusted CAs of credentials: a folder or PEM text; null: none in live. */
  readonly trustAnchors: PemSource | null;
  /**
   * Certificates of the signers of trust lists, as PEM text or a file; null: no list is trusted.
   */
  readonly trustListKeys: PemSource | null;
  /** The target of signed heads of the audit log; null: none. */
  readonly auditWitness: WitnessLocation | null;
  /** The cache that must purge status lists after a revocation; null: none. */
  readonly purgedCache: PurgedCache | null;
  /** The policy: the operator's numbers and switches over the defaults. */
  readonly policy: Policy;
  /** The least severe level that is written. */
  readonly logLevel: LogLevel;
}

/** A configuration that stops the start. */
export interface ConfigRefusal {
  /** The code is never sent to callers. */
  readonly code: "invalid_configuration";
  /** One line for each problem, starting with its variable. No line contains a secret. */
  readonly problems: readonly string[];
}

/**
 * Parses the configuration, and reports all problems at once. Pure: files are only named here; the
 * composition root reads them.
 *
 * @param policyText the text of the file named by `AVAL_POLICY`; undefined if there is none or it
 *   is unreadable
 */
export function parseConfig(
  environment: Environment,
  policyText?: string,
): Result<Config, ConfigRefusal> {
  const problems: string[] = [...variablesWithoutEffect(Object.keys(environment))];
  const read = openReader(environment, problems);
  const mode = read("AVAL_MODE", readMode, null);
  const port = read("PORT", readPort, 8000);
  const baseUrl = read("AVAL_BASE_URL", readBaseUrl, `http://localhost:${port}`);
  const trustedProxies = read("AVAL_TRUSTED_PROXIES", readTrustedProxies, noNetworks);
  const asked = read("AVAL_CONSOLE", readConsoleParts, []);
  const config: Config = {
    mode: mode ?? "sandbox",
    port,
    baseUrl,
    consoleParts: mode === "live" ? asked : consoleParts,
    operator: {
      name: read("AVAL_OPERATOR_NAME", readLine, null),
      contact: read("AVAL_OPERATOR_CONTACT", readLine, null),
    },
    isDenoDeploy: isDenoDeploy(environment),
    kv: read(
      "AVAL_KV",
      (text) => readStoreLocation(text, environment),
      defaultKv(environment),
    ),
    lists: read("AVAL_LISTS", readLists, null),
    tagPacks: read("AVAL_TAGPACKS", readLists, null),
    secretKey: read("AVAL_SECRET_KEY", readSecretKey, publishedKey()),
    previousSecretKey: read("AVAL_SECRET_KEY_PREVIOUS", readSecretKey, null),
    identityProvider: identityProviderOf({
      url: read("AVAL_AUTH_URL", readAuthUrl, null),
      realm: read("AVAL_AUTH_REALM", readRealm, null),
      clientId: read("AVAL_AUTH_CLIENT_ID", readClientId, null),
      clientSecret: read("AVAL_AUTH_CLIENT_SECRET", readClientSecret, null),
    }),
    vectorProvider: vectorProviderOf({
      url: read("AVAL_VECTOR_URL", readVectorUrl, null),
      model: read("AVAL_VECTOR_MODEL", readVectorModel, null),
      key: read("AVAL_VECTOR_KEY", readVectorKey, null),
    }),
    registers: {
      gleif: read("AVAL_REGISTRY_GLEIF", readGleif, null),
      companiesHouseKey: read(
        "AVAL_REGISTRY_COMPANIES_HOUSE_KEY",
        readCompaniesHouseKey,
        null,
      ),
    },
    draftingProvider: draftingProviderOf({
      url: read("AVAL_DRAFTER_URL", readDrafterUrl, null),
      model: read("AVAL_DRAFTER_MODEL", readDrafterModel, null),
      key: read("AVAL_DRAFTER_KEY", readDrafterKey, null),
    }),
    trustService: trustServiceOf({
      url: read("AVAL_CSC_URL", readBaseUrl, null),
      clientId: read("AVAL_CSC_CLIENT_ID", readClientId, null),
      clientSecret: read("AVAL_CSC_CLIENT_SECRET", readClientSecret, null),
      timestampUrl: read("AVAL_TSA_URL", readTimestampUrl, null),
    }),
    agentScope: read("AVAL_AGENT_SCOPE", readScope, "agent:read-only"),
    stepUpAcr: read("AVAL_STEP_UP_ACR", readAcr, defaultStepUpAcr),
    trustedProxies,
    countryHeader: read("AVAL_COUNTRY_HEADER", readHeaderName, null),
    verifier: verifierOf({
      id: read("AVAL_VERIFIER_ID", readVerifierId, "url"),
      key: read("AVAL_VERIFIER_KEY", readPemSource, null),
      certificate: read("AVAL_VERIFIER_CERT", readPemSource, null),
    }),
    verifierInfo: read("AVAL_VERIFIER_INFO", readJsonSource, null),
    responseMode: read("AVAL_RESPONSE_MODE", readResponseMode, "direct_post"),
    trustAnchors: read("AVAL_TRUST_ANCHORS", readPemSource, null),
    trustListKeys: read("AVAL_TRUST_LIST_KEYS", readPemSource, null),
    auditWitness: read("AVAL_AUDIT_WITNESS", readAuditWitness, null),
    purgedCache: purgedCacheOf({
      url: read("AVAL_CACHE_PURGE_URL", readPurgeUrl, null),
      token: read("AVAL_CACHE_PURGE_TOKEN", readPurgeToken, null),
    }),
    policy: read("AVAL_POLICY", () => readPolicy(policyText), defaultPolicy),
    logLevel: read("AVAL_LOG", readLogLevel, "info"),
  };

  problems.push(...contradictions(environment, { mode, baseUrl }));
  return problems.length === 0 ? ok(config) : refuse({ code: "invalid_configuration", problems });
}

/** Reads one variable by a parser. */
type ReadVariable = <Value, Default>(
  variable: Variable,
  reader: (text: string) => Result<Value, ValueRefusal>,
  unset: Default,
) => Value | Default;

/**
 * Opens a reader of variables, which returns the default for an unset one, and for a wrong one,
 * whose problem it notes.
 */
function openReader(environment: Environment, problems: string[]): ReadVariable {
  return (variable, reader, unset) => {
    const text = environment[variable];
    if (text === undefined) return unset;
    const value = text.trim() === ""
      ? wrong("is empty; give it a value or unset it")
      : reader(text);
    if (value.ok) return value.value;
    problems.push(...value.refusal.problems.map((problem) => `${variable}: ${problem}`));
    return unset;
  };
}

const noNetworks: Networks = { contains: () => false };

/**
 * Whether Deno Deploy runs the process: it sets `DENO_DEPLOYMENT_ID`, and has no disk but its own
 * store.
 */
function isDenoDeploy(environment: Environment): boolean {
  return environment["DENO_DEPLOYMENT_ID"] !== undefined;
}

function defaultKv(environment: Environment): StoreLocation {
  return isDenoDeploy(environment)
    ? { kind: "platform" }
    : { kind: "file", path: ".aval/kv.sqlite3" };
}

function publishedKey(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(PUBLISHED_SANDBOX_KEY), (character) => character.charCodeAt(0));
}

function readPolicy(text: string | undefined): Result<Policy, ValueRefusal> {
  if (text === undefined) {
    return wrong("the file cannot be read");
  }
  const policy = parsePolicy(text);
  return policy.ok ? policy : wrong(...policy.refusal.problems);
}
