import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { RevocationStatus } from "../../core/presentation/ports.ts";
import type { CheckType } from "../../core/verification/check_type.ts";
import { answerOf, type Claims, type Presenting } from "../support/sandbox_wallet.ts";
import { type Answer, serviceInMemory, type TestService } from "../support/service.ts";
import { putRecord } from "../support/clients.ts";
import { evidenceKeys, openSandboxPack } from "../support/evidence.ts";
import {
  type AnswerFields,
  believingSandbox,
  pathOf,
  present,
  sendAnswer,
  start,
  tokenHeader,
} from "../support/verifying.ts";

/** People whose data would be recognised in a log. */
const people = [
  {
    given_name: "Erika Hildegunst",
    family_name: "Mustermann",
    birthdate: "1984-08-12",
    nationalities: ["DE"],
  },
  {
    given_name: "Åsa Ingegärd",
    family_name: "Öberg-Nilsson",
    birthdate: "1971-11-23",
    nationalities: ["SE", "FI"],
  },
  // Resembles an entry of the sandbox's list, which is spelled otherwise.
  {
    given_name: "Wiktor",
    family_name: "Sandbergow",
    birthdate: "1961-04-12",
    nationalities: ["RU"],
  },
] as const;

const documents = {
  document_number: "LZ6311T475",
  sex: "female-as-shown",
  address: { street_address: "Heidestraße 17", locality: "Köln-Nippes" },
};
const licence = {
  driving_privileges: [{ vehicle_category_code: "QQX", issue_date: "2003-06-19" }],
  document_number: "FS-77-90210",
  issuing_country: "DE",
  expiry_date: "2033-05-31",
};
const mandate = {
  legal_person_identifier: "ATU99887766",
  legal_name: "Öbergs Fischhandel GmbH",
  full_powers: true,
  effective_from_date: "2019-07-04",
  effective_until_date: "2031-09-27",
};

/**
 * Every text in a claim, whole and by words. Short texts are left out, because they occur in any
 * ciphertext by chance.
 */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return [value, ...value.split(/[^\p{L}\p{N}-]+/u)].filter((text) => text.length > 7);
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const secrets = new Set(textsIn([people, documents, licence, mandate]));

/** A text as UTF-8 bytes read one by one, in any case of ASCII letters. */
function asStored(text: string): string {
  return Buffer.from(text).toString("latin1").toLowerCase();
}

/** The base64url texts that occur in every encoding of data with the text, at each offset. */
function inBase64(text: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    // The first and last characters also hold bits of the neighbours.
    return bytes.toString("base64url").slice(before === 0 ? 0 : before + 1, -2);
  }).filter((part) => part.length >= 8);
}

const answers: readonly (readonly [CheckType, Readonly<Record<string, Claims>>])[] = [
  ...people.flatMap((person) => [
    ["aml-identity", { pid_aml_identity: { ...person, ...documents } }] as const,
    ["str-guest-registration", {
      pid_str_guest_registration: { ...person, ...documents },
    }] as const,
    ["age-verification", { pid_birthdate: { ...person, ...documents } }] as const,
    ["login-authentication", { pid_login_authentication: { ...person } }] as const,
    ["corporate-mandate-verification", {
      pid_corporate_mandate_verification: { ...person },
      por_corporate_mandate_verification: { ...mandate },
    }] as const,
  ]),
  ["mobile-driving-licence", { mdl_mobile_driving_licence: licence }],
];

/**
 * Sends valid and invalid answers to a check. @returns the answers, and the texts that must not be
 * stored
 */
async function run(
  service: TestService,
  checkType: CheckType,
  claims: Readonly<Record<string, Claims>>,
): Promise<{ readonly replies: readonly string[]; readonly hidden: readonly string[] }> {
  const acme = service.as("acme");
  const started = await start(acme, checkType, { "idempotency-key": crypto.randomUUID() });
  const request = started.authorizationRequest;
  const make = (wrong: Omit<Presenting, "now" | "claims">) =>
    answerOf(request, { now: service.clock.now(), claims, ...wrong });
  const send = (fields: AnswerFields, json = true) =>
    sendAnswer(service, request, fields, { json });
  const [person] = Object.values(claims);
  const name = String(person?.["family_name"] ?? licence.document_number);
  const wrong = { sdJwt: { binding: { nonce: "x" } }, mdoc: { transcript: new Uint8Array(1) } };
  const good = await make({});
  const replies = [
    await send(await make(wrong), false),
    await send({ vp_token: { [name]: [JSON.stringify(claims)] } }),
    await send({ vp_token: JSON.stringify(claims) }),
    await send({ state: name, vp_token: {} }),
    await send(good, false),
    await send(good, false),
  ];
  assert.deepEqual(replies.map(({ status }) => status), [400, 400, 400, 404, 200, 409]);
  const failed = await start(acme, checkType);
  const refusal = { error: name, error_description: name };
  replies.push(await sendAnswer(service, failed.authorizationRequest, refusal));
  replies.push(await acme.get(pathOf(failed)));
  const token = tokenHeader(started.sessionToken);
  replies.push(await acme.get(pathOf(started), token));
  const read = await acme.get(pathOf(started));
  const pack = read.body.decision.evidencePackCiphertext;
  if (pack !== null) {
    const opened = JSON.stringify((await openSandboxPack(pack)).document);
    assert(opened.includes(name), "the pack holds what the service does not");
    assert(!opened.includes(documents.sex), "and nothing that was not asked for");
  }
  const presentations = Object.values(good.vp_token).flat();
  return {
    replies: [...replies, read].map(({ text }) => text),
    hidden: [
      request.state,
      request.nonce,
      started.sessionToken,
      ...presentations.map((one) => one.slice(-60)),
    ],
  };
}

/** All bytes of the store's files, including deleted rows and the journal. */
async function bytesOf(folder: string): Promise<string> {
  let text = "";
  for await (const { name } of Deno.readDir(folder)) {
    text += Buffer.from(await Deno.readFile(`${folder}/${name}`)).toString("latin1");
  }
  return text;
}

Deno.test("no claim of any wallet is in KV, in a log, on the audit chain or in an answer", async () => {
  const folder = await Deno.makeTempDir();
  const replies: string[] = [];
  const hidden: string[] = [];
  const logLines: string[] = [];
  let audit = "";
  {
    await using service = await serviceInMemory({
      kv: `${folder}/kv.sqlite3`,
      env: { AVAL_LOG: "debug" },
    });
    for (const [checkType, claims] of answers) {
      const ran = await run(service, checkType, claims);
      replies.push(...ran.replies);
      hidden.push(...ran.hidden);
    }
    const acme = service.as("acme");
    audit = JSON.stringify(await service.auditEvents());
    for (const path of ["sessions?clientId=acme&limit=100", "gdpr/export", "usage"]) {
      replies.push((await acme.get(`/v1/verify/${path}`)).text);
    }
    logLines.push(...service.logLines);
  }
  assert(logLines.length > 50 && replies.length > 100 && audit.length > 1_000);
  await assertHidden({ folder, logLines, audit, replies, hidden });
  await Deno.remove(folder, { recursive: true });
});

interface Left {
  readonly folder: string;
  readonly logLines: readonly string[];
  readonly audit: string;
  readonly replies: readonly string[];
  /** Texts besides the claims that must not be stored. */
  readonly hidden: readonly string[];
}

async function assertHidden({ folder, logLines, audit, replies, hidden }: Left): Promise<void> {
  const stored = await bytesOf(folder);
  const places = {
    KV: stored,
    logs: logLines.join("\n"),
    audit,
    answers: replies.join("\n"),
  };
  assert(stored.includes("VERIFICATION_DECISION"), "the files are readable to this test");
  for (const [place, text] of Object.entries(places)) {
    const bytes = place === "KV" ? text.toLowerCase() : asStored(text);
    for (const secret of secrets) {
      assert(!bytes.includes(asStored(secret)), `"${secret}" stands in ${place}`);
      for (const part of inBase64(secret)) {
        assert(!text.includes(part), `"${secret}" stands in ${place}, in base64url`);
      }
    }
    // State, nonce, session token and presentation are the holder's; the first answer gave them.
    for (const one of hidden) assert(!text.includes(one), `an authorization stands in ${place}`);
  }
}

Deno.test("nor where requests fail: faults, outages of an issuer, too many tries, an erasure", async () => {
  const folder = await Deno.makeTempDir();
  const replies: Answer[] = [];
  const hidden: string[] = [];
  const logLines: string[] = [];
  let find = (): Promise<RevocationStatus> => Promise.resolve("valid");
  let audit = "";
  {
    await using service = await serviceInMemory({
      mode: "live",
      kv: `${folder}/kv.sqlite3`,
      env: { AVAL_LOG: "debug" },
      verifying: { ...believingSandbox, revocations: { find: () => find() } },
    });
    const { publicJwk } = await evidenceKeys();
    await putRecord(service, "acme", { evidenceEncryptionKey: publicJwk });
    const acme = service.as("acme");
    for (const [checkType, claims] of answers) {
      const started = await start(acme, checkType);
      const request = started.authorizationRequest;
      const list = { status_list: { idx: 0, uri: "https://issuer.example/lists/1" } };
      const status = Object.fromEntries(Object.keys(claims).map((id) => [id, list]));
      const make = (wrong: Omit<Presenting, "now" | "claims"> = {}) =>
        answerOf(request, { now: service.clock.now(), claims, status, ...wrong });
      const good = await make();
      const send = async () => void replies.push(await sendAnswer(service, request, good));
      find = () => Promise.reject(new Error("A fault of the look-up"));
      await send();
      find = () => Promise.resolve("unknown");
      await send();
      find = () => Promise.resolve("valid");
      const fault = Promise.reject(new Error("A fault of the store"));
      fault.catch(() => {});
      service.holdNextCommit(fault);
      await send();
      const wrong = { sdJwt: { binding: { nonce: "x" } }, mdoc: { transcript: new Uint8Array(1) } };
      const bad = await make(wrong);
      for (let failures = 0; failures < 5; failures++) {
        replies.push(await sendAnswer(service, request, bad));
      }
      await send();
      const statuses = replies.slice(-9).map(({ status }) => status);
      assert.deepEqual(statuses, [500, 400, 500, 400, 400, 400, 400, 400, 409]);
      replies.push(await acme.get(pathOf(started)));
      const completed = await start(acme, checkType);
      replies.push(await present(service, completed, claims));
      assert.equal(replies.at(-1)?.status, 200);
      const presentations = Object.values(good.vp_token).flat();
      hidden.push(request.state, request.nonce, ...presentations.map((one) => one.slice(-60)));
    }
    const erased = await acme.post("/v1/verify/gdpr/erasure-requests", {});
    assert.equal(erased.body.deleted.sessions, 2 * answers.length);
    replies.push(erased);
    audit = JSON.stringify(await service.auditEvents());
    logLines.push(...service.logLines);
  }
  assert(logLines.some((line) => line.includes("A fault of the store")), "faults are logged");
  const texts = replies.map(({ text }) => text);
  await assertHidden({ folder, logLines, audit, replies: texts, hidden });
  await Deno.remove(folder, { recursive: true });
});
