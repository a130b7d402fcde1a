/**
 * What a wallet's answer costs, whole: from the request to the answer, an in-memory store beneath it.
 * CPU of this process, all of its threads, so that what else the machine does counts little. Beside
 * it, in the same run, the bare checks of as many signatures (ES256 by WebCrypto).
 *
 * usage: deno task bench:verification [--answers 300]
 */
import process from "node:process";
import { parseArgs } from "node:util";
import type { CheckType } from "../../core/verification/check_type.ts";
import { answerOf, type Claims, ERIKA } from "../support/sandbox_wallet.ts";
import { serviceInMemory } from "../support/service.ts";
import { pathOf, start } from "../support/verifying.ts";

const { values } = parseArgs({ options: { answers: { type: "string", default: "300" } } });
const answers = Number(values.answers);
/** Answers before the first that is measured. */
const warmUps = 50;

const checks: readonly {
  readonly what: string;
  readonly checkType: CheckType;
  readonly claims: Readonly<Record<string, Claims>>;
  /** Issuer's certificate, credential, holder. */
  readonly signatures: number;
}[] = [
  {
    what: "age by SD-JWT",
    checkType: "age-verification",
    claims: { pid_birthdate: { birthdate: ERIKA.birthdate } },
    signatures: 3,
  },
  {
    what: "age by mdoc",
    checkType: "age-verification",
    claims: { av_age_over_18: { age_over_18: true } },
    signatures: 3,
  },
  {
    what: "identity by SD-JWT, screened, with a pack",
    checkType: "aml-identity",
    claims: { pid_aml_identity: ERIKA },
    signatures: 3,
  },
];

/** CPU that something takes, milliseconds, each time that it runs. */
async function measure(times: number, run: (turn: number) => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  for (let turn = 0; turn < warmUps + times; turn++) {
    const before = process.cpuUsage();
    await run(turn);
    const { user, system } = process.cpuUsage(before);
    if (turn >= warmUps) taken.push((user + system) / 1_000);
  }
  return taken.toSorted((a, b) => a - b);
}

function percentile(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(2);
}

async function measureSignatures(count: number): Promise<number[]> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  const signed = crypto.getRandomValues(new Uint8Array(1_000));
  const signature = await crypto.subtle.sign(algorithm, keys.privateKey, signed);
  return await measure(answers, async () => {
    for (let n = 0; n < count; n++) {
      await crypto.subtle.verify(algorithm, keys.publicKey, signature, signed);
    }
  });
}

console.log("| a wallet's answer | CPU p50 ms | p95 ms | its signatures alone, p50 ms |");
console.log("| --- | --: | --: | --: |");
for (const { what, checkType, claims, signatures } of checks) {
  await using service = await serviceInMemory();
  const acme = service.as("acme");
  const prepared = await Promise.all(
    Array.from({ length: warmUps + answers }, async () => {
      const started = await start(acme, checkType);
      const now = service.clock.now();
      return {
        path: pathOf(started),
        body: await answerOf(started.authorizationRequest, { now, claims }),
      };
    }),
  );
  await service.auditEvents();
  const whole = await measure(answers, async (turn) => {
    const { path = "", body } = prepared[turn] ?? {};
    const { status, text } = await acme.post(`${path}/responses`, body);
    if (status !== 200) throw new Error(text);
  });
  const bare = await measureSignatures(signatures);
  const cells = [what, percentile(whole, 0.5), percentile(whole, 0.95), percentile(bare, 0.5)];
  console.log(`| ${cells.join(" | ")} |`);
}
