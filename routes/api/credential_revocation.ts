import { z } from "zod";
import { BatchId, BatchItemId } from "../../core/credentials/batch_schema.ts";
import { RevokedItem, revokeItem } from "../../core/credentials/status/revoke_item.ts";
import { defineRoute } from "../http/route.ts";

/** POST /v1/credentials/issue/batches/{id}/items/{itemId}/revoke (decisions.md part 11). */
export const revokeCredentialRoute = defineRoute({
  method: "post",
  path: "/v1/credentials/issue/batches/{id}/items/{itemId}/revoke",
  summary: "Revoke a credential, or the offer of one",
  documentation: {
    operationId: "revokeCredential",
    description:
      "For good. A credential that was issued reads as revoked in its status list at the next look; an offer that was not redeemed ends. Revoking again answers as the first time.",
  },
  service: "credentials",
  kind: "credential_revocation",
  auth: "bearer",
  access: { roles: ["credentials-api-issuer"], freshToken: true },
  limits: { bucket: "credentials" },
  idempotency: { owner: "client" },
  params: z.object({ id: BatchId, itemId: BatchItemId }),
  answers: { 200: RevokedItem },
  refuses: ["not_found"],
  run: (ports, { unit, caller, params, request: { mode } }) =>
    revokeItem(ports, { unit, caller, mode, batchId: params.id, itemId: params.itemId }),
});
