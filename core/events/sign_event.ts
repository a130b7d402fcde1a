import { signedBytes, signSymmetric, writeAsymmetric } from "../../standards/webhooks/signature.ts";
import type { KeptEndpoint } from "./endpoint_schema.ts";
import type { KeptEvent } from "./event_schema.ts";
import type { EventKeys } from "./ports.ts";

/** An event as it is posted. */
export interface SignedEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Signs an event for one try according to Standard Webhooks: by every secret in force, and by each
 * key of the service if the endpoint asks for it. The body has the same bytes in every try.
 */
export async function signEvent(
  eventKeys: Pick<EventKeys, "sign">,
  { event, endpoint, now }: {
    readonly event: KeptEvent;
    readonly endpoint: Pick<KeptEndpoint, "secrets" | "publicKeySignature">;
    readonly now: Temporal.Instant;
  },
): Promise<SignedEvent> {
  const { id, type, timestamp: happenedAt, data } = event;
  const body = JSON.stringify({ id, type, timestamp: happenedAt, data });
  const timestamp = Math.floor(now.epochMilliseconds / 1_000);
  const message = { id, timestamp, body };
  const secrets = endpoint.secrets.filter(({ until }) =>
    until === undefined || Temporal.Instant.compare(now, Temporal.Instant.from(until)) < 0
  );
  const symmetric = await Promise.all(secrets.map(({ secret }) => signSymmetric(secret, message)));
  const asymmetric = endpoint.publicKeySignature ? await eventKeys.sign(signedBytes(message)) : [];
  const signatures = [...symmetric, ...asymmetric.map(writeAsymmetric)];
  return {
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatures.join(" "),
    },
  };
}
