import { ok, type Result } from "../../base/result.ts";
import type { Units } from "../../base/unit.ts";
import { openWitness } from "../../gateways/audit_witness/open_witness.ts";
import { runAskedVerification } from "../../kv/audit/audit_asked_verification.ts";
import { openAuditSealing } from "../../kv/audit/audit_sealing.ts";
import { nextTurn } from "../process/next_turn.ts";
import type { Audit } from "../../core/audit/ports.ts";
import { deleteBrowsers, endOffboarded } from "../../core/operators/end_relations.ts";
import { openOffboarding } from "../../kv/client_data/offboarding.ts";
import { openBegunOffboardings, openOverBrowsers } from "../../kv/client_data/waiting_ends.ts";
import type { DataKeys } from "../../kv/keys/data_keys.ts";
import type { Store } from "../../kv/store/store.ts";
import type { Config } from "../config/config.ts";
import type { Job } from "../process/job_runner.ts";
import type { OpenedRuntime } from "../process/runtime.ts";
import { auditVerificationJob, offboardingsJob } from "../../core/operators/jobs.ts";

/** The job that deletes the clients of sandbox browsers; absent in live. */
export const browsersJob = "sandbox_browsers";

/** Opens the jobs for acts in the console; without a console they have nothing to do. */
export function operatorJobs(
  { mode, policy, auditWitness, consoleParts }: Config,
  runtime: OpenedRuntime,
  { adapters: { audit, keys, units }, store, closing }: {
    readonly adapters: {
      readonly audit: Pick<Audit, "record">;
      readonly keys: DataKeys;
      readonly units: Units;
    };
    readonly store: Store;
    readonly closing: AbortSignal;
  },
): readonly Job[] {
  const offboarding = openOffboarding({ ...runtime, store, keys, policy, audit });
  const ending = { ...runtime, offboarding, closing };
  const browsers = openOverBrowsers({ ...runtime, store });
  const offboarded = openBegunOffboardings({ ...runtime, ...policy.introspection, store });
  if (mode === "sandbox") {
    const run = () => deleteBrowsers({ ...ending, browsers });
    return [{ name: browsersJob, every: "minute", run }];
  }
  if (!consoleParts.includes("console")) return [];
  const { clock } = runtime;
  const verification = {
    ...{ store, clock, audit, units, closing, nextTurn, rules: policy.audit },
    sealing: openAuditSealing({ keys, clock }),
    signing: keys["audit-signing"],
    readKept: () => readHeads(auditWitness, policy.audit.witnessSeconds),
  };
  return [
    { name: offboardingsJob, every: "minute", run: () => endOffboarded({ ...ending, offboarded }) },
    { name: auditVerificationJob, every: "minute", run: () => runAskedVerification(verification) },
  ];
}

/** Reads the heads that the witness has; none without a configured witness. */
async function readHeads(
  at: Config["auditWitness"],
  seconds: number,
): Promise<Result<readonly string[], { readonly reason: string }>> {
  return at === null ? ok([]) : await openWitness(at, { seconds }).read();
}
