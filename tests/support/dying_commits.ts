import type { Backend } from "../../kv/store/backend.ts";

/** What becomes of the commit at which a process dies. */
export type Death = "before" | "after";

/** What a process gets that died. */
export class Died extends Error {}

/**
 * A backend whose process dies at one of its commits, counted from 0: before it, or after it and
 * before its answer.
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
