import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import { batchBody, BATCHES } from "../support/credential_batches.ts";
import { approvedDegree, type Institution, institutionAt } from "../support/credential_journey.ts";
import { requestOf } from "../support/issuance.ts";
import { startServer } from "../support/server.ts";
import { templatesPath } from "../support/templates.ts";
import {
  claimsText,
  issuerInputs,
  patternTemplate,
  patternValue,
  plausibleTemplate,
} from "./credential_inputs.ts";
import { type Fuzzed, fuzzInLanes } from "./in_lanes.ts";
import type { Chance } from "./mutations.ts";
import { openSender, type Send } from "./sender.ts";
import { goodProof, walletInputs, type WalletStanding } from "./wallet_inputs.ts";

/** Requests of one lane before it continues with a new offer. */
const perRound = 49;
/**
 * Maximum megabytes by which the server may grow after the first answers. A parsed batch of 8 MiB
 * of empty objects takes about 100, and every lane may send one at the same time.
 */
const growthMax = 448;

/**
 * Sends hostile schemas, frames, patterns, CSV, rows, key proofs and wallet requests to a server of
 * its own. Each must be answered in time with a documented status, and the server must not end.
 */
export async function fuzzCredentials(
  { count, seed, policyFile }: {
    readonly count: number;
    readonly seed: number;
    readonly policyFile: string;
  },
): Promise<Fuzzed> {
  await using server = await startServer({
    AVAL_KV: ":memory:",
    AVAL_POLICY: policyFile,
    AVAL_BASE_URL: "http://localhost:8000",
  });
  const run = await openRun(server.url);
  const { round } = run;
  return await fuzzInLanes({ server, sender: run, count, seed, perRound, growthMax, round });
}

async function openRun(url: string) {
  const institution = institutionAt(url);
  const templateId = await approvedDegree(institution);
  const sender = await openSender(url);
  const { send, wrong } = sender;

  async function round(chance: Chance, requests: number): Promise<void> {
    const standing = await walletStanding(url, templateId);
    for (let n = 0; n < requests; n++) {
      const issuers = chance.below(2) === 0;
      const what = chance.pick(Object.keys(issuers ? issuerInputs : walletInputs));
      const made = issuers
        ? issuerInputs[what]!(chance, { templateId })
        : await walletInputs[what]!(chance, standing);
      const { status } = await send(what, made);
      const isIssued = made.path === "/v1/credentials" && status < 300;
      if (isIssued) wrong.push(`a credential for ${what}: ${made.body?.slice(0, 1_000)}`);
    }
    await trySchema(institution, send, {
      what: "patterns",
      template: patternTemplate(chance),
      claims: () => JSON.stringify({ a: patternValue(chance) }),
    });
    for (let schemas = 0; schemas < 5; schemas++) {
      await trySchema(institution, send, {
        what: "schemas that look right",
        template: plausibleTemplate(chance),
        claims: () => claimsText(chance),
      });
    }
    const proof = requestOf(await goodProof(standing), {
      credential_configuration_id: standing.templateId,
    });
    const { status, text } = await send("a good proof", {
      method: "POST",
      path: "/v1/credentials",
      headers: { authorization: `Bearer ${standing.token}` },
      body: JSON.stringify(proof),
    });
    if (status !== 200) wrong.push(`${status} for a good proof after hostile ones: ${text}`);
  }

  return { ...sender, round };
}

/** Uses a hostile schema on students' claims, if it is accepted. */
async function trySchema(
  { registry, reviewer }: Institution,
  send: Send,
  { what, template, claims }: {
    readonly what: string;
    readonly template: string;
    /** JSON text. */
    readonly claims: () => string;
  },
): Promise<void> {
  const created = await send(what, { method: "POST", path: templatesPath, body: template });
  if (created.status !== 201) return;
  const { templateId } = JSON.parse(created.text);
  await registry.post(`${templatesPath}/${templateId}/submit`, {});
  await reviewer.post(`${templatesPath}/${templateId}/review`, { decision: "APPROVED" });
  const row = {
    studentFullName: "Student",
    studentEmail: "s@student.example",
    claimValues: "HERE",
  };
  const rows = Array.from(
    { length: 20 },
    () => JSON.stringify(row).replace('"HERE"', () => claims()),
  );
  await send(`rows against ${what}`, {
    method: "POST",
    path: BATCHES,
    body: JSON.stringify(batchBody(templateId, ["HERE"])).replace('"HERE"', () => rows.join()),
  });
}

/** A wallet that has exchanged the code of a demo offer. */
async function walletStanding(url: string, templateId: string): Promise<WalletStanding> {
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }).then((answer) => answer.json());
  const { credentialOffer } = await post("/v1/credentials/sandbox/demo-offer", {});
  const [offered = templateId] = credentialOffer.credential_configuration_ids;
  const token = await post("/v1/credentials/token", {
    grant_type: preAuthorizedCodeGrant,
    "pre-authorized_code": credentialOffer.grants[preAuthorizedCodeGrant]["pre-authorized_code"],
  });
  const now = Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000);
  return { templateId: offered, token: token.access_token, nonce: token.c_nonce, now };
}
