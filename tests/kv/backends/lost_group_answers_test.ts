import assert from "node:assert/strict";
import "../../../base/temporal.ts";
import { UnavailableError } from "../../../base/unavailable.ts";
import type { KeptAnswer } from "../../../core/idempotency/ports.ts";
import { openDenoKv } from "../../../kv/backends/deno_kv.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { openReplays } from "../../../kv/idempotency/replays.ts";
import type { Backend } from "../../../kv/store/backend.ts";
import { createStore } from "../../../kv/store/create_store.ts";
import { embeddedGroups, groupCommits } from "../../../kv/store/group_commits.ts";
import { add } from "../../../kv/store/store.ts";
import { addTo, openUnits } from "../../../kv/store/unit.ts";
import { fixedClock } from "../../support/clock.ts";
import { seededRandom } from "../../support/random.ts";
import { noPause, TEST_SECRET } from "../../support/store.ts";

const keys = Array.from({ length: 24 }, (_, n) => `order-${n}`);

/**
 * A backend that loses the answer of every second committed group, and drops every fifth group
 * before its commit.
 */
function losingGroups(below: Backend): { readonly backend: Backend; readonly lost: () => number } {
  let [groups, lost] = [0, 0];
  return {
    lost: () => lost,
    backend: {
      ...below,
      commit: async (raw) => {
        const isGroup = raw.puts.length > 1 && raw.checks.length > 2;
        const group = isGroup ? ++groups : 0;
        if (group % 5 === 4) throw new UnavailableError("It is not known whether it happened");
        const answer = await below.commit(raw);
        if (group % 2 === 0 || !isGroup) return answer;
        lost++;
        throw new UnavailableError("It is not known whether it happened");
      },
    },
  };
}

Deno.test("an operation runs once for its key, whatever answers of groups are lost", async () => {
  const [clock, random] = [fixedClock(), seededRandom()];
  const { backend, lost } = losingGroups(await openDenoKv({ kind: "memory" }));
  const store = createStore(groupCommits(backend, embeddedGroups), {
    clock,
    random,
    pause: noPause,
  });
  const dataKeys = await openDataKeys({
    store,
    clock,
    random,
    secrets: { current: TEST_SECRET },
  });
  const lifetimes = { windowHours: 24, lapseSeconds: 60, pledgeSeconds: 190 };
  const replays = openReplays({ store, clock, random, keys: dataKeys, lifetimes });
  const units = openUnits(store);
  // Known as counters, so that what adds to them is grouped.
  await store.commit(keys.map((key) => add(["executed", key], 1)));

  /** Sends one request. @returns the text of its answer, or null without one */
  async function request(key: string, attempt: string): Promise<string | null> {
    const scope = { service: "screening", owner: "acme", operation: "POST /", key } as const;
    try {
      const verdict = await replays.reserve(scope, "request");
      if (verdict.kind === "replay") return textOf(verdict.answer);
      if (verdict.kind !== "reserved") return null;
      const unit = units.begin();
      addTo(unit, [add(["executed", key], 1)]);
      const body = { kind: "text", text: attempt } as const;
      verdict.reservation.keep(unit, { status: 200, headers: {}, body });
      return (await units.commit(unit)).kind === "committed" ? attempt : null;
    } catch (cause) {
      assert(cause instanceof UnavailableError);
      return null;
    }
  }

  const answers = new Map(keys.map((key) => [key, new Set<string>()]));
  for (let round = 0; round < 12; round++) {
    // Some keys twice at once; then the reservations lapse whose holders know nothing.
    await Promise.all([...keys, ...keys.slice(0, 4)].map(async (key, n) => {
      const answer = await request(key, `${round}-${n}`);
      if (answer !== null) answers.get(key)?.add(answer);
    }));
    clock.advance({ seconds: 61 });
  }
  for (const [key, given] of answers) {
    assert.equal(await store.count(["executed", key]) - 1, 1, `${key} ran once`);
    assert.equal(given.size, 1, `${key} has one answer`);
  }
  assert(lost() > 2, `${lost()} answers of groups were lost`);
  store.close();
});

function textOf({ body }: KeptAnswer): string {
  return body.kind === "text" ? body.text : "";
}
