import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { calculateJwkThumbprint, decodeJwt, exportJWK } from "jose";
import {
  authorizePath,
  type Browser,
  openPage,
  parametersOf,
  proveLogin,
  returned,
  VERIFIER,
  type WaitingPage,
} from "./login_journey.ts";
import { basicOf, postToken, shownWith, TOKEN_PATH } from "./login_relying_party.ts";
import * as sdJwt from "./sd_jwt.ts";
import type { Answer, TestService } from "./service.ts";

/** Personal data that the tests' wallets disclose. */
const BIRTHDATE = "1984-08-12";
/** Values that a relying party sends for itself; each could track a person's login. */
export const STATE = "state-Hildegunst-0815";
export const NONCE = "nonce-Hildegunst-4711";
/** Values that a careless relying party sends in wrong places. */
export const STRAY = "stray-Obermaier-Pfefferkorn";

const holder = await exportJWK(sdJwt.wallet.publicKey);
const thumbprint = await calculateJwkThumbprint(holder);

/** Secrets of all holders and tests that must appear nowhere, not even in an answer. */
export const never = [
  BIRTHDATE,
  holder.x ?? "",
  holder.y ?? "",
  thumbprint,
  Uint8Array.fromBase64(thumbprint, { alphabet: "base64url" }).toHex(),
];

/** The three forms that a text can have within base64url of longer data. */
function inBase64(text: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    return bytes.toString("base64url").slice(before === 0 ? 0 : before + 1, -2);
  }).filter((part) => part.length >= 8);
}

/** A text as UTF-8 bytes, one character each, for comparison with stores and logs. */
function asStored(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Asserts that a place contains no secret in clear, percent-encoded or within base64url. */
export function assertHidden(
  hidden: readonly string[],
  places: Readonly<Record<string, string>>,
): void {
  for (const [place, text] of Object.entries(places)) {
    for (const [at, secret] of hidden.entries()) {
      assert(secret.length >= 8, `secret ${at} is too short to be looked for`);
      for (const form of [asStored(secret), ...inBase64(secret), encodeURIComponent(secret)]) {
        const found = text.indexOf(form);
        const around = text.slice(Math.max(0, found - 120), found + 60);
        assert.equal(found, -1, `secret ${at} (${secret}) stands in ${place}: ${around}`);
      }
    }
  }
}

/** A login and all that it disclosed. */
export interface Traces {
  readonly hidden: readonly string[];
  readonly tokens: Answer;
  readonly waiting: WaitingPage;
}

/** Secrets that a page and its wallet know. */
export function secretsOf(waiting: WaitingPage): readonly string[] {
  const [, id = ""] = /authorize\/([\w-]+)\/status/.exec(waiting.statusPath) ?? [];
  return [id, waiting.request.state, waiting.request.nonce];
}

/** A service or a process for browsers and wallets. */
export type Served = Pick<TestService, "fetch" | "clock">;

/** A process for browsers and wallets. */
export function servedAt(url: string): Served {
  return {
    fetch: (path, init) => fetch(`${url}${path}`, { ...init, redirect: "manual" }),
    clock: { now: () => Temporal.Now.instant(), advance: () => {} },
  };
}

/** Logs in with a wallet and again by the cookie, and redeems both codes. */
export async function traceLogin(
  service: Served,
  { browser, id, secret, redirectUri }: {
    readonly browser: Browser;
    readonly id: string;
    readonly secret: string;
    readonly redirectUri: string;
  },
): Promise<Traces> {
  const asked = { client_id: id, redirect_uri: redirectUri, state: STATE, nonce: NONCE };
  const waiting = await openPage(browser, asked);
  assert.equal((await proveLogin(service, waiting)).status, 200);
  const polled = await browser.get(waiting.statusPath);
  const first = parametersOf(polled.body.redirectTo)["code"] ?? "";
  const again = returned(await browser.get(authorizePath(asked)))["code"] ?? "";
  const hidden = [first, again, VERIFIER, secret, ...secretsOf(waiting)];
  let tokens: Answer | null = null;
  for (const code of [first, again]) {
    tokens = await postToken(service, { ...shownWith(code), redirect_uri: redirectUri }, {
      authorization: basicOf(id, secret),
    });
    assert.equal(tokens.status, 200, tokens.text);
    hidden.push(tokens.body.access_token, tokens.body.id_token);
  }
  assert(tokens !== null);
  hidden.push(decodeJwt(tokens.body.id_token).sub ?? "", ...browser.cookies.values());
  return { hidden, tokens, waiting };
}

/** Sends requests that must be refused, each with a value that must not be stored or logged. */
export async function sendMalformed(
  { fetch }: Pick<TestService, "fetch">,
  browser: Browser,
  { id, secret, redirectUri }: {
    readonly id: string;
    readonly secret: string;
    readonly redirectUri: string;
  },
): Promise<readonly string[]> {
  const own = { client_id: id, redirect_uri: redirectUri, state: null };
  const stray = { [STRAY]: STRAY, password: STRAY };
  const shown = { ...shownWith("A".repeat(43)), ...stray };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const post = (path: string, body: string, headers: Record<string, string>) =>
    fetch(path, { method: "POST", headers, body }).then((answer) => answer.text());
  const answers = [
    await browser.get(authorizePath({ ...stray, client_id: STRAY })),
    await browser.get(authorizePath({ ...own, ...stray, redirect_uri: `https://${STRAY}/` })),
    await browser.get(authorizePath({ ...own, ...stray, max_age: STRAY })),
    await browser.get(authorizePath({ ...own, ...stray, code_challenge: STRAY, prompt: STRAY })),
    await browser.get(`/v1/login/authorize/${STRAY}/status?${STRAY}=${STRAY}`),
    await browser.get(`/v1/login/${STRAY}?code=${STRAY}`),
    await postToken({ fetch }, { ...shown, client_id: STRAY, client_secret: STRAY }),
    await postToken({ fetch }, { ...shown, code_verifier: STRAY }, {
      authorization: basicOf(id, secret),
    }),
    await postToken({ fetch }, shown, { authorization: `Basic ${STRAY}` }),
    await postToken({ fetch }, { ...shown, grant_type: STRAY }, {
      authorization: basicOf(id, secret),
    }),
  ];
  return [
    ...answers.map(({ text, headers }) => text + (headers.get("location") ?? "")),
    await post(TOKEN_PATH, JSON.stringify({ ...shown, client_secret: secret }), {
      "content-type": "application/json",
    }),
    await post(TOKEN_PATH, `code=${STRAY}&code=${STRAY}`, form),
    await post("/v1/login/authorize", `state=${STRAY}`, form),
  ];
}
