/** One of several processes on one file: reserves keys, records what it won, and drains the log. */
import "../../../base/temporal.ts";
import { openAuditLog } from "../../../kv/audit/audit_log.ts";
import { openDataKeys } from "../../../kv/keys/data_keys.ts";
import { openStore } from "../../../kv/opening/open_store.ts";
import { openReplays } from "../../../kv/idempotency/replays.ts";
import { openUnits } from "../../../kv/store/unit.ts";
import { fixedClock } from "../../support/clock.ts";
import { TEST_SECRET } from "../../support/store.ts";
import { locationOf } from "../../support/store_location.ts";

/** A process's report at its end. */
export interface RivalReport {
  /** ID of the data key that it uses. */
  readonly keyId: string;
  /** Keys that it won. */
  readonly won: readonly string[];
}

async function compete(location: string, keys: number): Promise<RivalReport> {
  const tools = {
    clock: fixedClock(),
    random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: (milliseconds: number) =>
      new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  };
  const store = await openStore({ ...tools, location: locationOf(location) });
  try {
    const secrets = { current: TEST_SECRET };
    const dataKeys = await openDataKeys({ ...tools, store, secrets });
    const lifetimes = { windowHours: 24, lapseSeconds: 60, pledgeSeconds: 190 };
    const replays = openReplays({ ...tools, store, keys: dataKeys, lifetimes });
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const audit = openAuditLog({ ...tools, store, dataKeys, log });
    const units = openUnits(store);
    const attempts = Array.from({ length: keys }, (_, n) => `key ${n}`).map(async (key) => {
      const scope = { service: "screening", owner: "acme", operation: "POST /", key } as const;
      const verdict = await replays.reserve(scope, "request");
      if (verdict.kind !== "reserved") return [];
      const unit = units.begin();
      audit.record(unit, {
        kind: "SCREENING_REVIEWED",
        clientId: "acme",
        decisionId: key,
        reviewId: key,
        decision: "escalated",
      });
      const body = { kind: "text", text: key } as const;
      verdict.reservation.keep(unit, { status: 200, headers: {}, body });
      const { kind } = await units.commit(unit);
      return kind === "committed" ? [key] : [];
    });
    const won = (await Promise.all(attempts)).flat();
    await audit.drain();
    return { keyId: dataKeys.idempotency.active.id, won };
  } finally {
    store.close();
  }
}

if (import.meta.main) {
  const [location = "", keys = "0"] = Deno.args;
  console.log(JSON.stringify(await compete(location, Number(keys))));
}
