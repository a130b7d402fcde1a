import process from "node:process";
import { statusListEntries } from "../../kv/credentials/credential_statuses.ts";
import { markRevoked } from "../../kv/credentials/credential_status_bits.ts";
import { openUnits } from "../../kv/store/unit.ts";
import {
  demoOffer,
  exchange,
  makeNonce,
  proofOver,
  type RacedOffer,
  requestCredential,
  revoke,
  statusOf,
  stressedBaseUrl,
} from "../stress/credential_rounds.ts";
import { DEGREE, employerSessionsPath } from "../support/employing.ts";
import { answerOf } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

/** Number of timed redemptions, revocations and answers, and of untimed ones before. */
const counted = 200;
const warming = 40;
/** Share of revoked credentials: one in a hundred. */
const revokedShare = 0.01;

/** Maximum median milliseconds, and maximum bytes of a list with one in a hundred revoked. */
const bounds = { redemption: 25, list: 20, revocation: 30, bytes: 150_000 } as const;

/**
 * Measures and prints the cost of redemptions, revocations, status lists and employers' callbacks
 * in this process over a file: processor time of all threads, and for lists the time to the answer.
 *
 * @returns whether every bound is kept
 */
export async function measureRedemptions(): Promise<boolean> {
  const folder = await Deno.makeTempDir({ prefix: "aval-bench-" });
  try {
    await using service = await serviceInMemory({
      kv: `${folder}/kv.sqlite3`,
      env: { AVAL_BASE_URL: stressedBaseUrl },
    });
    const load = Deno.loadavg()[0]?.toFixed(1);
    console.log(`\nLoad of the machine: ${load}. Milliseconds of processor time, by request:\n`);
    const redeemed: RacedOffer[] = [];
    const bare = await timed(await signatures());
    const redemption = await timed(await redemptions(service, redeemed));
    const revocation = await timed(() => revokeNext(service, redeemed));
    const callback = await timed(await callbacks(service));
    print("bare: a signature made and one verified", bare);
    const kept = [
      isKept(print("redemption: token, nonce, credential", redemption), bounds.redemption),
      isKept(print("revocation", revocation), bounds.revocation),
      await measureList(service),
    ];
    print("employer's callback, academic-credential", callback);
    return kept.every((one) => one);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Processor time of each call, sorted. */
async function timed(call: () => unknown): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let n = -warming; n < counted; n++) {
    const before = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(before);
    if (n >= 0) taken.push((user + system) / 1_000);
  }
  return taken.toSorted((one, other) => one - other);
}

/** Prints the figures of sorted times. @returns the median */
function print(what: string, sorted: readonly number[]): number {
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const cells = [0.5, 0.9, 0.99].map((share) =>
    `p${Math.round(share * 100)} ${at(share).toFixed(2)}`
  );
  console.log(`${what.padEnd(46)} ${cells.join("  ")}`);
  return at(0.5);
}

function isKept(measured: number, bound: number): boolean {
  if (measured > bound) console.log(`  over its bound of ${bound}`);
  return measured <= bound;
}

async function signatures(): Promise<() => Promise<void>> {
  const name = { name: "ECDSA", namedCurve: "P-256" } as const;
  const signing = { name: "ECDSA", hash: "SHA-256" } as const;
  const keys = await crypto.subtle.generateKey(name, false, ["sign", "verify"]) as CryptoKeyPair;
  const bytes = crypto.getRandomValues(new Uint8Array(1_500));
  return async () => {
    const signature = await crypto.subtle.sign(signing, keys.privateKey, bytes);
    if (!await crypto.subtle.verify(signing, keys.publicKey, signature, bytes)) throw new Error();
  };
}

/** Redeems a new offer each time; includes the proof, which is the wallet's work. */
async function redemptions(
  service: TestService,
  redeemed: RacedOffer[],
): Promise<() => Promise<void>> {
  const offers: RacedOffer[] = [];
  for (let n = 0; n < counted + warming; n++) offers.push(await demoOffer(service));
  return async () => {
    const offer = offers.pop();
    if (offer === undefined) throw new Error("There are no more offers");
    const token = await exchange(service, offer);
    const proof = await proofOver(service, await makeNonce(service));
    const asked = { offer, token: token.body.access_token, proof };
    const { status, body } = await requestCredential(service, asked);
    if (status !== 200) throw new Error(`answered ${status}`);
    listId = statusOf(body.credentials[0].credential).listId;
    redeemed.push(offer);
  };
}

/** The status list of the credentials redeemed last. */
let listId = "";

async function revokeNext(service: TestService, redeemed: RacedOffer[]): Promise<void> {
  const offer = redeemed.pop();
  if (offer === undefined) throw new Error("There is no credential left");
  const { status } = await revoke(service, offer);
  if (status !== 200) throw new Error(`answered ${status}`);
}

async function callbacks(service: TestService): Promise<() => Promise<void>> {
  const answers: { readonly path: string; readonly body: string }[] = [];
  for (let n = 0; n < counted + warming; n++) {
    const { body: started } = await service.as("acme").post(employerSessionsPath, {
      clientId: "acme",
      checkType: "academic-credential",
    });
    const answer = await answerOf(started.authorizationRequest, {
      now: service.clock.now(),
      claims: { academic_degree: DEGREE },
    });
    const body = JSON.stringify(answer);
    answers.push({ path: `${employerSessionsPath}/${started.sessionId}/responses`, body });
  }
  return async () => {
    const answer = answers.pop();
    if (answer === undefined) throw new Error("There are no more answers");
    const headers = { "content-type": "application/json" };
    const { status, body } = await service.fetch(answer.path, {
      method: "POST",
      headers,
      body: answer.body,
    });
    await body?.cancel();
    if (status !== 200) throw new Error(`answered ${status}`);
  };
}

/** Revocations per minute that a client's bucket permits: 30 at once, then 5 a second. */
const revokedInMinute = 330;

/** Revokes one in a hundred at random, then reads the list after further revocations. */
async function measureList(service: TestService): Promise<boolean> {
  const units = openUnits(service.store);
  const revokeSome = async (count: number) => {
    const unit = units.begin();
    for (let n = 0; n < count; n++) {
      const idx = Math.floor(Math.random() * statusListEntries);
      markRevoked(unit, { listId, idx });
    }
    await units.commit(unit);
  };
  const left = Math.floor(statusListEntries * revokedShare);
  for (let made = 0; made < left; made += 400) await revokeSome(400);
  await service.runMaintenance();
  const [cold, warm]: [number[], number[]] = [[], []];
  let bytes = 0;
  for (let n = 0; n < 21; n++) {
    await revokeSome(revokedInMinute);
    const made = await readList(service);
    bytes = n === 0 ? made.bytes : bytes;
    cold.push(made.milliseconds);
    warm.push((await readList(service)).milliseconds);
    await service.runMaintenance();
  }
  const [made, kept] = [cold, warm].map((times) => times.toSorted((a, b) => a - b)[10] ?? 0);
  console.log(
    `status list, 1 % revoked: ${bytes} bytes; p50 until its end ${
      made?.toFixed(1)
    } ms after ${revokedInMinute} revocations, ${kept?.toFixed(1)} ms else`,
  );
  return isKept(bytes, bounds.bytes) && isKept(made ?? 0, bounds.list);
}

async function readList(service: TestService) {
  const began = performance.now();
  const answer = await service.fetch(`/v1/credentials/status-lists/${listId}`);
  const { byteLength: bytes } = await answer.arrayBuffer();
  return { bytes, milliseconds: performance.now() - began };
}
