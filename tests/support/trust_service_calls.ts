import type { Clock } from "../../base/clock.ts";
import { asP1363, signEcdsa, signPkcs1, signPss } from "./raw_signatures.ts";
import { type FakeCredential, SIGNING_PIN } from "./trust_service_credentials.ts";
import type { FakeAnswer } from "./trust_service_faults.ts";

/** The version that a fake trust service implements, which decides the members that it accepts. */
export type FakeDialect = "v1" | "v2";

/** State of a fake trust service. */
export interface FakeState {
  readonly dialect: FakeDialect;
  readonly clock: Clock;
  readonly credentials: ReadonlyMap<string, FakeCredential>;
  /** Consecutive wrong PINs by credential; three lock it. */
  readonly failures: Map<string, number>;
  readonly handles: Map<string, { polls: number; readonly granted: Grant }>;
  readonly sads: Map<string, Grant & { readonly until: Temporal.Instant; used: boolean }>;
}

interface Grant {
  readonly credentialId: string;
  readonly token: string;
  readonly hashes: readonly string[];
}

/** The members of a request, with its token. */
export interface FakeRequest {
  readonly body: Readonly<Record<string, unknown>>;
  readonly token: string;
}

/**
 * A refusal in the specification's form. It repeats the request's values, as careless services do.
 */
export class Refused extends Error {
  constructor(readonly status: number, readonly error: string, description = "") {
    super(description);
  }
}

const sha256Oid = "2.16.840.1.101.3.4.2.1";
const pssParams = "MDSgDzANBglghkgBZQMEAgEFAKEcMBoGCSqGSIb3DQEBCDANBglghkgBZQMEAgEFAKIDAgEg";
const sadSeconds = 300;
const failuresMax = 3;
const multisign = 1;

/** `credentials/list` (CSC API v2.0 §11.4). */
export function listCredentials(state: FakeState, { body }: FakeRequest): FakeAnswer {
  hold(body, [], ["maxResults", "pageToken"]);
  const ids = [...state.credentials.keys()];
  // Two pages, so that a client that reads the first alone is seen.
  const [first, second] = [ids.slice(0, 5), ids.slice(5)];
  if (body["pageToken"] === undefined) {
    return done({ credentialIDs: first, nextPageToken: "page-2" });
  }
  if (body["pageToken"] !== "page-2") {
    throw new Refused(400, "invalid_request", "Invalid pageToken");
  }
  return done({ credentialIDs: second });
}

/** `credentials/info` (§11.5). */
export function describeCredential(state: FakeState, { body }: FakeRequest): FakeAnswer {
  hold(body, ["credentialID"], ["certificates", "certInfo", "authInfo"]);
  const credential = find(state, body);
  const { algorithms, chain, certificateStatus, qualifier, mode, objects, curve } = credential;
  const isLocked = (state.failures.get(credential.id) ?? 0) >= failuresMax;
  const certificates = body["certificates"] === "chain" ? chain : chain.slice(0, 1);
  const common = {
    description: null,
    key: {
      status: isLocked ? "disabled" : credential.keyStatus,
      algo: algorithms,
      len: curve === null ? 2_048 : Number(curve.slice(2)),
      ...(curve === null ? {} : { curve: "1.2.840.10045.3.1.7" }),
    },
    cert: {
      status: certificateStatus,
      certificates: certificates.map((der) => der.toBase64()),
      ...(body["certInfo"] === true ? { subjectDN: credential.certificate.subject } : {}),
    },
    SCAL: "2",
    multisign,
    aMemberOfLater: { nothing: true },
  };
  if (state.dialect === "v2") {
    const expression = objects.join(" AND ");
    const types = { PIN: "Password", OTP: "ChallengeResponse" };
    const listed = objects.map((id) => ({ id, type: types[id], label: id }));
    return done({
      ...common,
      signatureQualifier: qualifier,
      auth: { mode, ...(listed.length === 0 ? {} : { expression, objects: listed }) },
    });
  }
  const presence = (id: "PIN" | "OTP") => ({ presence: String(objects.includes(id)) });
  const wanted = mode === "explicit" ? { PIN: presence("PIN"), OTP: presence("OTP") } : {};
  return done({ ...common, authMode: mode, ...wanted });
}

/** `credentials/authorize` (§11.6). */
export function authorize(state: FakeState, { body, token }: FakeRequest): FakeAnswer {
  const isV2 = state.dialect === "v2";
  const required = isV2
    ? ["credentialID", "numSignatures", "hashes", "hashAlgorithmOID", "authData"]
    : ["credentialID", "numSignatures", "hash"];
  hold(body, required, isV2 ? [] : ["PIN", "OTP"]);
  const credential = find(state, body);
  const hashes = hashesOf(body[isV2 ? "hashes" : "hash"]);
  const { numSignatures } = body;
  if (typeof numSignatures !== "number" || numSignatures > multisign) {
    throw new Refused(400, "invalid_request", `Invalid numSignatures ${numSignatures}`);
  }
  if (numSignatures !== hashes.length) throw new Refused(400, "invalid_request", "Another count");
  if (isV2) holdHashAlgorithm(body["hashAlgorithmOID"]);
  if (credential.mode === "oauth2code") throw new Refused(400, "invalid_request", "By a browser");
  holdAuthorization(state, credential, body);
  const granted = { credentialId: credential.id, token, hashes };
  if (credential.polls === null) return grant(state, granted);
  const handle = crypto.randomUUID();
  state.handles.set(handle, { polls: credential.polls, granted });
  return { status: 202, body: { handle } };
}

/** `credentials/authorizeCheck` (§11.7). */
export function checkAuthorization(state: FakeState, { body }: FakeRequest): FakeAnswer {
  hold(body, ["handle"], []);
  const handle = String(body["handle"]);
  const pending = state.handles.get(handle);
  if (pending === undefined) throw new Refused(400, "invalid_request", `Unknown handle ${handle}`);
  if (pending.polls-- > 0) return { status: 202, body: { handle } };
  state.handles.delete(handle);
  return grant(state, pending.granted);
}

/** `signatures/signHash` (§11.10). */
export function signHash(state: FakeState, { body, token }: FakeRequest): FakeAnswer {
  const isV2 = state.dialect === "v2";
  const [hashesName, algorithmName] = isV2
    ? ["hashes", "hashAlgorithmOID"] as const
    : ["hash", "hashAlgo"] as const;
  const names = ["credentialID", "SAD", hashesName, algorithmName, "signAlgo"];
  hold(body, names, ["signAlgoParams"]);
  const credential = find(state, body);
  const hashes = hashesOf(body[hashesName]);
  holdHashAlgorithm(body[algorithmName]);
  const { SAD: sad, signAlgo, signAlgoParams } = body;
  if (typeof signAlgo !== "string" || !credential.algorithms.includes(signAlgo)) {
    throw new Refused(400, "invalid_request", `Invalid signAlgo ${signAlgo}`);
  }
  if (signAlgoParams !== (signAlgo.endsWith(".1.1.10") ? pssParams : undefined)) {
    throw new Refused(400, "invalid_request", "Invalid signAlgoParams");
  }
  spend(state, String(sad), { credentialId: credential.id, token, hashes });
  const signatures = hashes.map((hash) => sign(credential, signAlgo, Uint8Array.fromBase64(hash)));
  return done({ signatures: signatures.map((signature) => signature.toBase64()) });
}

function sign(credential: FakeCredential, signAlgo: string, hash: Uint8Array): Uint8Array {
  const { key, curve, rawEcdsa } = credential;
  if (curve === null) {
    return signAlgo.endsWith(".1.1.10") ? signPss(key, hash) : signPkcs1(key, hash);
  }
  const der = signEcdsa(key, hash);
  return rawEcdsa ? asP1363(der, Number(curve.slice(2)) / 8) : der;
}

/**
 * Uses Signature Activation Data, which are valid once, for minutes, and for one credential, token
 * and list of hashes.
 */
function spend(state: FakeState, sad: string, { credentialId, token, hashes }: Grant): void {
  const granted = state.sads.get(sad);
  const isFor = granted !== undefined && !granted.used &&
    granted.credentialId === credentialId && granted.token === token &&
    granted.hashes.join() === hashes.join() &&
    Temporal.Instant.compare(state.clock.now(), granted.until) < 0;
  if (!isFor) throw new Refused(400, "invalid_request", `Invalid SAD ${sad}`);
  granted.used = true;
}

function grant(state: FakeState, granted: Grant): FakeAnswer {
  const sad = crypto.randomUUID();
  const until = state.clock.now().add({ seconds: sadSeconds });
  state.sads.set(sad, { ...granted, until, used: false });
  return done({ SAD: sad, expiresIn: sadSeconds });
}

/** Asserts that the answers are correct, and for exactly the objects of a credential. */
function holdAuthorization(
  state: FakeState,
  credential: FakeCredential,
  body: FakeRequest["body"],
): void {
  const { authData, PIN, OTP } = body;
  const answered: Record<string, unknown> = {};
  if (state.dialect === "v1") {
    Object.assign(answered, { ...(PIN ? { PIN } : {}), ...(OTP ? { OTP } : {}) });
  } else {
    if (!Array.isArray(authData)) throw new Refused(400, "invalid_request", "Invalid authData");
    for (const { id, value } of authData) answered[id] = value;
  }
  if (Object.keys(answered).toSorted().join() !== credential.objects.toSorted().join()) {
    throw new Refused(400, "invalid_request", `Wrong objects ${JSON.stringify(authData)}`);
  }
  if (credential.objects.length === 0) return;
  const failures = state.failures.get(credential.id) ?? 0;
  const wrong = state.dialect === "v2" ? "invalid_authentication_data" : "invalid_pin";
  if (failures >= failuresMax) throw new Refused(400, wrong, "The credential is locked");
  if (answered["PIN"] !== SIGNING_PIN) {
    state.failures.set(credential.id, failures + 1);
    throw new Refused(400, wrong, `${answered["PIN"]} is not the PIN of ${credential.id}`);
  }
  state.failures.delete(credential.id);
}

function find(state: FakeState, { credentialID }: FakeRequest["body"]): FakeCredential {
  const found = typeof credentialID === "string" ? state.credentials.get(credentialID) : undefined;
  if (found !== undefined) return found;
  throw new Refused(400, "invalid_request", `Invalid parameter credentialID ${credentialID}`);
}

/** Checks a request's members against its version; a request of another version is refused. */
function hold(
  body: FakeRequest["body"],
  required: readonly string[],
  optional: readonly string[],
): void {
  const missing = required.find((name) => body[name] === undefined || body[name] === null);
  if (missing !== undefined) throw new Refused(400, "invalid_request", `Missing ${missing}`);
  const known = new Set([...required, ...optional, "clientData", "lang"]);
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown !== undefined) throw new Refused(400, "invalid_request", `Unknown ${unknown}`);
}

function hashesOf(value: unknown): readonly string[] {
  const isHash = (one: unknown) =>
    typeof one === "string" && /^[A-Za-z0-9+/]{43}=$/.test(one) &&
    Uint8Array.fromBase64(one).toBase64() === one;
  if (Array.isArray(value) && value.length > 0 && value.every(isHash)) return value;
  throw new Refused(400, "invalid_request", `Invalid hashes ${JSON.stringify(value)}`);
}

function holdHashAlgorithm(value: unknown): void {
  if (value !== sha256Oid) throw new Refused(400, "invalid_request", "Invalid hash algorithm");
}

function done(body: unknown): FakeAnswer {
  return { status: 200, body };
}
