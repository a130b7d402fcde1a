import type { Clients } from "./ports.ts";
import type { ClientId } from "./schema.ts";
import { subjectUrlOf } from "./subject_url.ts";

/** The URL of a client's own page about a customer; null if the client's record has none. */
export async function findSubjectUrl(
  { rememberedClients }: { readonly rememberedClients: Clients },
  { clientId, subjectRef }: { readonly clientId: ClientId; readonly subjectRef: string },
): Promise<string | null> {
  const { subjectUrlTemplate } = await rememberedClients.get(clientId, { fresh: false });
  return subjectUrlTemplate === null ? null : subjectUrlOf(subjectUrlTemplate, subjectRef);
}
