import { ok, refuse, type Result } from "../../base/result.ts";
import type { ProviderInfo } from "../../core/seal/ports.ts";
import { type Speech, speeches } from "../../standards/csc/requests.ts";
import type { CallAnswer, CallName, CallRefusal } from "./calls.ts";
import { openServiceInfo, type ServiceInfo } from "./service_info.ts";
import { openServiceToken, type TrustServiceAccess } from "./service_token.ts";

/** A call with our token. */
export interface SessionCall {
  readonly name: CallName;
  readonly body: Readonly<Record<string, unknown>>;
  /** Values of the call that no log may contain. */
  readonly held: readonly string[];
}

/** The reason why there is no session, or why a call failed. */
export type SessionRefusal =
  | CallRefusal
  | (Omit<CallRefusal, "code"> & { readonly code: "unsupported_version" });

/** The calls of one step of an act, with one token. */
export interface Session {
  readonly provider: ProviderInfo;
  readonly speech: Speech;
  call(call: SessionCall): Promise<Result<CallAnswer, CallRefusal>>;
}

/** Sessions with one trust service. */
export interface Sessions {
  /** The service's description of itself, in any version. */
  describe(signal: AbortSignal): Promise<Result<ProviderInfo, CallRefusal>>;
  /**
   * Begins a logged-in session.
   *
   * @param methods methods to call
   * @param seconds minimum remaining validity of the token
   */
  begin(
    asked: { readonly methods: readonly CallName[]; readonly seconds: number },
    signal: AbortSignal,
  ): Promise<Result<Session, SessionRefusal>>;
}

/** No answer, and no reason from the service. */
const none = { status: null, error: "", isTokenInvalid: false, retryAfterSeconds: null };
const gaveUp: CallRefusal = { ...none, code: "timeout" };

/**
 * Opens the sessions with a trust service. Log record: `trust_service_unsupported` for a version
 * that is not `known`, or without a required method.
 */
export function openSessions(access: TrustServiceAccess): Sessions {
  const { url, clientId, clientSecret, call, log } = access;
  const readInfo = openServiceInfo(access);
  const serviceToken = openServiceToken(access);

  const describe = async (signal: AbortSignal): Promise<Result<ServiceInfo, CallRefusal>> =>
    await readInfo(signal) ?? refuse(gaveUp);

  async function begin(
    { methods, seconds }: { readonly methods: readonly CallName[]; readonly seconds: number },
    signal: AbortSignal,
  ): Promise<Result<Session, SessionRefusal>> {
    const info = await describe(signal);
    if (!info.ok) return info;
    const { dialect, shown, oauth2 } = info.value;
    if (dialect === null || methods.some((method) => !shown.methods.includes(method))) {
      log.warn("trust_service_unsupported", { known: dialect !== null });
      return refuse({ ...none, code: "unsupported_version" });
    }
    const logIn = async (least: number) =>
      await serviceToken.take({ oauth2, seconds: least }, signal) ?? refuse(gaveUp);
    const first = await logIn(seconds);
    if (!first.ok) return first;

    const send = ({ name, body, held }: SessionCall, token: string) =>
      call({
        name,
        url: `${url}/${name}`,
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        held: [...held, token, clientId, clientSecret],
        signal,
      });
    return ok({
      provider: shown,
      speech: speeches[dialect],
      call: callRenewing(first.value, {
        send,
        forget: serviceToken.forget,
        renew: () => logIn(0),
      }),
    });
  }

  return {
    describe: async (signal) => {
      const info = await describe(signal);
      return info.ok ? ok(info.value.shown) : info;
    },
    begin,
  };
}

/**
 * Makes calls with a token, which is renewed once for each call that reports it as not accepted.
 */
function callRenewing(
  first: string,
  { send, forget, renew }: {
    readonly send: (
      asked: SessionCall,
      token: string,
    ) => Promise<Result<CallAnswer, CallRefusal>>;
    readonly forget: (refused: string) => void;
    readonly renew: () => Promise<Result<string, CallRefusal>>;
  },
): Session["call"] {
  let token = first;
  return async (asked) => {
    const answer = await send(asked, token);
    if (answer.ok || answer.refusal.status !== 401) return answer;
    forget(token);
    // A token that was refused has done nothing; a signature is asked for once all the same.
    if (!answer.refusal.isTokenInvalid || asked.name === "signatures/signHash") return answer;
    const renewed = await renew();
    if (!renewed.ok) return renewed;
    token = renewed.value;
    return await send(asked, token);
  };
}
