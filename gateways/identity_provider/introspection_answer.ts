import { z } from "zod";
import { ClientId, Role } from "../../core/access/schema.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** A time as in RFC 7519 §2: seconds since 1970, not necessarily whole. */
const NumericDate = z.number().min(0).transform((seconds) =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(Math.min(seconds, 8.64e12) * 1_000))
);

/** Keycloak's list of roles. */
const Access = z.object({ roles: z.array(z.string()).default([]) });

/**
 * RFC 7662 §2.2, reduced to the members that are read. A member of another type makes the answer
 * unusable.
 */
const Answer = z.discriminatedUnion("active", [
  z.object({ active: z.literal(false) }),
  z.object({
    active: z.literal(true),
    client_id: z.string().optional(),
    aud: z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional(),
    iss: z.string().optional(),
    exp: NumericDate.optional(),
    nbf: NumericDate.optional(),
    token_type: z.string().optional(),
    typ: z.string().optional(),
    scope: z.string().default(""),
    realm_access: Access.default({ roles: [] }),
    resource_access: z.record(z.string(), z.unknown()).default({}),
  }),
]);
type Active = Extract<z.infer<typeof Answer>, { active: true }>;

/** Conditions for a token to be accepted. */
export interface Expected {
  /** This service's client id. */
  readonly clientId: string;
  /** The realm's address. */
  readonly issuer: string;
  readonly audienceRequired: boolean;
  readonly issuerChecked: boolean;
  readonly now: Temporal.Instant;
}

/** A token that may be used. */
export interface Accepted {
  readonly kind: "active";
  readonly clientId: ClientId;
  /** The roles that this service knows. */
  readonly roles: readonly Role[];
  readonly scopes: readonly string[];
  readonly expiresAt: Temporal.Instant;
}

/**
 * A token that may not be used: the provider reports it as inactive, or it is not for this service.
 */
export interface Rejected {
  readonly kind: "inactive";
  readonly reason:
    | "inactive"
    | "expiry_missing"
    | "expired"
    | "not_yet_valid"
    | "audience"
    | "issuer"
    | "type"
    | "client_id";
}

/**
 * Reads an introspection answer. `active: true` is not sufficient: the token must also be an
 * unexpired access token for this service, of an identifiable client (decisions.md part 4). An
 * answer in another form is refused completely, since a restriction that cannot be read, such as
 * the scope of a read-only key, must not be lost.
 */
export function readAnswer(
  value: unknown,
  expected: Expected,
): Result<Accepted | Rejected, { readonly code: "unusable" }> {
  const answer = Answer.safeParse(value);
  if (!answer.success) return refuse({ code: "unusable" });
  if (!answer.data.active) return ok({ kind: "inactive", reason: "inactive" });
  const own = ownAccess(answer.data, expected.clientId);
  return own.success
    ? ok(judge(answer.data, own.data.roles, expected))
    : refuse({ code: "unusable" });
}

function ownAccess({ resource_access: access }: Active, clientId: string) {
  return Access.safeParse(Object.hasOwn(access, clientId) ? access[clientId] : {});
}

function judge(
  answer: Active,
  ownRoles: readonly string[],
  expected: Expected,
): Accepted | Rejected {
  const clientId = ClientId.safeParse(answer.client_id);
  const reason = whyNot(answer, expected);
  if (reason !== null) return { kind: "inactive", reason };
  if (!clientId.success) return { kind: "inactive", reason: "client_id" };
  if (answer.exp === undefined) return { kind: "inactive", reason: "expiry_missing" };
  const named = new Set([...answer.realm_access.roles, ...ownRoles]);
  return {
    kind: "active",
    clientId: clientId.data,
    roles: Role.options.filter((role) => named.has(role)),
    scopes: answer.scope.split(" ").filter((scope) => scope !== ""),
    expiresAt: answer.exp,
  };
}

/** Types of Keycloak's tokens, in lower case, other than access tokens. */
const otherTypes = ["refresh", "offline", "id", "logout"];

function whyNot(
  { exp, nbf, aud = [], iss, token_type: tokenType = "Bearer", typ = "Bearer" }: Active,
  { clientId, issuer, audienceRequired, issuerChecked, now }: Expected,
): Rejected["reason"] | null {
  if (exp !== undefined && Temporal.Instant.compare(now, exp) >= 0) return "expired";
  if (nbf !== undefined && Temporal.Instant.compare(now, nbf) < 0) return "not_yet_valid";
  if (audienceRequired && !aud.includes(clientId)) return "audience";
  if (issuerChecked && iss !== undefined && iss !== issuer) return "issuer";
  if (tokenType.toLowerCase() !== "bearer" || otherTypes.includes(typ.toLowerCase())) return "type";
  return null;
}
