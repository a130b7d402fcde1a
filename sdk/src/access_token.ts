import { openDeadline } from "./deadline.ts";
import { AvalError, lostConnection, retryAfter } from "./errors.ts";
import type { Runtime } from "./runtime.ts";

/** A client's credentials at its identity provider (RFC 6749 §4.4). */
export interface ClientCredentials {
  /** Token endpoint of the identity provider. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
}

/**
 * Tokens of one client.
 *
 * @internal
 */
export interface AccessTokens {
  /** A token that is valid for some time; one request fetches it for all waiting callers. */
  get(): Promise<string>;
  /** Notes that the service refused this token: the next call fetches another one. */
  forget(token: string): void;
}

interface Held {
  readonly token: string;
  /** Time from which a new one is fetched, while this one stays in use until its end. */
  renewAt: number;
  readonly endsAt: number;
}

/** Milliseconds that the token endpoint may take. */
const tokenDeadline = 30_000;
/**
 * Milliseconds that a call waits for a new token while the old one is valid, and until another call
 * waits.
 */
const [renewalWait, renewalPause] = [2_000, 5_000];
/**
 * Seconds that a token without a stated lifetime lives (RFC 6749 §5.1), and before its end at which
 * it is renewed.
 */
const [lifeUnnamed, renewedBefore] = [60, 60];

/**
 * Opens a client-credentials token that is renewed before it ends.
 *
 * @internal
 */
export function openAccessTokens(
  credentials: ClientCredentials,
  runtime: Runtime,
): AccessTokens {
  let held: Held | null = null;
  let fetching: Promise<Held> | null = null;
  const renew = () => {
    fetching ??= fetchToken(credentials, runtime).then((fetched) => held = fetched)
      .finally(() => fetching = null);
    return fetching;
  };
  /** Rejects when no new token arrives soon. */
  const renewSoon = async () => {
    let stop = () => {};
    const late = new Promise<never>((_, reject) => {
      stop = runtime.timer(renewalWait, () => reject(new AvalError("token", "deadline_exceeded")));
    });
    try {
      return (await Promise.race([renew(), late])).token;
    } finally {
      stop();
    }
  };
  return {
    get: async () => {
      const old = held;
      if (old === null || runtime.now() >= old.endsAt) return (await renew()).token;
      if (runtime.now() < old.renewAt) return old.token;
      // One call waits; the others use what is valid.
      old.renewAt = runtime.now() + renewalPause;
      try {
        return await renewSoon();
      } catch {
        // Refused meanwhile, or at its end.
        if (old !== held || runtime.now() >= old.endsAt) return (await renew()).token;
        return old.token;
      }
    },
    forget: (token) => {
      if (held?.token === token) held = null;
    },
  };
}

async function fetchToken(
  { tokenUrl, clientId, clientSecret, scope }: ClientCredentials,
  runtime: Runtime,
): Promise<Held> {
  const deadline = openDeadline("token", tokenDeadline, runtime);
  const form = new URLSearchParams({ grant_type: "client_credentials" });
  if (scope !== undefined) form.set("scope", scope);
  const init: RequestInit = {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`,
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
    },
    body: form.toString(),
    redirect: "manual",
    signal: deadline.signal,
  };
  const askedAt = runtime.now();
  try {
    const response = await runtime.fetch(tokenUrl, init);
    return readToken({ response, text: await response.text() }, askedAt);
  } catch (fault) {
    deadline.signal.throwIfAborted();
    throw fault instanceof AvalError ? fault : lostConnection("token", fault);
  } finally {
    deadline.close();
  }
}

function readToken(
  { response: { status, headers }, text }: { readonly response: Response; readonly text: string },
  askedAt: number,
): Held {
  if (status !== 200) {
    throw new AvalError("token", "token_refused", {
      status,
      retryAfterSeconds: retryAfter(headers),
    });
  }
  let body: Readonly<Record<string, unknown>> | null = null;
  try {
    body = JSON.parse(text);
  } catch {
    // An error of the parser holds a part of the text.
  }
  const { access_token: token, token_type: type = "Bearer" } = body ?? {};
  // RFC 6749 §7.1: a type that is not understood is not used.
  const isBearer = /^bearer$/i.test(String(type));
  if (!isBearer || typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) {
    throw new AvalError("token", "unexpected_answer", { status });
  }
  const named = Number(body?.["expires_in"] ?? lifeUnnamed);
  const life = Number.isFinite(named) ? named : lifeUnnamed;
  const early = Math.min(renewedBefore, life / 4);
  return { token, renewAt: askedAt + (life - early) * 1_000, endsAt: askedAt + life * 1_000 };
}

/** RFC 6749 §2.3.1. */
function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}
