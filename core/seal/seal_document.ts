import type { Result } from "../../base/result.ts";
import type { Performed } from "../idempotency/ports.ts";
import { type ActRefusal, type PerformAct, performAct } from "./perform_act.ts";
import type { SealPorts } from "./ports.ts";
import type { SealedDocument, SealRequest } from "./schema.ts";

/** Input of {@link sealDocument}. */
export interface SealDocument extends Pick<PerformAct, "clientId" | "mode" | "reservation"> {
  readonly request: SealRequest;
}

/**
 * Seals a document with the client's own qualified electronic seal. One declared person may
 * authorise alone; a credential is never shared between clients.
 *
 * @see Screening §4, rule 13; decisions-2.md part 17
 */
export function sealDocument(
  ports: SealPorts,
  { request: { document, authorizingRepresentativeId: personId }, ...asked }: SealDocument,
): Promise<Result<Performed<SealedDocument, ActRefusal>, ActRefusal>> {
  return performAct(ports, { ...asked, act: "seal", personId, document, authorization: null });
}
