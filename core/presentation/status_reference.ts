import { z } from "zod";
import type { Json } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import { type CborMap, isBytes, isMap } from "../../standards/mdoc/cbor.ts";
import { identifierText } from "../../standards/status_list/verify_identifier_list.ts";
import { jsonOf } from "./mdoc_claims.ts";

const ListUri = z.url({ protocol: /^https?$/ });

/** The place of a credential's revocation status (Token Status List §6.2). */
export const StatusReference = z.object({
  uri: ListUri,
  idx: z.int().nonnegative(),
}).readonly();
export type StatusReference = z.infer<typeof StatusReference>;

/**
 * The identifier list that contains a mobile document if it is revoked (ISO/IEC 18013-5 §12.3.6.4).
 */
export interface IdentifierReference {
  readonly uri: string;
  /** The document's own identifier, base64url. */
  readonly id: string;
}

/** The place of a credential's revocation status. */
export type CredentialStatus = StatusReference | IdentifierReference;

const Status = z.object({ status_list: StatusReference });

/** A status in an unsupported form: the validity of its credential cannot be determined. */
export interface StatusReferenceRefusal {
  readonly code: "status_malformed";
}

/** Parses the claim `status`. @returns null if the claim is missing or `null` */
export function parseStatusReference(
  status: Json | undefined,
): Result<StatusReference | null, StatusReferenceRefusal> {
  if (status === undefined || status === null) return ok(null);
  const parsed = Status.safeParse(status);
  return parsed.success ? ok(parsed.data.status_list) : refuse({ code: "status_malformed" });
}

/**
 * Parses the status of a mobile document, which may name an identifier list instead of a status
 * list. If it names both, the status list is used.
 */
export function parseDocumentStatus(
  status: CborMap | undefined,
): Result<CredentialStatus | null, StatusReferenceRefusal> {
  const named = status?.get("identifier_list");
  if (status === undefined || named === undefined || status.has("status_list")) {
    return parseStatusReference(status === undefined ? undefined : jsonOf(status));
  }
  const id = isMap(named) ? named.get("id") : undefined;
  const uri = ListUri.safeParse(isMap(named) ? named.get("uri") : undefined);
  return isBytes(id) && id.length > 0 && uri.success
    ? ok({ uri: uri.data, id: identifierText(id) })
    : refuse({ code: "status_malformed" });
}
