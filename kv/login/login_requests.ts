import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { isSecret, makeSecret, secretHash } from "../../base/secret.ts";
import type {
  FoundLoginRequest,
  IssuedLogin,
  LoginRequests,
  OpenLoginRequest,
} from "../../core/login/ports.ts";
import { type LoginGrant, LoginRequest } from "../../core/login/schema.ts";
import { Mode } from "../../core/nouns.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { macOf } from "../keys/mac.ts";
import { addLoginCode, isRedeemable, loginCodes, storedLoginCode } from "./login_codes.ts";
import { nameLogin } from "./login_index.ts";
import { addSingleSignOn } from "./login_sso_records.ts";
import { defineKey } from "../store/define_key.ts";
import { type Encrypted, encrypted } from "../store/encrypted.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Entry, type Operation, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** Key of a login request: the hash of its id, which grants access. */
export const loginRequests = defineKey({
  name: "login_request",
  parts: ["hex SHA-256 of authorizationRequestId"],
  value: "the relying party's request and its session, encrypted",
  lifetime: "5 min (`authorizationRequestMinutes`) and 60 s",
  personal: "no; `state` is the relying party's",
  protected: "encrypted, id by its hash",
});

/** A stored request. */
const StoredLoginRequest = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("open"),
    request: LoginRequest,
    /** Id of the server key from which its code and single sign-on are derived. */
    keyId: z.string(),
    isIssued: z.boolean(),
    expiresAt: ExpiresAt,
  }).readonly(),
  /** For an erased client: only the data that its page still needs. */
  z.object({
    kind: z.literal("erased"),
    mode: Mode,
    browser: z.string().nullable(),
    expiresAt: ExpiresAt,
  }).readonly(),
]);
type StoredLoginRequest = z.infer<typeof StoredLoginRequest>;
type StoredOpen = Extract<StoredLoginRequest, { kind: "open" }>;

/** Reads and writes requests under a data key. @param atRest the `at-rest` data keys */
export function storedLoginRequest(atRest: KeyRing): Encrypted<StoredLoginRequest> {
  return encrypted(StoredLoginRequest, atRest);
}

/** Reduces a request to the data by which its page learns that it is over. */
export function eraseRequest(entry: Entry<StoredLoginRequest>): Operation {
  const { value } = entry;
  if (value.kind === "erased") return entry.set(value);
  const { expiresAt, request: { mode, browser } } = value;
  return entry.set({ kind: "erased", mode, browser, expiresAt });
}

/** The dependencies of {@link openLoginRequests}. */
export interface LoginRequestDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** The `at-rest` data keys. */
  readonly atRest: KeyRing;
  /** The `session-token` data keys: codes and cookies are derived from them and stored nowhere. */
  readonly tokens: KeyRing;
  readonly codeSeconds: number;
  readonly ssoHours: number;
}

/** Opens the login requests. */
export function openLoginRequests(dependencies: LoginRequestDependencies): LoginRequests {
  const { store, clock, random, atRest, tokens, codeSeconds } = dependencies;
  const stored = storedLoginRequest(atRest);
  return {
    add: (unit, request) => {
      const id = makeSecret(random);
      const hash = secretHash(id);
      const over = Temporal.Instant.from(request.pendingUntil).add({ seconds: codeSeconds });
      const expiresAt = timestamp(over);
      const { clientId } = request;
      const keyId = tokens.active.id;
      const value = { kind: "open", request, keyId, isIssued: false, expiresAt } as const;
      addTo(unit, create(stored, loginRequests.key(hash), value));
      addTo(unit, [nameLogin({ clientId, what: "request", hash }, expiresAt)]);
      return id;
    },
    find: async (id) => {
      if (!isSecret(id)) return null;
      const entry = await store.get(stored, loginRequests.key(secretHash(id)));
      if (entry === null || hasPassed(entry.value.expiresAt, clock.now())) return null;
      return await foundRequest(dependencies, id, entry);
    },
  };
}

async function foundRequest(
  dependencies: LoginRequestDependencies,
  id: string,
  entry: Entry<StoredLoginRequest>,
): Promise<FoundLoginRequest> {
  const { value } = entry;
  if (value.kind === "erased") return { mode: value.mode, browser: value.browser, open: null };
  const { request: { mode, browser } } = value;
  return { mode, browser, open: await openRequest(dependencies, id, { entry, value }) };
}

async function openRequest(
  dependencies: LoginRequestDependencies,
  id: string,
  { entry, value }: { readonly entry: Entry<StoredLoginRequest>; readonly value: StoredOpen },
): Promise<OpenLoginRequest> {
  const { store, clock, atRest } = dependencies;
  const issued = value.isIssued ? await derive(dependencies, id, value) : null;
  const code = issued === null
    ? null
    : await store.get(storedLoginCode(atRest), loginCodes.key(secretHash(issued.code)));
  return {
    request: value.request,
    issued: issued === null ? null : { ...issued, isRedeemable: isRedeemable(code, clock) },
    issue: async (unit, grant) => {
      const made = await derive(dependencies, id, value);
      addTo(unit, [entry.check, entry.set({ ...value, isIssued: true })]);
      addTo(unit, issuing(dependencies, made, grant));
      return { ...made, isRedeemable: true };
    },
  };
}

/** The code and the single sign-on of a login, each stored by its hash. */
function issuing(
  dependencies: LoginRequestDependencies,
  { code, singleSignOn }: Pick<IssuedLogin, "code" | "singleSignOn">,
  grant: LoginGrant,
): readonly Operation[] {
  const { clock, atRest, ssoHours } = dependencies;
  const hash = secretHash(singleSignOn);
  const { clientId, mode, subject, authTime } = grant;
  return [
    ...addLoginCode(dependencies, code, { grant, singleSignOn: hash }),
    ...addSingleSignOn(atRest, hash, {
      singleSignOn: { clientId, mode, subject, authTime },
      expiresAt: timestamp(clock.now().add({ hours: ssoHours })),
    }),
  ];
}

/**
 * Derives a secret from the id, which only the browser has, under a key that only the server has.
 */
async function derive(
  { tokens }: Pick<LoginRequestDependencies, "tokens">,
  id: string,
  { keyId }: Pick<StoredOpen, "keyId">,
): Promise<Pick<IssuedLogin, "code" | "singleSignOn">> {
  if (!tokens.byId.has(keyId)) await tokens.reload();
  const key = tokens.byId.get(keyId);
  if (key === undefined) throw new Error("A login request names a key that is not on file");
  return {
    code: macOf(key.cryptoKey, ["login code", id]),
    singleSignOn: macOf(key.cryptoKey, ["login single sign-on", id]),
  };
}
