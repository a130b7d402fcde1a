import fc from "fast-check";
import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import { SessionId } from "../../../core/presentation/schema.ts";
import type { LoginGrant } from "../../../core/login/schema.ts";
import { openClientLogins } from "../../../kv/login/client_logins.ts";
import { openLoginCodes } from "../../../kv/login/login_codes.ts";
import { openLoginRequests } from "../../../kv/login/login_requests.ts";
import { openSingleSignOns } from "../../../kv/login/login_sso.ts";
import type { Store } from "../../../kv/store/store.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { type CommitFate, faultyStore, unlessInjected } from "../../support/faulty_store.ts";
import { type StoreInMemory, storeInMemory } from "../../support/store.ts";
import { runs } from "../../support/runs.ts";

const acme = ClientId.parse("acme");
const grant: LoginGrant = {
  clientId: acme,
  mode: "sandbox",
  redirectUri: "https://rp.example/callback",
  codeChallenge: "a".repeat(43),
  nonce: null,
  subject: "subject-of-acme",
  authTime: "2026-03-02T09:00:00.000Z",
};

/** The login's stores, as one process opens them. */
function logins({ clock, random, dataKeys }: StoreInMemory, store: Store) {
  const units = openUnits(store);
  const atRest = dataKeys["at-rest"];
  const opening = { store, clock, random, atRest, codeSeconds: 60, ssoHours: 8 };
  const audit = { record: () => {}, recordNow: () => Promise.resolve() };
  return {
    units,
    requests: openLoginRequests({ ...opening, tokens: dataKeys["session-token"] }),
    codes: openLoginCodes({
      ...opening,
      mode: "sandbox",
      units,
      audit,
      loginCounts: { note: () => {} },
    }),
    singleSignOns: openSingleSignOns(opening),
    erase: () => openClientLogins({ store, atRest }).erase(acme),
  };
}

/** Begins a login in a store without faults. @returns its id */
async function begin(service: StoreInMemory): Promise<string> {
  const { units, requests } = logins(service, service.store);
  const unit = units.begin();
  const id = requests.add(unit, {
    clientId: acme,
    mode: "sandbox",
    redirectUri: grant.redirectUri,
    codeChallenge: grant.codeChallenge,
    nonce: null,
    state: null,
    browser: null,
    query: "",
    sessionId: SessionId.parse("019cadc6-9a80-78d1-bd81-e00196234796"),
    pendingUntil: "2026-03-02T09:05:00.000Z",
  });
  assert.equal((await units.commit(unit)).kind, "committed");
  return id;
}

const someFate = fc.oneof(
  { arbitrary: fc.constant<CommitFate>("pass"), weight: 3 },
  {
    arbitrary: fc.constantFrom<CommitFate>(
      ...["stall", "lose", "fail before", "fail after", "die before", "die after"] as const,
    ),
    weight: 1,
  },
);
/** A process that polls, redeems its code, sends it again or erases, in some order. */
const someProcess = fc.record({
  acts: fc.array(fc.constantFrom("poll", "redeem", "redeem", "replay"), {
    minLength: 1,
    maxLength: 6,
  }),
  fates: fc.array(someFate, { maxLength: 10 }),
});

Deno.test("of polls and redemptions one code comes and one of them wins, whatever is lost, delayed or dies", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(someProcess, { minLength: 2, maxLength: 4 }),
      fc.boolean(),
      async (scheduler, processes, erases) => {
        await using service = await storeInMemory();
        const id = await begin(service);
        const given: { readonly code: string; readonly singleSignOn: string }[] = [];
        const won: string[] = [];
        let replayed = 0;

        const running = processes.map(async ({ acts, fates }, index) => {
          const { store } = faultyStore(service.store, {
            scheduling: { schedule: (task, label) => scheduler.schedule(task, label) },
            fates,
            name: `process ${index}`,
          });
          const { units, requests, codes } = logins(service, store);
          const poll = async () => {
            const open = (await requests.find(id))?.open;
            if (open === null || open === undefined) return;
            if (open.issued !== null) return void given.push(open.issued);
            const unit = units.begin();
            const issued = await open.issue(unit, grant);
            if ((await units.commit(unit)).kind === "committed") given.push(issued);
          };
          const show = async (replay: boolean) => {
            const found = given[0] === undefined ? null : await codes.find(given[0].code);
            if (found === null) return;
            if (replay && found.isUsed) {
              await found.endReplayed();
              replayed += 1;
            } else if (await found.redeem()) won.push(given[0]?.code ?? "");
          };
          for (const act of acts) {
            await (act === "poll" ? poll() : show(act === "replay")).catch(unlessInjected);
          }
        });
        const erasing = erases
          ? logins(
            service,
            faultyStore(service.store, {
              scheduling: { schedule: (task, label) => scheduler.schedule(task, label) },
              fates: [],
              name: "erasure",
            }).store,
          ).erase()
          : Promise.resolve();
        await scheduler.waitFor(Promise.all([...running, erasing]));

        assert(new Set(given.map(({ code }) => code)).size <= 1, "two codes were given");
        assert(won.length <= 1, "two redeemed it");
        const { codes, singleSignOns } = logins(service, service.store);
        const [first] = given;
        if (first === undefined) return;
        const found = await codes.find(first.code);
        const session = await singleSignOns.find(first.singleSignOn);
        if (erases) return void assert.deepEqual([found, session], [null, null]);
        assert(found !== null);
        if (won.length === 1) assert(found.isUsed);
        if (replayed > 0) assert.equal(session, null);
        const mayEnd = processes.some(({ acts }) => acts.includes("replay"));
        if (!mayEnd) assert(session !== null, "nobody has shown the code again");
      },
    ),
    { numRuns: runs(150) },
  );
});
