import type { Audit } from "../../core/audit/ports.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { openAuditLog } from "../../kv/audit/audit_log.ts";
import type { RetryDependencies } from "../../kv/store/retry.ts";
import type { Store } from "../../kv/store/store.ts";

/** Commands say on standard error what there is to say. */
const noLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/**
 * Records what an operator does, in the commit that does it. A server, or the next
 * `audit checkpoint`, moves it onto the chain.
 */
export function openActsAudit(
  tools: RetryDependencies & { readonly store: Store; readonly clock: Clock },
): Pick<Audit, "record"> {
  return openAuditLog({ ...tools, log: noLog });
}
