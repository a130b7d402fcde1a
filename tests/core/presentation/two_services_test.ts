import assert from "node:assert/strict";
import { z } from "zod";
import { openKeyedQueue } from "../../../base/keyed_queue.ts";
import { jsonLog } from "../../../base/json_log.ts";
import { ok } from "../../../base/result.ts";
import { ClientId } from "../../../core/access/schema.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import { answerSessionSerially } from "../../../core/presentation/answer_session_serially.ts";
import type { AnswerHandling } from "../../../core/presentation/answer_session.ts";
import { beginSession } from "../../../core/presentation/begin_session.ts";
import {
  type CheckDefinition,
  checkRegistry,
} from "../../../core/presentation/check_definition.ts";
import type { PresentationPorts } from "../../../core/presentation/ports.ts";
import { readBack } from "../../../core/presentation/read_back.ts";
import { SessionId, sessionSchema } from "../../../core/presentation/schema.ts";
import { withoutOneTimeRecords } from "../../../kv/client_data/without_one_time_records.ts";
import { disclosedClaims, openDisclosedClaims } from "../../../kv/credentials/disclosed_claims.ts";
import { defineKey } from "../../../kv/store/define_key.ts";
import { openPresentationSessions } from "../../../kv/presentation/presentation_sessions.ts";
import { openSessionTokens } from "../../../kv/verification/session_tokens.ts";
import { put } from "../../../kv/store/store.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { sandboxAuthority } from "../../../sandbox/invented/credentials.ts";
import { noEvents } from "../../support/events.ts";
import { answerOf } from "../../support/sandbox_wallet.ts";
import { noPause, type StoreInMemory, storeInMemory } from "../../support/store.ts";
import { trustIn } from "../../support/trust.ts";

/** A service other than verification: it requests a licence and records its number. */
interface HireKind {
  readonly service: "credentials";
  readonly checkType: "car-hire";
  readonly decision: { readonly licence: string };
}

const nameSpace = "org.iso.18013.5.1";
const hire: CheckDefinition<string> = {
  version: 3,
  delivers: "claims",
  query: {
    credentials: [{
      id: "licence",
      format: "mso_mdoc",
      meta: { doctype_value: `${nameSpace}.mDL` },
      claims: [{ path: [nameSpace, "document_number"] }],
    }],
  },
  judge: (claims) => ok(JSON.stringify(claims.get("licence"))),
};
const checks = checkRegistry({ "car-hire": hire });
const schema = sessionSchema({
  service: z.literal("credentials"),
  checkType: z.literal("car-hire"),
  decision: z.object({ licence: z.string() }).readonly(),
});

function claimsIn(at: StoreInMemory) {
  const atRest = at.dataKeys["at-rest"];
  return openDisclosedClaims({ ...at, atRest, pause: noPause, claimsDays: 30 });
}

/** The ports of one service on a store; `kind` begins its keys. */
function portsOn(at: StoreInMemory, kind: string): PresentationPorts<HireKind> {
  return {
    clock: at.clock,
    random: at.random,
    log: jsonLog({ level: "error", clock: at.clock, write: () => {} }),
    answerQueue: openKeyedQueue(1),
    events: noEvents,
    revocations: { find: () => Promise.resolve("valid") },
    sessions: openPresentationSessions<HireKind>({
      ...at,
      deliveries: claimsIn(at),
      schema,
      atRest: at.dataKeys["at-rest"],
      undecidedHours: { api: 720, login: 24 },
      keys: { session: keysOf(`${kind}_session`), client: keysOf(`client_${kind}_session`) },
    }),
    sessionTokens: openSessionTokens(at.dataKeys["session-token"]),
    trust: trustIn([sandboxAuthority()]),
    presentation: {
      baseUrl: "https://aval.example",
      identity: { kind: "redirect_uri" },
      responseMode: "direct_post",
      signer: null,
      verifierInfo: [],
      rules: { ...defaultPolicy.verification, tokenHours: 24 },
    },
  };
}

const recorded: string[] = [];
const handling: AnswerHandling<HireKind, string> = {
  checks,
  conclude: (_, { proof }) =>
    Promise.resolve(ok({
      decision: { licence: proof },
      delivery: { kind: "claims", claims: { licence: proof } },
      subject: null,
    })),
  recordDecision: (_, { id }) => void recorded.push(id),
  countRefusal: (code) => void recorded.push(code),
};

const client = ClientId.parse("acme");
const mode = "sandbox";

async function begin(at: StoreInMemory, ports: PresentationPorts<HireKind>) {
  const units = openUnits(at.store);
  const unit = units.begin();
  const session = beginSession(ports, {
    unit,
    service: "credentials",
    client,
    mode,
    startedFor: "api",
    path: "/v1/hire/sessions",
    checkType: "car-hire",
    templateVersion: checks.versionOf("car-hire"),
    query: hire.query,
    countryCode: null,
    packKey: null,
    tokenKeyId: null,
    pendingMinutes: 5,
  });
  assert.equal((await units.commit(unit)).kind, "committed");
  return session;
}

function read(ports: PresentationPorts<HireKind>, id: SessionId) {
  const caller = { kind: "sandbox", clientId: client, named: true } as const;
  return readBack(ports, { id, mode, caller, delivery: "claim", isAgent: false, isHead: false });
}

Deno.test("a service of its own check, path and decision runs its sessions on the engine", async () => {
  await using at = await storeInMemory();
  const ports = portsOn(at, "hire");
  const { id, request, templateVersion } = await begin(at, ports);
  assert.equal(templateVersion, "car-hire@3");
  assert.equal(request.response_uri, `https://aval.example/v1/hire/sessions/${id}/responses`);
  const licence = { document_number: "B-1" };
  const answer = await answerOf(request, { now: at.clock.now(), claims: { licence } });
  const units = openUnits(at.store);
  const unit = units.begin();
  const answered = await answerSessionSerially(ports, handling, { unit, mode, id, answer });
  assert(answered.ok);
  assert.equal((await units.commit(unit)).kind, "committed");
  const decision = { licence: JSON.stringify({ [nameSpace]: licence }) };
  assert.deepEqual(answered.value, { status: "completed", decision, redirectUri: null });
  assert.deepEqual(recorded, [id]);
  const reads = await Promise.all(Array.from({ length: 64 }, () => read(ports, id)));
  for (const found of reads) {
    assert(found.ok && found.value.session.outcome.status === "completed");
    assert.deepEqual(found.value.session.outcome.decision, decision);
  }
  const delivered = reads.flatMap((found) => found.ok ? found.value.delivered ?? [] : []);
  assert.deepEqual(delivered, [{ kind: "claims", claims: decision }], "one of 64 reads has them");
  assert.equal(await at.store.get(z.unknown(), disclosedClaims.key(id)), null);
});

Deno.test("claims wait for 30 days, and a restore leaves them out", async () => {
  await using at = await storeInMemory();
  const deliveries = claimsIn(at);
  const units = openUnits(at.store);
  const unit = units.begin();
  const id = SessionId.parse("019a5f4e-7c00-7000-8000-000000000001");
  const claims = { family_name: "Mustermann" };
  deliveries.keep(unit, id, { kind: "claims", claims });
  assert.throws(() => deliveries.keep(unit, id, { kind: "pack", ciphertext: "a JWE" }));
  await units.commit(unit);
  const record = {
    key: disclosedClaims.key(id) as [string, string],
    value: new Uint8Array(),
    expiresAt: null,
  };
  async function* records() {
    yield record as never;
  }
  assert.deepEqual(await Array.fromAsync(withoutOneTimeRecords(records())), []);
  const check = { kind: "check", key: ["session"], versionstamp: null } as const;
  const first = {
    state: "ready",
    claim: undefined,
    check,
    deliverTo: () => put(z.string(), ["session"], "delivered"),
  } as const;
  at.clock.advance({ hours: 30 * 24 });
  assert.equal(await deliveries.claim({ id, first, read: () => Promise.resolve(first) }), null);
  at.clock.advance({ seconds: -1 });
  const read = () => Promise.resolve(first);
  assert.deepEqual(await deliveries.claim({ id, first, read }), { kind: "claims", claims });
});

Deno.test("a session of one service is unknown to another of the same client and store", async () => {
  await using at = await storeInMemory();
  const [one, other] = [portsOn(at, "hire"), portsOn(at, "lease")];
  const { id, request: { state } } = await begin(at, one);
  assert((await read(one, id)).ok);
  assert.deepEqual(await read(other, id), { ok: false, refusal: { code: "not_found" } });
  const page = { limit: 10, cursor: null };
  assert.deepEqual((await other.sessions.list(client, mode, page)).sessions, []);
  assert.equal(await other.sessions.erase(client), 0);
  const answer = { state, error: "access_denied" };
  const unit = openUnits(at.store).begin();
  const answered = await answerSessionSerially(other, handling, { unit, mode, id, answer });
  assert.deepEqual(answered, { ok: false, refusal: { code: "not_found" } });
  assert.equal((await one.sessions.list(client, mode, page)).sessions.length, 1);
});

/** A kind of key outside the service's own. */
function keysOf(name: string) {
  const nothing = { parts: [], value: "", lifetime: null, personal: "no", protected: null };
  return defineKey({ name, ...nothing });
}
