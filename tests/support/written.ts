import { Buffer } from "node:buffer";
import type { Backend } from "../../kv/store/backend.ts";

/** All data that a store ever wrote, even if later deleted. */
export interface Written {
  readonly wrapBackend: (backend: Backend) => Backend;
  /** Keys and values of all commits, one line each, one character per byte. */
  text(): string;
  /** Number of writes, for tests that expect none. */
  count(): number;
}

/** A backend that records what passes from a store: keys, values and names of counters. */
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
