import type { Backend } from "../../kv/store/backend.ts";

/** When a process dies, relative to a commit. */
export type Death = "before" | "after";

/** The error for callers of a dead process. */
export class Died extends Error {}

/**
 * Makes a backend whose process dies at a given commit (from 0), either before the commit or after
 * it but before its answer.
 */
export function dyingAt(commit: number, death: Death): {
  readonly wrapBackend: (backend: Backend) => Backend;
  readonly hasDied: () => boolean;
} {
  let commits = 0;
  let dead = false;
  return {
    hasDied: () => dead,
    wrapBackend: (backend) => ({
      ...backend,
      commit: async (raw) => {
        if (dead) throw new Died();
        const dies = commits++ === commit;
        if (!dies) return await backend.commit(raw);
        dead = true;
        if (death === "after") await backend.commit(raw);
        throw new Died();
      },
    }),
  };
}
