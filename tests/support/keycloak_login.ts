import { createHash, createHmac, randomBytes } from "node:crypto";
import { REALM } from "./identity_provider.ts";

/** A person of `fixtures/keycloak`, with a password and one-time codes. */
export type Person = "dean" | "registrar";

/** `sub` of each person. */
export const SUBJECTS: Readonly<Record<Person, string>> = {
  dean: "5f6a1f0e-3b1c-4d2e-9a7b-0c1d2e3f4a5b",
  registrar: "7c8b2a1d-4e5f-4a6b-8c9d-1e2f3a4b5c6d",
};

const redirectUri = "https://portal.example/callback";

/** How a person logs in. */
export interface LogInAtKeycloak {
  readonly person: Person;
  /** `acr_values`: 1 for a password, 2 for a password and a one-time code. */
  readonly level: "1" | "2";
  /** The institution's portal for the login. */
  readonly portal?: "registry-portal" | "other-portal";
}

/** Tokens that the portal receives. */
export interface PortalTokens {
  readonly accessToken: string;
  readonly idToken: string;
  /** Token to get other tokens of the same login. */
  readonly refreshToken: string;
}

/**
 * Logs a person in by the code flow with PKCE as a browser does: follows Keycloak's pages, submits
 * their forms and redeems the code as the portal.
 */
export async function logInAtKeycloak(
  url: string,
  { person, level, portal = "registry-portal" }: LogInAtKeycloak,
): Promise<PortalTokens> {
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    client_id: portal,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    acr_values: level,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const code = await fillForms(`${endpoint(url, "auth")}?${query}`, person);
  return await redeem(url, portal, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

/** Gets another access token of the same login. */
export async function refreshAtKeycloak(
  url: string,
  { refreshToken }: PortalTokens,
): Promise<PortalTokens> {
  const form = { grant_type: "refresh_token", refresh_token: refreshToken };
  return await redeem(url, "registry-portal", form);
}

const endpoint = (url: string, name: string) =>
  `${url}/realms/${REALM}/protocol/openid-connect/${name}`;

/** @returns the code that the portal is sent */
async function fillForms(begin: string, person: Person): Promise<string> {
  const cookies = new Map<string, string>();
  let [address, form]: [string, Record<string, string> | null] = [begin, null];
  for (let page = 0; page < 12; page++) {
    const answer: Response = await fetch(address, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(form === null ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";")[0]!.split(/=(.*)/s);
      cookies.set(name, value);
    }
    const html = await answer.text();
    const location = answer.headers.get("location");
    if (location?.startsWith(redirectUri)) {
      const code = new URL(location).searchParams.get("code");
      if (code === null) throw new Error(`Keycloak gave no code: ${location}`);
      return code;
    }
    if (location !== null) [address, form] = [new URL(location, address).href, null];
    else [address, form] = [actionOf(html), filled(html, person)];
  }
  throw new Error("Keycloak asks without end");
}

function actionOf(html: string): string {
  const [, action] = /<form[^>]*\saction="([^"]*)"/.exec(html) ?? [];
  if (action === undefined) throw new Error(`Keycloak shows no form: ${html.slice(0, 2_000)}`);
  return action.replaceAll("&amp;", "&");
}

function filled(html: string, person: Person): Record<string, string> {
  if (/\sname="otp"/.test(html)) return { otp: oneTimeCode(`${person}-otp-secret-of-nobody`) };
  return { username: person, password: `${person}-password` };
}

/** The current one-time code of RFC 6238. */
function oneTimeCode(secret: string): string {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(Temporal.Now.instant().epochMilliseconds / 30_000)));
  const mac = createHmac("sha1", secret).update(new Uint8Array(counter.buffer)).digest();
  const offset = mac[19]! & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

async function redeem(
  url: string,
  portal: string,
  form: Readonly<Record<string, string>>,
): Promise<PortalTokens> {
  const answer = await fetch(endpoint(url, "token"), {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${portal}:${portal}-secret`)}` },
    body: new URLSearchParams(form),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
  const { access_token, id_token, refresh_token } = JSON.parse(text);
  return { accessToken: access_token, idToken: id_token, refreshToken: refresh_token };
}
