import type { ClientId } from "../access/schema.ts";
import { DecisionClass } from "../audit/decision_class.ts";
import type { UsagePorts } from "./ports.ts";
import { ok, type Result } from "../../base/result.ts";
import type { UsageQuery, VerificationUsage } from "./schema.ts";
import { usageIn } from "./usage_in.ts";
import { usageWindow, type WindowRefusal } from "./window.ts";

/**
 * Reads a client's usage of verification: its authenticated requests by day and month, and its
 * decisions by class, exactly as in the audit log. The window ends now and includes today.
 *
 * @see Verification §4, rule 14; decisions.md part 5
 */
export async function readVerificationUsage(
  { clock, usage }: UsagePorts,
  { clientId, query }: { readonly clientId: ClientId; readonly query: UsageQuery },
): Promise<Result<VerificationUsage, WindowRefusal>> {
  const tomorrow = clock.now().toZonedDateTimeISO("UTC").toPlainDate().add({ days: 1 });
  const window = usageWindow(query, tomorrow);
  if (!window.ok) return window;
  const owner = { service: "verification", clientId } as const;
  const names = DecisionClass.options;
  return ok(await usageIn(usage, owner, { window: window.value, names }));
}
