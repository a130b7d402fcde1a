/**
 * One operator's act in a process of its own: `risk_kyb_act.ts KV INSTANT ARGS...`, with the
 * arguments of `deno task admin`. Prints its cost as JSON on the last line.
 */
import "../../base/temporal.ts";
import { readSecrets } from "../../cli/admin/command/secrets.ts";
import { openDataKeys } from "../../kv/keys/data_keys.ts";
import { readEnvironment } from "../../service/config/environment.ts";
import type { Backend } from "../../kv/store/backend.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import { fixedClock } from "../support/clock.ts";
import { runOnStore } from "../support/run_on_store.ts";
import { locationOf } from "../support/store_location.ts";

/** Output and cost of an act. */
export interface KybAct {
  readonly out: string;
  readonly milliseconds: number;
  readonly commits: number;
  /** The largest commit: mutations, and bytes of keys and values. */
  readonly mutationsMax: number;
  readonly bytesMax: number;
  /** Peak memory of the process before the act and at its end (Linux). */
  readonly idleBytes: number;
  readonly peakBytes: number;
}

/** A backend wrapper that counts commits. */
function counting() {
  const counted = { commits: 0, mutationsMax: 0, bytesMax: 0 };
  const wrapBackend = (backend: Backend): Backend => ({
    ...backend,
    commit: async (raw) => {
      const done = await backend.commit(raw);
      const bytes = raw.puts.reduce((sum, { bytes: { length } }) => sum + length, 0) +
        JSON.stringify([raw.removes, raw.puts.map(({ key }) => key)]).length;
      counted.commits += 1;
      counted.mutationsMax = Math.max(
        counted.mutationsMax,
        raw.puts.length + raw.removes.length + raw.adds.length,
      );
      counted.bytesMax = Math.max(counted.bytesMax, bytes);
      return done;
    },
  });
  return { counted, wrapBackend };
}

async function peakBytes(): Promise<number> {
  const status = await Deno.readTextFile("/proc/self/status").catch(() => "");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
}

async function act([kv = "", instant = "", ...args]: readonly string[]): Promise<KybAct> {
  const { counted, wrapBackend } = counting();
  const out: string[] = [];
  const tools = {
    clock: fixedClock(instant),
    random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
    pause: (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds)),
    variables: readEnvironment(),
    out: (text: string) => void out.push(text),
    err: () => {},
  };
  const store = await openStore({ ...tools, location: locationOf(kv), wrapBackend });
  const secrets = readSecrets(tools.variables);
  if (!secrets.ok) throw new Error(secrets.refusal.message);
  const dataKeys = await openDataKeys({ ...tools, store, secrets: secrets.value });
  const idleBytes = await peakBytes();
  const began = performance.now();
  const done = await runOnStore(args, { ...tools, store, dataKeys });
  if (!done.ok) throw new Error(done.refusal.message);
  const milliseconds = performance.now() - began;
  store.close();
  return { out: out.join(""), milliseconds, ...counted, idleBytes, peakBytes: await peakBytes() };
}

if (import.meta.main) console.log(JSON.stringify(await act(Deno.args)));
