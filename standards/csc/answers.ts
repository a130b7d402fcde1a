import { z } from "zod";
import { isObject, type Json } from "../../base/json.ts";
import { Base64 } from "./credential.ts";

/** Text that is returned to the service unchanged. */
const Opaque = z.string().min(1).max(64 * 1_024);

/**
 * The answer of the token route (RFC 6749 §5.1). Without a stated lifetime, the token is valid for
 * an hour, as in CSC API.
 */
export const TokenAnswer = z.object({
  access_token: Opaque.regex(/^[\x21-\x7e]+$/),
  token_type: z.string().regex(/^bearer$/i).nullish(),
  expires_in: z.coerce.number().positive().max(31_536_000).nullish().transform((seconds) =>
    seconds ?? 3_600
  ),
});

/** A page of `credentials/list`. */
export const CredentialList = z.object({
  credentialIDs: z.array(z.string().min(1).max(1_000)).max(1_000),
  nextPageToken: z.string().nullish(),
});

/** 200 of `credentials/authorize` and `credentials/authorizeCheck`: Signature Activation Data. */
export const Authorized = z.object({ SAD: Opaque });

/** 202 of `credentials/authorize`: the authorization is still pending. */
export const Pending = z.object({ handle: Opaque });

/** The answer of `signatures/signHash`. */
export const Signatures = z.object({ signatures: z.array(Base64).max(100) });

/** A refusal by the service, with the service's own text. */
export interface ErrorAnswer {
  /** An error code such as `invalid_token`; empty when the service gives none. */
  readonly error: string;
  readonly description: string;
}

/** The members that may hold a service's error, the most common first. */
const errorMembers = ["error", "errorCode", "code"] as const;
const descriptionMembers = [
  "error_description",
  "errorDescription",
  "errorMessage",
  "message",
] as const;

/**
 * Reads the body of an error: JSON in or near the specified form, or plain text. An HTML page is
 * ignored.
 */
export function readError(body: string, json: Json | undefined): ErrorAnswer {
  if (isObject(json)) {
    const first = (members: readonly string[]) =>
      members.map((name) => Object.hasOwn(json, name) ? json[name] : undefined)
        .find((value) => typeof value === "string") ?? "";
    return { error: String(first(errorMembers)), description: String(first(descriptionMembers)) };
  }
  const isText = json === undefined && !body.trimStart().startsWith("<");
  return { error: "", description: isText ? body : "" };
}
