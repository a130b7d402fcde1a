import { UnavailableError } from "../../base/unavailable.ts";
import type { Backend } from "../../kv/store/backend.ts";

/** A backend that can be made to fail. */
export function failingBackend() {
  let failing: "reads" | "commits" | null = null;
  const failIf = (what: "reads" | "commits") => {
    if (failing === what) throw new UnavailableError("A fault of the store");
  };
  return {
    fail: (what: "reads" | "commits" | null) => {
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
        return await backend.commit(commit);
      },
    }),
  };
}
