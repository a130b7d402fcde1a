import { type AvalClient, type Event, verifyEvent } from "@aval/client";

/** Maximum characters of an event; those of aval have some hundreds. */
const eventLengthMax = 65_536;

/**
 * Creates the shop's endpoint at aval, in place of one that an earlier start has left: no answer
 * shows the secret of that one again.
 *
 * @returns the secret that signs its events
 */
export async function createEndpoint(
  aval: Pick<AvalClient, "listEventEndpoints" | "deleteEventEndpoint" | "createEventEndpoint">,
  url: string,
): Promise<string> {
  const { endpoints } = await aval.listEventEndpoints();
  for (const endpoint of endpoints) {
    if (endpoint.url === url) await aval.deleteEventEndpoint(endpoint.endpointId);
  }
  const { secret } = await aval.createEventEndpoint({
    url,
    types: ["verification.completed", "verification.failed", "verification.expired"],
  });
  return secret;
}

/**
 * Reads a posted event.
 *
 * @returns null if it is too long, too old, or not signed by one of the secrets
 */
export async function readEvent(
  { headers, body }: Request,
  secrets: readonly string[],
): Promise<Event | null> {
  let text = "";
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > eventLengthMax) return null;
  }
  return await verifyEvent(headers, text, secrets);
}
