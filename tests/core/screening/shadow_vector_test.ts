import assert from "node:assert/strict";
import { jsonLog } from "../../../base/json_log.ts";
import { defaultPolicy } from "../../../core/policy/policy.ts";
import type { CommitOutcome, Unit } from "../../../base/unit.ts";
import type { Vectors } from "../../../core/screening/ports.ts";
import { ok, refuse } from "../../../base/result.ts";
import { DecisionId } from "../../../core/screening/decision_schema.ts";
import { openShadow } from "../../../core/screening/shadow_vector.ts";
import { silentTelemetry } from "../../../core/telemetry/silent.ts";
import { fixedClock } from "../../support/clock.ts";

const decisionId = DecisionId.parse("0198c0de-0000-7000-8000-00000000000a");
const question = { decisionId, name: "Wilhelmina Recognisable", listed: ["One", "Two"] };
const never = new Promise<never>(() => {});

/** A shadow comparison over units with this outcome, and its records. */
function shadowOf(compare: Vectors["compare"], outcome: CommitOutcome = { kind: "committed" }) {
  const lines: string[] = [];
  const asked: string[] = [];
  const deadline = new AbortController();
  const opened = openShadow({
    vectors: {
      compare: (name, listed, signal) => {
        asked.push(name);
        return compare(name, listed, signal);
      },
    },
    units: { begin: () => ({}) as Unit, commit: () => Promise.resolve(outcome) },
    rules: { ...defaultPolicy.vector, underWayEntriesMax: 2 },
    log: jsonLog({ level: "debug", clock: fixedClock(), write: (line) => void lines.push(line) }),
    telemetry: silentTelemetry,
    deadline: () => deadline.signal,
  });
  const decide = async () => {
    const unit = opened.units.begin();
    opened.shadow.note(unit, question);
    assert.deepEqual(await opened.units.commit(unit), outcome);
  };
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const logged = () =>
    lines.map((line) => {
      const { event, decisionId: id, layer, scores, reason } = JSON.parse(line);
      assert.deepEqual([id, layer], [decisionId, "vector"]);
      assert(!/Wilhelmina|Recognisable|One|Two/.test(line), line);
      return [event, scores ?? reason];
    });
  return { ...opened, asked, decide, settle, logged, passDeadline: () => deadline.abort() };
}

Deno.test("openShadow() logs what a provider says, and of a bad answer that it was one", async (t) => {
  const cases: readonly {
    why: string;
    compare: Vectors["compare"];
    expected: readonly (readonly string[])[];
  }[] = [
    {
      why: "scores",
      compare: () => Promise.resolve(ok([0.98765, -1])),
      expected: [["shadow_vector", "0.9877 -1.0000"]],
    },
    {
      why: "no numbers",
      compare: () => Promise.resolve(ok([NaN, Infinity])),
      expected: [["shadow_vector", "none none"]],
    },
    {
      why: "too few and too many",
      compare: () => Promise.resolve(ok([0.5])),
      expected: [["shadow_vector", "0.5000 none"]],
    },
    {
      why: "what is no number",
      compare: () => Promise.resolve(ok(["0.5", null] as never)),
      expected: [["shadow_vector", "none none"]],
    },
    {
      why: "a refusal",
      compare: () => Promise.resolve(refuse({ code: "status" })),
      expected: [["shadow_vector_failed", "status"]],
    },
    {
      why: "left alone",
      compare: () => Promise.resolve(refuse({ code: "left_alone" })),
      expected: [],
    },
    {
      why: "it rejects",
      compare: (name) => Promise.reject(new Error(name)),
      expected: [["shadow_vector_failed", "fault"]],
    },
    {
      why: "it throws",
      compare: (name) => {
        throw new Error(name);
      },
      expected: [["shadow_vector_failed", "fault"]],
    },
    {
      why: "nothing at all",
      compare: () => Promise.resolve(undefined as never),
      expected: [["shadow_vector_failed", "fault"]],
    },
  ];
  for (const { why, compare, expected } of cases) {
    await t.step(why, async () => {
      const shadow = shadowOf(compare);
      await shadow.decide();
      await shadow.settle();
      assert.deepEqual(shadow.logged(), expected);
    });
  }
});

Deno.test("openShadow() asks about no decision that is not on file", async () => {
  for (const outcome of [{ kind: "lost" }, { kind: "refused", code: "x" }] as const) {
    const shadow = shadowOf(() => Promise.resolve(ok([1, 1])), outcome);
    await shadow.decide();
    await shadow.settle();
    assert.deepEqual([shadow.asked, shadow.logged()], [[], []]);
  }
});

Deno.test("openShadow() asks about so many decisions at a time, and gives up by the deadline", async () => {
  const shadow = shadowOf(() => never);
  for (let decision = 0; decision < 5; decision++) await shadow.decide();
  assert.equal(shadow.asked.length, 2);
  shadow.passDeadline();
  await shadow.settle();
  assert.deepEqual(shadow.logged(), Array(2).fill(["shadow_vector_failed", "deadline"]));
  await shadow.decide();
  assert.equal(shadow.asked.length, 3, "there is room again");
});

Deno.test("openShadow() says nothing more once it is closed", async () => {
  const shadow = shadowOf(() => never);
  await shadow.decide();
  shadow.close();
  await shadow.settle();
  await shadow.decide();
  assert.deepEqual([shadow.asked.length, shadow.logged()], [1, []]);
});
