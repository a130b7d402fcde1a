import type { Audit } from "../../core/audit/ports.ts";
import { deleteBrowsers, endOffboarded } from "../../core/operators/end_relations.ts";
import { openOffboarding } from "../../kv/client_data/offboarding.ts";
import { openBegunOffboardings, openOverBrowsers } from "../../kv/client_data/waiting_ends.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import type { Job } from "../process/job_runner.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { offboardingsJob } from "../../core/operators/jobs.ts";

/** The job that deletes the clients of a sandbox's browsers; there is none in live. */
export const browsersJob = "sandbox_browsers";

/** The jobs of what operators do in the console. */
export function operatorJobs(
  { mode, policy }: Config,
  runtime: OpenedRuntime,
  { adapters: { audit, keys }, store, closing }: {
    readonly adapters: { readonly audit: Pick<Audit, "record">; readonly keys: DataKeys };
    readonly store: Store;
    readonly closing: AbortSignal;
  },
): readonly Job[] {
  const offboarding = openOffboarding({ ...runtime, store, keys, policy, audit });
  const ending = { ...runtime, offboarding, closing };
  const browsers = openOverBrowsers({ ...runtime, store });
  const offboarded = openBegunOffboardings({ ...runtime, store });
  return [
    mode === "sandbox"
      ? { name: browsersJob, every: "minute", run: () => deleteBrowsers({ ...ending, browsers }) }
      : {
        name: offboardingsJob,
        every: "minute",
        run: () => endOffboarded({ ...ending, offboarded }),
      },
  ];
}
