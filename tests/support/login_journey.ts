import { exportJWK, generateKeyPair } from "jose";
import type { Clock } from "../../base/clock.ts";
import { readLoginPage } from "../../sandbox/wallet/login_page.ts";
import type { AuthorizationRequest } from "../../core/presentation/authorization_request.ts";
import { readRequest } from "../../sandbox/wallet/read_request.ts";
import { answerOf, type Presenting } from "./sandbox_wallet.ts";
import { putRecord } from "./clients.ts";
import type { Answer, TestService } from "./service.ts";
import { sendAnswer } from "./verifying.ts";

/** The `code_verifier` of RFC 7636, appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
/** The challenge of that verifier, from the same appendix. */
export const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/** Redirect URI of the tests' relying parties. */
export const REDIRECT_URI = "https://rp.example/callback?tenant=1";
/** Issuer of the ID tokens of a service in memory. */
export const ISSUER = "http://localhost:8000/v1/login";

/** Parameters of a correct authentication request. */
export const asked = {
  response_type: "code",
  client_id: "acme",
  redirect_uri: REDIRECT_URI,
  scope: "openid",
  state: "af0ifjsldkj",
  nonce: "n-0S6_WzA2Mj",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
} as const;

/** Changes to the parameters of {@link asked}; null removes one, an array repeats it. */
export type Changed = Readonly<Record<string, string | null | readonly string[]>>;

/** The path of an authentication request. */
export function authorizePath(changed: Changed = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...asked, ...changed })) {
    for (const one of [value ?? []].flat()) query.append(name, one);
  }
  return `/v1/login/authorize?${query}`;
}

/** Registers relying parties, each with {@link REDIRECT_URI}. */
export async function registerLogin(
  service: Pick<TestService, "store">,
  ...clients: readonly string[]
): Promise<void> {
  for (const client of clients.length === 0 ? ["acme"] : clients) {
    await putRecord(service, client, { loginClient: { redirectUris: [REDIRECT_URI] } });
  }
}

/** A browser that keeps cookies and does not follow redirects. */
export interface Browser {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  head(path: string): Promise<Answer>;
  /** Cookies by name. */
  readonly cookies: Map<string, string>;
}

/** Opens a browser without cookies. */
export function openBrowser(service: Pick<TestService, "fetch">): Browser {
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, headers: Readonly<Record<string, string>>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = { ...(cookie === "" ? {} : { cookie }), ...headers };
    const answer = await service.fetch(path, { method, headers: sent });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    const isJson = answer.headers.get("content-type") === "application/json";
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : null,
    };
  };
  return {
    get: (path, headers = {}) => send("GET", path, headers),
    head: (path) => send("HEAD", path, {}),
    cookies,
  };
}

/** A login page that waits for a wallet. */
export interface WaitingPage {
  readonly page: Answer;
  /** Path of the login's status. */
  readonly statusPath: string;
  /** The request for the wallet. */
  readonly request: AuthorizationRequest;
}

/**
 * Opens the authorize page.
 *
 * @throws Error with the answer, if that is not a page
 */
export async function openPage(browser: Browser, changed: Changed = {}): Promise<WaitingPage> {
  const page = await browser.get(authorizePath(changed));
  if (page.status !== 200) {
    throw new Error(`No page: ${page.status} ${page.headers.get("location") ?? page.text}`);
  }
  return { page, ...await readPage(page.text) };
}

/** Reads the status path and the request from a login page. */
export async function readPage(html: string): Promise<Omit<WaitingPage, "page">> {
  const waiting = readLoginPage(html);
  if (waiting === null) throw new Error(`No page that waits for a wallet: ${html}`);
  const request = await readRequest(waiting.walletUri, fetch);
  if (!request.ok) throw new Error(request.refusal.code);
  return { statusPath: new URL(waiting.statusUrl).pathname, request: request.value };
}

/** Answers a page with a PID. */
export async function proveLogin(
  service: Pick<TestService, "fetch"> & { readonly clock: Clock },
  { request }: Pick<WaitingPage, "request">,
  presenting: Omit<Presenting, "now" | "claims"> = {},
): Promise<Answer> {
  const claims = { pid_login_authentication: { birthdate: "1984-08-12" } };
  const now = service.clock.now();
  return await sendAnswer(
    service,
    request,
    await answerOf(request, { now, claims, ...presenting }),
  );
}

/** A wallet of another holder. */
export async function otherHolder(): Promise<Pick<Presenting, "sdJwt">> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  return { sdJwt: { payload: { cnf: { jwk } }, walletKey: privateKey } };
}

/** Parameters in an answer's redirect to the relying party. */
export function returned(answer: Answer): Readonly<Record<string, string>> {
  return parametersOf(answer.headers.get("location") ?? "");
}

/** Parameters in a poll's `redirectTo`. */
export function parametersOf(address: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URL(address).searchParams);
}

/**
 * Logs in with a wallet.
 *
 * @returns the parameters for the relying party
 */
export async function logIn(
  service: Pick<TestService, "fetch" | "clock">,
  browser: Browser,
  changed: Changed = {},
): Promise<Readonly<Record<string, string>>> {
  const waiting = await openPage(browser, changed);
  const answered = await proveLogin(service, waiting);
  if (answered.status !== 200) throw new Error(answered.text);
  const polled = await browser.get(waiting.statusPath);
  return parametersOf(polled.body.redirectTo);
}
