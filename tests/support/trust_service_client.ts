import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { Result } from "../../base/result.ts";
import { jsonLog } from "../../base/json_log.ts";
import { SealRules } from "../../core/policy/seal.ts";
import type { SigningAct } from "../../core/seal/attempt_schema.ts";
import type {
  AuthorizationData,
  ProviderRefusal,
  SigningCredential,
  TrustServiceProvider,
} from "../../core/seal/ports.ts";

import { openTrustServiceProvider } from "../../gateways/csc/trust_service_provider.ts";
import { type FixedClock, fixedClock } from "./clock.ts";
import { type RecordedTelemetry, recordedTelemetry } from "./telemetry.ts";
import type { FakeDialect } from "./trust_service_calls.ts";
import { type FakeCredentialId, SIGNING_PIN } from "./trust_service_credentials.ts";
import {
  CSC_CLIENT_ID,
  CSC_CLIENT_SECRET,
  type FakeTrustService,
  type FakeTrustServiceOptions,
  startTrustService,
} from "./trust_service_provider.ts";

/** The gateway to a fake trust service, with a fixed clock. */
export interface TrustServiceClient extends AsyncDisposable {
  readonly provider: TrustServiceProvider;
  readonly service: FakeTrustService;
  readonly clock: FixedClock;
  readonly telemetry: RecordedTelemetry;
  /** Lines of the log. */
  readonly lines: readonly string[];
  /** The signal of an act without a deadline. */
  readonly signal: AbortSignal;
}

/** Options for the client and its fake trust service. */
export interface TrustServiceClientOptions extends FakeTrustServiceOptions {
  readonly rules?: Partial<SealRules>;
  /** Replaces the service's base address. */
  readonly url?: (own: string) => string;
  readonly clientSecret?: string;
}

/**
 * Starts a trust service and opens the gateway to it. Only the test clock advances time: a call is
 * late once the service sends nothing more, and pauses between polls take no time.
 */
export async function trustServiceClient(
  { rules, url = (own) => own, clientSecret = CSC_CLIENT_SECRET, ...options }:
    TrustServiceClientOptions = {},
): Promise<TrustServiceClient> {
  const clock = fixedClock();
  const late = new Set<AbortController>();
  const service = await startTrustService({
    clock,
    onStuck: () => late.forEach((controller) => controller.abort()),
    ...options,
  });
  const lines: string[] = [];
  const telemetry = recordedTelemetry();
  const all = SealRules.parse(rules ?? {});
  const provider = openTrustServiceProvider({
    service: { url: url(service.url), clientId: CSC_CLIENT_ID, clientSecret },
    rules: all,
    clock,
    log: jsonLog({ level: "debug", clock, write: (line) => void lines.push(line) }),
    telemetry: telemetry.telemetry,
    deadline: (milliseconds) => {
      if (milliseconds < all.callSeconds * 1_000) return AbortSignal.abort();
      const controller = new AbortController();
      late.add(controller);
      return controller.signal;
    },
  });
  return {
    provider,
    service,
    clock,
    telemetry,
    lines,
    signal: new AbortController().signal,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** The message to sign. */
export const MESSAGE = new TextEncoder().encode("what is signed");
/** Its SHA-256. */
export const HASH = new Uint8Array(createHash("sha256").update(MESSAGE).digest());
/** The PIN for every credential that has one. */
export const PIN: AuthorizationData = { pinObjectId: "PIN", pin: SIGNING_PIN };
/** Both versions of the API. */
export const DIALECTS: readonly FakeDialect[] = ["v2", "v1"];

/** Finds a credential for the act that its ID begins with. */
export async function find(
  { provider, signal }: TrustServiceClient,
  credentialId: string,
  act: SigningAct = credentialId.startsWith("sign") ? "sign" : "seal",
): Promise<Result<SigningCredential, ProviderRefusal>> {
  return await provider.findCredential({ credentialId, act }, signal);
}

/** Finds a credential that can sign. */
export async function findUsable(client: TrustServiceClient, id: FakeCredentialId) {
  const found = await find(client, id);
  return found.ok ? found.value : assert.fail(JSON.stringify(found.refusal));
}

/** Finds a credential and signs the hash with it. */
export async function sign(
  client: TrustServiceClient,
  id: FakeCredentialId,
  authorization: AuthorizationData | null = null,
): Promise<Result<Uint8Array, ProviderRefusal>> {
  const credential = await findUsable(client, id);
  return await client.provider.signHash({ credential, hash: HASH, authorization }, client.signal);
}

/**
 * Whether a raw signature of the message is valid, by the platform instead of the service's code.
 */
export async function verifies(
  { service }: TrustServiceClient,
  id: FakeCredentialId,
  algorithm: SigningCredential["algorithm"],
  signature: Uint8Array,
): Promise<boolean> {
  const { certificate, rawEcdsa } = service.trust.credentials.get(id)!;
  const named = {
    "ecdsa-p256": { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
    "ecdsa-p384": { name: "ECDSA", namedCurve: "P-384", hash: "SHA-256" },
    "rsa-pkcs1": { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    "rsa-pss": { name: "RSA-PSS", hash: "SHA-256", saltLength: 32 },
  }[algorithm];
  const key = await crypto.subtle.importKey("spki", certificate.publicKey.rawData, named, false, [
    "verify",
  ]);
  const raw = algorithm.startsWith("ecdsa") && !rawEcdsa
    ? p1363Of(signature, algorithm === "ecdsa-p256" ? 32 : 48)
    : signature;
  return await crypto.subtle.verify(named, key, Uint8Array.from(raw), MESSAGE);
}

/** r and s of a DER signature whose length takes one byte. */
function p1363Of(der: Uint8Array, bytes: number): Uint8Array {
  const r = der.subarray(4, 4 + der[3]!);
  const s = der.subarray(6 + der[3]!);
  const fixed = (part: Uint8Array) => {
    const digits = part.toHex().replace(/^(?:00)+/, "");
    return Uint8Array.fromHex(digits.padStart(2 * bytes, "0"));
  };
  return Uint8Array.from([...fixed(r), ...fixed(s)]);
}
