import { Buffer } from "node:buffer";
import type { Backend } from "../../kv/store/backend.ts";

/** What a store has written, whatever became of it since. */
export interface Written {
  readonly wrapBackend: (backend: Backend) => Backend;
  /** Every key and value of every commit, one line each, as bytes read one by one. */
  text(): string;
  /** How many there were: what writes nothing leaves it as it is. */
  count(): number;
}

/** Keeps what passes from a store to its backend: keys, values and names of counters. */
export function recordingBackend(): Written {
  const lines: string[] = [];
  return {
    wrapBackend: (backend) => ({
      ...backend,
      commit: async (commit) => {
        for (const { key, bytes } of commit.puts) {
          lines.push(`${keyText(key)} ${Buffer.from(bytes).toString("latin1")}`);
        }
        for (const { key } of commit.adds) lines.push(keyText(key));
        return await backend.commit(commit);
      },
    }),
    text: () => lines.join("\n"),
    count: () => lines.length,
  };
}

function keyText(key: readonly (string | number)[]): string {
  return Buffer.from(key.join("/")).toString("latin1");
}
