import assert from "node:assert/strict";
import type { AuditEvent } from "../../../core/audit/event.ts";
import type { CommitOutcome, Unit } from "../../../base/unit.ts";
import { countDecisions } from "../../../core/telemetry/count_decisions.ts";
import { countLog } from "../../../core/telemetry/count_log.ts";
import {
  authorizePath,
  openBrowser,
  openPage,
  proveLogin,
  registerLogin,
} from "../../support/login_journey.ts";
import { serviceInMemory } from "../../support/service.ts";
import { recordedTelemetry } from "../../support/telemetry.ts";
import { present, start } from "../../support/verifying.ts";

const decided: AuditEvent = {
  kind: "SCREENING_DECISION",
  clientId: "acme",
  decisionId: "01890a5d-ac96-774b-bcce-b302099a8057",
  mode: "live",
  classification: "POSSIBLE_MATCH",
  engineVersion: "1",
  gatesHash: "a",
  ensembleWeightsHash: "b",
  listSnapshotIds: [],
};
const series = "aval.screening.decisions POSSIBLE_MATCH live";

Deno.test("countDecisions() counts what is committed, once, and what fails or is lost never", async (t) => {
  const cases: readonly {
    readonly why: string;
    readonly outcomes: readonly (CommitOutcome | "fails")[];
    readonly expected: number;
  }[] = [
    { why: "committed", outcomes: [{ kind: "committed" }], expected: 1 },
    {
      why: "lost, then committed",
      outcomes: [{ kind: "lost" }, { kind: "committed" }],
      expected: 1,
    },
    { why: "refused", outcomes: [{ kind: "refused", code: "not_found" }], expected: 0 },
    { why: "the store fails", outcomes: ["fails"], expected: 0 },
  ];
  for (const { why, outcomes, expected } of cases) {
    await t.step(why, async () => {
      const { telemetry, counted } = recordedTelemetry();
      const left = [...outcomes];
      const { audit, units } = countDecisions({
        audit: { record: () => {}, recordNow: () => Promise.resolve() },
        units: {
          begin: () => ({}) as Unit,
          commit: () => {
            const outcome = left.shift();
            return outcome === undefined || outcome === "fails"
              ? Promise.reject(new Error("The store is away"))
              : Promise.resolve(outcome);
          },
        },
      }, telemetry);
      for (const outcome of outcomes) {
        const unit = units.begin();
        audit.record(unit, decided);
        const committing = units.commit(unit);
        if (outcome === "fails") await assert.rejects(committing);
        else assert.deepEqual(await committing, outcome);
      }
      assert.equal(counted.get(series), expected);
    });
  }
});

Deno.test("countDecisions() counts verifications by how they ended, each from 0", async () => {
  const { telemetry, counted } = recordedTelemetry();
  const { audit, units } = countDecisions({
    audit: { record: () => {}, recordNow: () => Promise.resolve() },
    units: {
      begin: () => ({}) as Unit,
      commit: () => Promise.resolve({ kind: "committed" }),
    },
  }, telemetry);
  const unit = units.begin();
  audit.record(unit, {
    kind: "VERIFICATION_DECISION",
    clientId: "acme",
    sessionId: "01890a5d-ac96-774b-bcce-b302099a8057",
    mode: "live",
    checkType: "age-verification",
    templateVersion: "age-verification@2",
    countryCode: null,
    booleanProofs: { ageOver18: false },
    amlResult: null,
    frozenDecisionArtifact: null,
  });
  await units.commit(unit);
  const of = (decision: string, mode: string) =>
    counted.get(`aval.verification.decisions ${decision} ${mode}`);
  assert.deepEqual([of("UNDER_18", "live"), of("UNDER_18", "sandbox"), of("OVER_18", "live")], [
    1,
    0,
    0,
  ]);
});

Deno.test("countLog() counts warnings and errors by event, and knows those that alerts await as 0", async () => {
  const { telemetry, counted } = recordedTelemetry();
  const lines: string[] = [];
  const log = countLog({
    debug: (event) => void lines.push(event),
    info: (event) => void lines.push(event),
    warn: (event) => void lines.push(event),
    error: (event) => void lines.push(event),
  }, telemetry);
  const rules = await Deno.readTextFile(
    new URL("../../../deploy/observability/prometheus/alerts.yml", import.meta.url),
  );
  const awaited = [...rules.matchAll(/aval_event=~?"([^"]+)"/g)]
    .flatMap(([, events = ""]) => events.split("|"));
  assert(awaited.includes("audit_chain_broken"));
  for (const event of awaited) {
    const levels = ["warn", "error"].map((level) =>
      counted.get(`aval.log.records ${event} ${level}`)
    );
    assert(levels.includes(0), event);
  }
  log.debug("answered");
  log.info("introspection_rejected");
  log.warn("anomaly", { clientId: "acme" });
  log.error("fault", new Error("x"));
  assert.deepEqual(lines, ["answered", "introspection_rejected", "anomaly", "fault"]);
  assert.equal(counted.get("aval.log.records anomaly warn"), 1);
  assert.equal(counted.get("aval.log.records fault error"), 1);
  assert(![...counted.keys()].some((key) => /answered|introspection|acme/.test(key)));
});

Deno.test("answers that do not verify are counted by the rule that they broke", async () => {
  const { telemetry, counted } = recordedTelemetry();
  await using service = await serviceInMemory({ telemetry });
  const started = await start(service.as("acme"), "age-verification");
  const claims = { pid_birthdate: { birthdate: "1984-08-12" } };
  const odd = [
    { sdJwt: { binding: { nonce: "another" } } },
    { sdJwt: { header: { x5c: [] } } },
    { sdJwt: { header: { x5c: ["c3RyYW5nZXI="] } } },
    {},
  ];
  for (const presenting of odd) await present(service, started, claims, presenting);
  const of = (code: string) => counted.get(`aval.verification.refusals ${code} sandbox`);
  assert.deepEqual([of("key_binding_nonce_differs"), of("chain_malformed")], [1, 2]);
  assert.equal(counted.get("aval.verification.decisions OVER_18 sandbox"), 1);
});

Deno.test("logins are counted by how far they came, once each, after their commit", async () => {
  const { telemetry, counted } = recordedTelemetry();
  await using service = await serviceInMemory({ telemetry });
  await registerLogin(service);
  const browser = openBrowser(service);
  const waiting = await openPage(browser);
  await browser.get(waiting.statusPath);
  await proveLogin(service, waiting);
  await Promise.all(Array.from({ length: 8 }, () => browser.get(waiting.statusPath)));
  await browser.get(authorizePath());
  await browser.head(authorizePath());
  await browser.get(authorizePath({ client_id: "nobody" }));
  const of = (outcome: string) => counted.get(`aval.logins sandbox ${outcome}`);
  assert.deepEqual(
    ["started", "proved", "single_sign_on", "replayed"].map(of),
    [1, 1, 1, 0],
  );
});
