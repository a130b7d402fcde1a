import type { AuditLine, LoginLine } from "./history.ts";

/** An answered step of the login `one` of the client `rp`; `at` is the time of sending. */
function step(
  kind: LoginLine["step"],
  text: string,
  { at, ...rest }: Partial<LoginLine> & { readonly at: number },
): LoginLine {
  return {
    type: "login",
    client: "rp",
    login: "one",
    step: kind,
    sessionId: "session of one",
    server: 0,
    began: at,
    ended: at + 10,
    status: 200,
    text,
    ...rest,
  };
}

/** Changes to a step, and its time of sending. */
type Changed = Partial<LoginLine> & { readonly at?: number };

/** A wallet's accepted answer. */
export function walletAnswered({ at = 100, ...rest }: Changed = {}): LoginLine {
  return step("answer", "{}", { at, ...rest });
}

/** A poll's answer; without a code it does not redirect the browser. */
export function polled(
  status: string,
  code: string | null,
  { at = 200, state, ...rest }: Changed & { readonly state?: string } = {},
): LoginLine {
  const query = new URLSearchParams({ code: code ?? "", state: state ?? rest.login ?? "one" });
  const redirectTo = code === null ? {} : { redirectTo: `https://rp.example/?${query}` };
  return step("poll", JSON.stringify({ status, ...redirectTo }), { at, ...rest });
}

/** A token call with an id_token of these claims as its answer. */
export function redeemed(
  { at = 300, claims = {}, ...rest }: Changed & { readonly claims?: object } = {},
): LoginLine {
  const { login = "one", client = "rp" } = rest;
  const payload = { sub: `subject at ${client}`, aud: client, nonce: login, ...claims };
  const encoded = new TextEncoder().encode(JSON.stringify(payload)).toBase64({
    alphabet: "base64url",
  });
  return step("redeem", JSON.stringify({ id_token: `header.${encoded}.signature` }), {
    at,
    ...rest,
  });
}

/** A token call that was refused. */
export function replayed({ at = 400, ...rest }: Changed = {}): LoginLine {
  return step("redeem", `{"error":"invalid_grant"}`, { at, status: 400, ...rest });
}

/** A returning browser, and the query of its redirect. */
export function returned(query: string, { at = 500, ...rest }: Changed = {}): LoginLine {
  return step("return", `https://rp.example/?${query}`, { at, status: 302, ...rest });
}

/** The audit entry of a login's session. */
export function proved(sessionId = "session of one"): AuditLine["event"] {
  return { kind: "VERIFICATION_DECISION", clientId: "rp", sessionId };
}
