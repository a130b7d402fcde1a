import type { ClientId } from "../access/schema.ts";
import { classifications } from "../nouns.ts";
import type { UsagePorts } from "./ports.ts";
import { ok, type Result } from "../../base/result.ts";
import type { ScreeningUsage, UsageQuery } from "./schema.ts";
import { usageIn } from "./usage_in.ts";
import { usageWindow, type WindowRefusal } from "./window.ts";

/**
 * Reads the usage of a client: its authenticated requests by day and month, and its decisions by
 * classification, exactly as in the audit log.
 *
 * @see Screening §4, rule 12; decisions.md parts 2 and 5
 */
export async function readScreeningUsage(
  { clock, usage }: UsagePorts,
  { clientId, query }: { readonly clientId: ClientId; readonly query: UsageQuery },
): Promise<Result<ScreeningUsage, WindowRefusal>> {
  const today = clock.now().toZonedDateTimeISO("UTC").toPlainDate();
  const window = usageWindow(query, today);
  if (!window.ok) return window;
  const owner = { service: "screening", clientId } as const;
  const names = classifications;
  return ok(await usageIn(usage, owner, { window: window.value, names }));
}
