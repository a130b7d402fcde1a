import { Buffer } from "node:buffer";
import type { Json } from "../../base/json.ts";
import { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import { answerRequest } from "../../sandbox/wallet/answer.ts";
import { encryptAnswer, type Encrypting } from "../support/encrypting.ts";
import { startServer } from "../support/server.ts";
import { walletPorts } from "../support/wallet_ports.ts";
import { type Fuzzed, fuzzInLanes } from "./in_lanes.ts";
import type { Chance } from "./mutations.ts";
import { openSender, type Sender } from "./sender.ts";

/** Answers to one session, fewer than would end it. */
const perRound = 90;
/** Maximum megabytes by which the server may grow. */
const growthMax = 256;

/**
 * Sends encrypted answers that were tampered with, or that decrypt to something invalid, to a
 * server of its own. Each must get 400, 413 or, without a session, 404; at the end the valid answer
 * must be accepted.
 */
export async function fuzzEncrypted(
  { count, seed, policyFile }: {
    readonly count: number;
    readonly seed: number;
    readonly policyFile: string;
  },
): Promise<Fuzzed> {
  await using server = await startServer({
    AVAL_KV: ":memory:",
    AVAL_POLICY: policyFile,
    AVAL_VERIFIER_ID: "redirect_uri",
    AVAL_RESPONSE_MODE: "direct_post.jwt",
  });
  const sender = await openSender(server.url);
  const round = (chance: Chance, answers: number) => runRound(sender, chance, answers);
  return await fuzzInLanes({ server, sender, count, seed, perRound, growthMax, round });
}

async function runRound({ send, wrong }: Sender, chance: Chance, answers: number): Promise<void> {
  const started = await send("a session", {
    method: "POST",
    path: "/v1/verify/sessions",
    body: JSON.stringify({ clientId: "fuzz", checkType: "age-verification" }),
  });
  const request = AuthorizationRequest.parse(JSON.parse(started.text).authorizationRequest);
  const members = { vp_token: await goodToken(request) };
  const good = await encryptAnswer(request, members);
  const post = (what: string, response: string) =>
    send(what, {
      method: "POST",
      path: new URL(request.response_uri).pathname,
      contentType: "application/x-www-form-urlencoded",
      body: new URLSearchParams({ response }).toString(),
    });
  for (let n = 0; n < answers; n++) {
    const what = chance.pick(Object.keys(tamperings));
    const response = await tamperings[what]!({ good, request, members, chance });
    if (response === good) continue;
    const { status } = await post(what, response);
    if (![400, 404, 413].includes(status)) {
      wrong.push(`${status} for ${what}: ${response.slice(0, 500)}`);
    }
  }
  const { status } = await post("the good one", good);
  if (status !== 200) wrong.push(`${status} for a good answer after tampered ones`);
}

async function goodToken(request: AuthorizationRequest): Promise<Json> {
  const ports = walletPorts({ now: () => Temporal.Now.instant() });
  const answering = { format: null, person: "clear", claims: {}, breaking: null } as const;
  const answer = await answerRequest(ports, request, answering);
  if (!answer.ok) throw new Error(answer.refusal.message);
  return answer.value.token;
}

interface Tampering {
  readonly good: string;
  readonly request: AuthorizationRequest;
  readonly members: Readonly<Record<string, Json>>;
  readonly chance: Chance;
}

/** Kinds of tampering by name; the result may by chance be the correct answer. */
const tamperings: Readonly<Record<string, (of: Tampering) => string | Promise<string>>> = {
  "letters changed": ({ good, chance }) => {
    const letters = [...good];
    for (let n = chance.below(4); n >= 0; n--) {
      letters[chance.below(letters.length)] = chance.pick([..."AZaz09-_.=+/ ~"]);
    }
    return isSame(letters.join(""), good) ? good : letters.join("");
  },
  "cut off": ({ good, chance }) => good.slice(0, chance.below(good.length)),
  "parts moved": ({ good, chance }) => {
    const parts = good.split(".");
    const at = chance.below(parts.length);
    const other = chance.below(parts.length);
    [parts[at], parts[other]] = [parts[other] ?? "", parts[at] ?? ""];
    return parts.join(".");
  },
  "parts more or fewer": ({ good, chance }) =>
    good.split(".").flatMap((part) => Array(chance.below(3)).fill(part)).join("."),
  "a part of random bytes": ({ good, chance }) => {
    const parts = good.split(".");
    const bytes = Buffer.from(Array.from({ length: chance.below(200) }, () => chance.below(256)));
    parts[chance.below(parts.length)] = bytes.toString("base64url");
    return parts.join(".");
  },
  "very long": ({ good, chance }) => good.repeat(1 + chance.below(200)),
  "another header": ({ good, chance }) => {
    const [, ...rest] = good.split(".");
    return [Buffer.from(chance.pick(headers)(chance)).toString("base64url"), ...rest].join(".");
  },
  "a member of the header": ({ good, chance }) => {
    const [header = "", ...rest] = good.split(".");
    const members = JSON.parse(Buffer.from(header, "base64url").toString());
    members[
      chance.pick(["alg", "enc", "kid", "epk", "zip", "crit", "apu", "apv", "typ", "__proto__"])
    ] = chance.pick(values)(chance);
    return [Buffer.from(JSON.stringify(members)).toString("base64url"), ...rest].join(".");
  },
  "another ephemeral key": ({ good, chance }) => {
    const [header = "", ...rest] = good.split(".");
    const members = JSON.parse(Buffer.from(header, "base64url").toString());
    members.epk[chance.pick(["x", "y", "crv", "kty"])] = chance.pick(coordinates)(chance);
    return [Buffer.from(JSON.stringify(members)).toString("base64url"), ...rest].join(".");
  },
  "encrypted, and no answer": ({ request, members, chance }) => {
    const encrypting: Encrypting = { payload: chance.pick(payloads)(chance, request.state) };
    return encryptAnswer(request, members, encrypting);
  },
};

/** Whether two base64url texts decode to the same bytes, although their unused last bits differ. */
function isSame(one: string, other: string): boolean {
  const read = (text: string) =>
    text.split(".").map((part) => Buffer.from(part, "base64url").toString("hex")).join(".");
  return one === other || read(one) === read(other);
}

const headers: readonly ((chance: Chance) => string)[] = [
  (chance) => "[".repeat(1 + chance.below(5_000)),
  (chance) => `{"alg":${"[".repeat(chance.below(2_000))}}`,
  () => "null",
  () => "[]",
  () => '{"alg":"dir","enc":"A128GCM"}',
  () => '{"alg":"ECDH-ES","alg":"none"}',
  () => '{"__proto__":{"alg":"ECDH-ES"}}',
  (chance) => `{"alg":"PBES2-HS256+A128KW","p2c":${1 + chance.below(2_000_000_000)},"p2s":"AA"}`,
  (chance) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: chance.below(3_000) }, (_, n) => [`n${n}`, n])),
    ),
];

const values: readonly ((chance: Chance) => Json)[] = [
  () => null,
  () => 1e308,
  () => [],
  () => ({}),
  () => "",
  () => ["exp"],
  () => "DEF",
  (chance) => "A".repeat(chance.below(40_000)),
  (chance) => chance.pick(["RSA-OAEP", "dir", "A256KW", "ECDH-ES+A256KW", "A256CBC-HS512", "none"]),
];

const coordinates: readonly ((chance: Chance) => Json)[] = [
  () => "",
  () => "A".repeat(43),
  () => "_".repeat(43),
  (chance) => "A".repeat(chance.below(2_000)),
  () => "P-384",
  () => "OKP",
  () => null,
  () => 7,
];

const payloads: readonly ((chance: Chance, state: string) => string)[] = [
  () => "",
  () => "null",
  () => "\u0000",
  (chance) => "[".repeat(1 + chance.below(20_000)),
  (chance, state) => JSON.stringify({ state, vp_token: "x".repeat(chance.below(60_000)) }),
  (_, state) => JSON.stringify({ state, vp_token: [] }),
  (_, state) => JSON.stringify({ state, vp_token: { unknown: ["x"] } }),
  (_, state) => `{"state":"${state}","vp_token":{"__proto__":["x"]}}`,
  (_, state) => `{"state":"${state}","state":"other","vp_token":{}}`,
  (chance, state) =>
    JSON.stringify({
      state,
      vp_token: Object.fromEntries(
        Array.from({ length: chance.below(2_000) }, (_, n) => [`c${n}`, ["x"]]),
      ),
    }),
  () => JSON.stringify({ state: "A".repeat(43), vp_token: {} }),
  () => JSON.stringify({ vp_token: {} }),
];
