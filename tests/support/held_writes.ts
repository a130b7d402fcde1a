import type { Backend, RawCommit } from "../../kv/store/backend.ts";

/** Holds commits back below a store, so that something else comes in between. */
export interface HeldWrites {
  readonly wrapBackend: (backend: Backend) => Backend;
  /**
   * Makes the next commit that writes a kind of key wait until it is released. `reached` resolves
   * when it stands there.
   */
  holdNext(kind: string): { readonly reached: Promise<void>; readonly release: () => void };
}

/** A backend whose commits a test holds back. */
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
