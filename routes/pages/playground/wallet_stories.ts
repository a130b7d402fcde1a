import { html } from "hono/html";
import type { CheckType } from "../../../core/verification/check_type.ts";
import type { Act, Field, Reading } from "./acts.ts";
import type { Story } from "./story.ts";

/** Starts a session and draws its request for a wallet of the prospect's own. */
export function startSession(
  checkType: CheckType | "{checkType}",
  asked: Readonly<Record<string, string>> = {},
): Act {
  const body = { clientId: "{client}", checkType, ...asked };
  return {
    says: "Start a session",
    method: "POST",
    path: "/v1/verify/sessions",
    body,
    sdk: { method: "startSession", args: [body] },
    keeps: { sessionId: "/sessionId", request: "/authorizationRequestUri" },
    draws: "request",
  };
}

/** The sandbox's wallet answers the request that was kept last. */
export const present: Act = {
  says: "The wallet",
  method: "POST",
  path: "/playground/wallet/presentations",
  body: { authorizationRequestUri: "{request}", person: "{person}" },
};

const status: Reading = { label: "Status", at: "/status", as: "status" };
const proved: Reading = { label: "Proved", at: "/decision/booleanProofs", as: "proofs" };

/** Reads a session. A pack can be read only once. */
export const readSession: Act = {
  says: "Read the session",
  method: "GET",
  path: "/v1/verify/sessions/{sessionId}",
  sdk: { method: "readSession", args: ["{sessionId}"] },
  picture: "session",
  shows: [
    status,
    proved,
    { label: "Screening", at: "/decision/amlResult", as: "classification" },
    { label: "Sanctioned", at: "/decision/sanctionedFlag", as: "yesNo" },
    { label: "Politically exposed", at: "/decision/pepFlag", as: "yesNo" },
    { label: "Next step", at: "/decision", as: "sessionStep" },
    { label: "Error", at: "/error" },
  ],
};

const loggedIn: readonly Reading[] = [
  { label: "Subject (sub)", at: "/result/sub" },
  { label: "Issuer", at: "/result/iss" },
  { label: "Shop", at: "/result/aud" },
  { label: "Logged in", at: "/result/auth_time", as: "time" },
];

const persons = (value: string, ...names: readonly (keyof typeof personWords)[]): Field => ({
  name: "person",
  label: "Whose wallet answers",
  value,
  options: Object.fromEntries(names.map((name) => [name, personWords[name]])),
});

const personWords = {
  clear: "Erika Mustermann, on no list",
  minor: "Leon Mustermann, twelve years old",
  sanctioned: "Viktor Sandbergov, on the list of sanctions",
  pep: "Amelie Rochardine, politically exposed",
};

/** Stories of questions that a digital identity wallet answers. */
export const walletStories: readonly Story[] = [
  {
    slug: "age",
    title: "An age, by QR code",
    summary: "A shop must know that a buyer is 18, and nothing else.",
    about: html`
      <p>
        The shop starts a session and shows its QR code. The buyer's wallet shows one claim:
        <code>age_over_18</code>. Neither name nor date of birth is asked for. Answer with the wallet of
        this sandbox. A telephone scans the code likewise, once it reaches this service, which it does
        not at <code>localhost</code>: <a href="/playground/own-wallet">what it needs</a>.
      </p>
    `,
    turns: [
      { label: "Start the session", acts: [startSession("age-verification")] },
      {
        label: "Answer with the sandbox's wallet",
        needs: "request",
        fields: [persons("clear", "clear", "minor")],
        acts: [present, {
          ...readSession,
          keeps: { ageOver18: "/decision/booleanProofs/ageOver18" },
          shows: [status, proved],
        }],
      },
    ],
    hasWallet: true,
    stores: ["sessionId", "ageOver18"],
    after: html`
      <p>
        A session is answered once: press again without a new session, and the wallet is refused.
        <a href="/docs/verification">Every check, and what is verified</a>.
      </p>
    `,
  },
  {
    slug: "identity",
    title: "An identity, screened, with its evidence",
    summary: "A bank identifies a new customer and screens the name that the wallet proved.",
    about: html`
      <p>
        The wallet shows name, date of birth and nationality from its PID. aval screens them at once.
        What was shown is in the evidence pack alone, encrypted to the client's key and delivered once:
        read the session twice, and the second answer has none.
      </p>
    `,
    turns: [
      { label: "Start the session", acts: [startSession("aml-identity")] },
      {
        label: "Answer, read and open the pack",
        needs: "request",
        fields: [persons("sanctioned", "clear", "sanctioned", "pep")],
        acts: [
          present,
          {
            ...readSession,
            keeps: { pack: "/decision/evidencePackCiphertext", amlResult: "/decision/amlResult" },
          },
          {
            says: "Open the evidence pack",
            method: "POST",
            path: "/playground/packs",
            body: { evidencePackCiphertext: "{pack}" },
            shows: [
              { label: "In the pack", at: "/result/credentials/0/claims", as: "packClaims" },
              { label: "Issuer", at: "/result/credentials/0/issuerSubject" },
            ],
          },
          {
            ...readSession,
            says: "Read it again",
            shows: [{
              label: "Pack at the second read",
              at: "/decision/evidencePackCiphertext",
              ifNone: "none: it is delivered once",
            }],
          },
        ],
      },
    ],
    hasWallet: true,
    stores: ["sessionId", "amlResult", "pack"],
    after: html`
      <p>
        The pack is opened here by the sandbox's published key. In live it is yours, and
        <code>openEvidencePack(pack, privateKey)</code> of the TypeScript client opens it.
      </p>
    `,
  },
  {
    slug: "login",
    title: "A login at a shop",
    summary: "OpenID Connect in which the password is a wallet.",
    about: html`
      <p>
        The invented shop sends the browser to aval's authorize page; the wallet answers there; the shop
        redeems the code and verifies the id_token. Name and date of birth are not in it.
        <code>sub</code> is the same each time, and another at every other shop. It identifies this
        wallet key, not this person: another wallet has another <code>sub</code>.
      </p>
      <p>
        With a telephone of your own, go the way that a browser goes. It does not reach
        <code>localhost</code>: <a href="/playground/own-wallet">what it needs</a>.
      </p>
      <p><button type="button" data-begin-login="" hidden="">Open the login page</button></p>
    `,
    turns: [{
      label: "Log in with the sandbox's wallet",
      fields: [persons("clear", "clear", "pep")],
      acts: [{
        says: "Browser, wallet and shop",
        method: "POST",
        path: "/playground/login/redeemed",
        body: { person: "{person}" },
        keeps: { sub: "/result/sub" },
        picture: "login",
        shows: [
          ...loggedIn,
          { label: "How (amr)", at: "/result/amr" },
        ],
      }],
    }],
    hasWallet: true,
    stores: ["sub"],
    after: html`
      <p>
        The audit entry is the shop's, <code>sandbox-rp</code>, not yours.
        <a href="/docs/login">How to register a relying party</a>.
      </p>
    `,
  },
];

/** The page to which the login redirects the prospect's browser. */
export const loginCallback: Story = {
  slug: "login/callback",
  title: "Back at the shop",
  summary: "Where the login of the playground ends.",
  about: html`
    <p>
      The login has sent your browser back to the invented shop, with a code that is good for a minute,
      once. The shop's server redeems it now.
    </p>
  `,
  turns: [{
    label: "Redeem the code",
    needs: "code",
    acts: [{
      says: "The shop's server",
      method: "POST",
      path: "/playground/login/codes",
      body: { code: "{code}", nonce: "{nonce}", codeVerifier: "{codeVerifier}" },
      picture: "login",
      shows: loggedIn,
    }],
  }],
  after: html`
    <p><a href="/playground/login">Back to the story</a></p>
  `,
};

/** Any check, for visitors with a wallet of their own. */
export function ownWalletStory(
  { baseUrl, checkTypes }: {
    readonly baseUrl: string;
    readonly checkTypes: readonly string[];
  },
): Story {
  return {
    slug: "own-wallet",
    title: "A wallet of your own",
    summary: "Start any check, scan its QR code with a telephone and follow it.",
    about: html`
      <p>
        The wallet posts its answer to <code>${baseUrl}</code>, this service's
        <code>AVAL_BASE_URL</code>. A telephone must reach that address by https:
        <code>localhost</code> is the telephone itself. Start the service with
        <code>AVAL_BASE_URL=https://your-host.example</code> behind a proxy or a tunnel.
      </p>
      <p>
        Most wallets take signed requests alone. Then <code>AVAL_VERIFIER_ID</code> must be
        <code>x509_hash</code> or <code>x509_san_dns</code>, with a key and a certificate that the wallet
        believes, and <code>AVAL_TRUST_ANCHORS</code> the issuer of the wallet's credentials, which this
        sandbox does not believe by itself: <a href="/docs/verification">which setting for which
        wallet</a>.
      </p>
    `,
    turns: [{
      label: "Start and follow",
      fields: [
        {
          name: "checkType",
          label: "Check",
          value: "age-verification",
          options: Object.fromEntries(checkTypes.map((each) => [each, each])),
        },
        {
          name: "countryCode",
          label: "Country",
          value: "DE",
          hint: "Of the purchase: restricted-purchase-* needs it, no other check reads it",
        },
      ],
      acts: [
        startSession("{checkType}", { countryCode: "{countryCode}" }),
        {
          ...readSession,
          repeatsWhile: { pointer: "/status", is: "pending", waitsFor: "the wallet" },
        },
      ],
    }],
  };
}
