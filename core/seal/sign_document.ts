import type { Result } from "../../base/result.ts";
import type { Performed } from "../idempotency/ports.ts";
import { type ActRefusal, type PerformAct, performAct } from "./perform_act.ts";
import type { SealPorts } from "./ports.ts";
import type { SealedDocument, SignRequest } from "./schema.ts";

/** Input of {@link signDocument}. */
export interface SignDocument extends Pick<PerformAct, "clientId" | "mode" | "reservation"> {
  readonly request: SignRequest;
}

/**
 * Signs a document with a declared person's own qualified electronic signature.
 *
 * @see Screening §4, rule 14; decisions-2.md part 17
 */
export function signDocument(
  ports: SealPorts,
  { request: { document, signerId: personId, pin, pinObjectId }, ...asked }: SignDocument,
): Promise<Result<Performed<SealedDocument, ActRefusal>, ActRefusal>> {
  const authorization = pin === undefined || pinObjectId === undefined
    ? null
    : { pin, pinObjectId };
  return performAct(ports, { ...asked, act: "sign", personId, document, authorization });
}
