import { UnavailableError } from "../../base/unavailable.ts";
import { type Backend, CannotWriteError } from "../../kv/store/backend.ts";

/** Makes a backend that can fail or report a full disk on demand. */
export function failingBackend() {
  let failing: "reads" | "commits" | "disk" | null = null;
  const failIf = (what: "reads" | "commits") => {
    if (failing === what) throw new UnavailableError("A fault of the store");
  };
  return {
    fail: (what: typeof failing) => {
      failing = what;
    },
    wrapBackend: (backend: Backend): Backend => ({
      ...backend,
      read: async (keys) => {
        failIf("reads");
        return await backend.read(keys);
      },
      commit: async (commit) => {
        failIf("commits");
        if (failing === "disk") throw new CannotWriteError("The disk is full");
        return await backend.commit(commit);
      },
    }),
  };
}
