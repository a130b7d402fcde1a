/**
 * Processor time of a wallet's whole answer, from the request's bytes to the reply's, including
 * store and audit entry: `deno task bench callback [ANSWERS]`. For comparison the required
 * signatures alone: certificate, credential and holder, each with its key. Each answer is sent
 * plain and encrypted. The exit status is 1 if the median of a plain answer exceeds the bound of
 * its format, or an encrypted one costs too much more.
 */

import { Buffer } from "node:buffer";
import { createPublicKey, verify as verifySignature } from "node:crypto";
import process from "node:process";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import type { CheckType } from "../../core/verification/check_type.ts";
import { answerFields } from "../../sandbox/wallet/encrypt_answer.ts";
import { serviceEncrypting } from "../support/encrypting.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { start } from "../support/verifying.ts";
import { tokenFor } from "../support/wallet.ts";
import { readPlaces } from "../support/options.ts";

const checks = [
  { what: "SD-JWT VC, age-verification", checkType: "age-verification", format: "sd-jwt" },
  { what: "SD-JWT VC, aml-identity", checkType: "aml-identity", format: "sd-jwt" },
  { what: "mdoc, age-verification", checkType: "age-verification", format: "mdoc" },
  { what: "mdoc, mobile-driving-licence", checkType: "mobile-driving-licence", format: "mdoc" },
] as const;

/** Maximum processor milliseconds of an answer's median. */
const bounds = { "sd-jwt": 6, mdoc: 8 } as const;

/** Maximum additional milliseconds of the median for encrypted answers. */
const encryptedMilliseconds = 2;

const answers = Number(readPlaces("bench callback", ["ANSWERS"])[0] ?? 300);
const warming = 50;
await using inClear = await serviceInMemory({ env: { AVAL_VERIFIER_ID: "redirect_uri" } });
await using encrypting = await serviceEncrypting();

const bare = await times(answers, await signatures());
console.log(`bare signatures: 3 keys read, 3 x ES256   ${formatted(bare)}`);
for (const { what, checkType, format } of checks) {
  const [clear, encrypted] = await measure(checkType, format);
  report(what, clear, bounds[format]);
  report(`${what}, encrypted`, encrypted, median(clear) + encryptedMilliseconds);
}

/** Sends clear and encrypted answers in turn, so that other load on the machine affects both. */
async function measure(
  checkType: CheckType,
  format: "sd-jwt" | "mdoc",
): Promise<readonly [clear: readonly number[], encrypted: readonly number[]]> {
  const calls = await Promise.all([inClear, encrypting].map(async (service) => {
    const requests: Request[] = [];
    for (let n = 0; n < answers + warming; n++) {
      const { authorizationRequest } = await start(service.as("acme"), checkType);
      requests.push(await answerTo(service, authorizationRequest, format));
    }
    return () => post(service, requests.pop());
  }));
  const taken = calls.map((): number[] => []);
  for (let n = 0; n < answers + warming; n++) {
    for (const [at, call] of calls.entries()) {
      const milliseconds = await cpuOf(call);
      if (n >= warming) taken[at]?.push(milliseconds);
    }
  }
  const [clear = [], encrypted = []] = taken.map(sorted);
  return [clear, encrypted];
}

function report(what: string, taken: readonly number[], bound: number): void {
  const isOver = median(taken) > bound;
  if (isOver) Deno.exitCode = 1;
  const over = isOver ? `: p50 is over ${bound.toFixed(2)} ms` : "";
  console.log(`${what.padEnd(41)} ${formatted(taken)}${over}`);
}

function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Processor milliseconds of each call, sorted. */
async function times(count: number, call: () => unknown): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let n = 0; n < count; n++) taken.push(await cpuOf(call));
  return sorted(taken);
}

/** Milliseconds of processor time that a call took; all threads count. */
async function cpuOf(call: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function sorted(taken: readonly number[]): readonly number[] {
  return taken.toSorted((one, other) => one - other);
}

function formatted(sorted: readonly number[]): string {
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  return `p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms of CPU`;
}

async function answerTo(
  service: TestService,
  request: AuthorizationRequest,
  format: "sd-jwt" | "mdoc",
): Promise<Request> {
  const token = await tokenFor(service, request, { format });
  const fields = { ...await answerFields(request, { vp_token: token }) };
  return new Request(request.response_uri, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
}

async function post({ fetch }: TestService, request: Request | undefined): Promise<void> {
  if (request === undefined) throw new Error("There are no more answers");
  const { method, headers, body, url } = request;
  const response = await fetch(new URL(url).pathname, { method, headers, body });
  await response.body?.cancel();
  if (response.status !== 200) throw new Error(`answered ${response.status}`);
}

/** Three keys and three signatures of ES256, as a chain of one certificate and a presentation have. */
async function signatures(): Promise<() => void> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const data = crypto.getRandomValues(new Uint8Array(1024));
  const made = await Promise.all([1, 2, 3].map(async () => {
    const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
    const signature = await crypto.subtle.sign(
      { name: "ECDSA", hash: "SHA-256" },
      keys.privateKey,
      data,
    );
    const key = new Uint8Array(await crypto.subtle.exportKey("spki", keys.publicKey));
    return { key, signature: new Uint8Array(signature) };
  }));
  return () => {
    for (const { key, signature } of made) {
      const opened = createPublicKey({ key: Buffer.from(key), format: "der", type: "spki" });
      const isSigned = verifySignature(
        "sha256",
        data,
        { key: opened, dsaEncoding: "ieee-p1363" },
        signature,
      );
      if (!isSigned) throw new Error("A signature does not hold");
    }
  };
}
