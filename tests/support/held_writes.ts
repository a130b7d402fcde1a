import type { Backend, RawCommit } from "../../kv/store/backend.ts";

/** Delays commits below a store, so that something else can happen in between. */
export interface HeldWrites {
  readonly wrapBackend: (backend: Backend) => Backend;
  /**
   * Makes the next commit that writes this kind of key wait for `release`; `reached` resolves once
   * it waits.
   */
  holdNext(kind: string): { readonly reached: Promise<void>; readonly release: () => void };
}

/** Makes a backend whose commits a test can delay. */
export function heldWrites(): HeldWrites {
  let hold: { kind: string; reached: () => void; until: Promise<void> } | null = null;
  const isOf = ({ puts, removes }: RawCommit, kind: string) =>
    [...puts.map(({ key }) => key), ...removes].some(([first]) => first === kind);
  return {
    wrapBackend: (backend) => ({
      ...backend,
      commit: async (commit) => {
        const held = hold;
        if (held !== null && isOf(commit, held.kind)) {
          hold = null;
          held.reached();
          await held.until;
        }
        return await backend.commit(commit);
      },
    }),
    holdNext: (kind) => {
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
      const { promise: until, resolve: release } = Promise.withResolvers<void>();
      hold = { kind, reached: reach, until };
      return { reached, release };
    },
  };
}
