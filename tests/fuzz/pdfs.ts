/**
 * Changes PDFs at random and signs them: `deno task test:fuzz pdfs [COUNT [SEED]]`, 10,000 by
 * default. Each must be refused with a documented problem, or signed so that it opens again and
 * verifies. None may take long or much memory, or end the process. Every twentieth is signed by a
 * Worker, as in a deployment. If `tests/pdf_judges.sh` has run, pyHanko checks the signed files. As
 * many changed timestamp answers must be refused. The last line has the form of `deno test`.
 */

import "../../base/temporal.ts";
import { SealRules } from "../../core/policy/seal.ts";
import { openDocumentSigner } from "../../gateways/pades/document_signer.ts";
import { readTimestampResponse, writeTimestampRequest } from "../../standards/pades/timestamp.ts";
import { readPlaces } from "../support/options.ts";
import { judgesFolder, openPdfJudges, type PdfReport } from "../support/pdf_judges.ts";
import { pdfOf } from "../support/pdf_documents.ts";
import { signPdf } from "../support/signed_pdf.ts";
import { openSigningAuthorities, openSigningCredential } from "../support/signing_credentials.ts";
import { openTimestampAuthority } from "../support/timestamp_authority.ts";
import { type Chance, chanceOf } from "./mutations.ts";
import { pdfMutations } from "./pdf_mutations.ts";
import { residentMegabytes } from "./resident.ts";

const [count = "10000", seed = "7"] = readPlaces("test:fuzz pdfs", ["COUNT", "SEED"]);
/** One in this many documents goes through a Worker. */
const workerEvery = 20;
/** One in this many documents is signed with a timestamp. */
const timestampEvery = 10;
/** Maximum milliseconds for one small document; more means an endless loop. */
const millisecondsMax = 2_000;
/**
 * Maximum megabytes by which this process may grow, without the files kept for the other programs.
 */
const growthMax = 400;

const problems = new Set([
  "not_a_pdf",
  "header_not_at_start",
  "encrypted",
  "no_pages",
  "changes_forbidden",
  "broken_structure",
  "too_many_objects",
  "too_much_structure",
  "update_too_large",
]);
const chance = chanceOf(Number(seed));
const authorities = await openSigningAuthorities();
const authority = await openTimestampAuthority(authorities.issuing);
const credential = await openSigningCredential(authorities, "ecdsa-p256");
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const signer = openDocumentSigner({ rules: SealRules.parse({}), random });
const outcomes = new Map<string, number>();
const wrong: string[] = [];
const signed = new Map<string, Uint8Array>();
/** The same files before signing. */
const before = new Map<string, Uint8Array>();
const originals = await readOriginals();
const atFirst = residentMegabytes(Deno.pid).now;
let slowest = 0;

for (let n = 0; n < Number(count); n++) {
  const { pdf, how } = mutate(chance);
  const start = performance.now();
  const outcome = n % workerEvery === 0 ? await inWorker(pdf) : await inThread(pdf, how, n);
  const took = performance.now() - start;
  slowest = Math.max(slowest, took);
  if (took > millisecondsMax) wrong.push(`${n}, ${how}: took ${Math.round(took)} ms`);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}
for (const [outcome, times] of [...outcomes].toSorted()) {
  console.log(`${times}`.padStart(9), outcome);
}
const { peak } = residentMegabytes(Deno.pid);
console.log(
  `memory    ${atFirst} MB at first, ${peak} MB at most; slowest ${Math.round(slowest)} ms`,
);
if (peak - atFirst > growthMax) wrong.push(`the process grew to ${peak} MB`);
await judgeSigned();
await fuzzTimestamps();
for (const what of wrong.slice(0, 20)) console.log(`WRONG     ${what}`);
const failed = Math.min(wrong.length, 1);
console.log(`${failed === 0 ? "ok" : "FAILED"} | ${1 - failed} passed | ${failed} failed`);
Deno.exit(failed);

async function readOriginals(): Promise<readonly Uint8Array[]> {
  const folder = new URL("../../fixtures/pdfs/", import.meta.url);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.endsWith(".pdf")).toSorted();
  const files = await Promise.all(names.map((name) => Deno.readFile(new URL(name, folder))));
  return [pdfOf({}), ...files.filter(({ length }) => length < 20_000)];
}

/** One to three changes of a file. */
function mutate(chance: Chance): { readonly pdf: Uint8Array<ArrayBuffer>; readonly how: string } {
  let pdf = chance.pick(originals);
  const names: string[] = [];
  for (let times = 1 + chance.below(3); times > 0; times--) {
    const name = chance.pick(Object.keys(pdfMutations));
    // A file that was cut off may lack what another change looks for.
    try {
      pdf = pdfMutations[name]?.(pdf, chance) ?? pdf;
      names.push(name);
    } catch {
      break;
    }
  }
  return { pdf: pdf.slice(), how: names.join(", ") };
}

async function inThread(pdf: Uint8Array, how: string, n: number): Promise<string> {
  try {
    const timestamps = n % timestampEvery === 1 ? authority : null;
    const outcome = await signPdf(pdf, { credential, authority: timestamps });
    if (!("signed" in outcome)) {
      if (!problems.has(outcome.refused)) wrong.push(`${n}, ${how}: ${outcome.refused}`);
      return outcome.refused;
    }
    const name = `${n} ${how.replaceAll(", ", "+")}`;
    signed.set(name, outcome.signed);
    before.set(name, pdf);
    return "signed";
  } catch (fault) {
    wrong.push(`${n}, ${how}: ${fault instanceof Error ? fault.stack : fault}`);
    return "fault";
  }
}

async function inWorker(pdf: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    const opened = await signer.open(pdf, {
      credentialId: "seal-1",
      signal: AbortSignal.timeout(20_000),
    });
    if (!opened.ok) {
      const { refusal } = opened;
      return refusal.code === "document_not_sealable"
        ? `${refusal.problem} (Worker)`
        : refusal.fault;
    }
    opened.value.close();
    return "opened (Worker)";
  } catch (fault) {
    wrong.push(`in a Worker: ${fault}`);
    return "fault";
  }
}

async function judgeSigned(): Promise<void> {
  if (judgesFolder === undefined) {
    console.log("LEFT OUT: pyHanko's judgement; get it by tests/pdf_judges.sh");
    return;
  }
  const judges = openPdfJudges(judgesFolder);
  const reports = await judges.judge(authorities.root.der, signed);
  const bad = new Map([...reports].filter(([, report]) => !isGood(report)));
  const changed = new Map(
    [...bad.keys()].map((name) => [name, before.get(name) ?? new Uint8Array()]),
  );
  const unreadable = bad.size === 0 ? bad : await judges.judge(authorities.root.der, changed);
  let unreadableBefore = 0;
  for (const [name, { signatures, error }] of bad) {
    // An earlier signature, or what pyHanko reads to list them, was broken by the change.
    if ((unreadable.get(name)?.error ?? null) !== null) unreadableBefore++;
    else wrong.push(`pyHanko of ${name}: ${error ?? JSON.stringify(signatures.at(-1))}`);
  }
  console.log(
    `pyHanko   ${signed.size - bad.size} of ${signed.size} signed ones are good, ` +
      `${unreadableBefore} were unreadable before`,
  );
}

function isGood({ signatures, error }: PdfReport): boolean {
  const ours = signatures.at(-1);
  return error === null && ours !== undefined && ours.error === null && ours.intact &&
    ours.valid && ours.coverage === "ENTIRE_FILE";
}

/**
 * Sends changed answers of a timestamp authority; only those with the same meaning may be accepted.
 */
async function fuzzTimestamps(): Promise<void> {
  const question = {
    imprint: new Uint8Array(32).fill(7),
    nonce: Uint8Array.of(1, 2, 3, 4),
    certificate: { notBefore: 0, notAfter: Date.parse("2100-01-01") },
  };
  const response = await authority.respond(writeTimestampRequest(question));
  const good = await readTimestampResponse(response, question);
  if (!good.ok) throw new Error("the good answer is not taken");
  let taken = 0;
  for (let n = 0; n < Number(count); n++) {
    const how = chance.pick([
      "a bit",
      "some bytes",
      "cut off",
      "a piece left out",
      "a piece twice",
    ]);
    const changed = pdfMutations[how]?.(response, chance) ?? response;
    try {
      const answer = await readTimestampResponse(changed, question);
      if (answer.ok && response.some((byte, at) => byte !== changed[at])) taken++;
    } catch (fault) {
      wrong.push(`a timestamp with ${how}: ${fault instanceof Error ? fault.stack : fault}`);
    }
  }
  console.log(`timestamp ${taken} of ${count} changed answers are taken`);
}
