import { z } from "zod";
import { ok, type Result } from "../../base/result.ts";
import { writePublicKey } from "../../standards/webhooks/signature.ts";
import type { EventPorts } from "./ports.ts";

/** The public keys of the service. */
export const EventKeySet = z.object({
  keys: z.array(z.string()).readonly().meta({
    description:
      "`whpk_` and 32 bytes in base64 (Ed25519), the newest first. After a rotation the one before it signs too, for 7 days",
    examples: [["whpk_a3sUTSQ2KsVC9tc46BbFGQPpKbnl5yrP0IsJTHAQnB8="]],
  }),
}).readonly().meta({ id: "EventKeySet" });
export type EventKeySet = z.infer<typeof EventKeySet>;

/** Reads the public keys that sign events. */
export async function readEventKeys(
  { eventKeys }: Pick<EventPorts, "eventKeys">,
): Promise<Result<EventKeySet, never>> {
  return ok({ keys: (await eventKeys.published()).map(writePublicKey) });
}
