import { html } from "hono/html";
import type { Act } from "./acts.ts";
import type { Story } from "./story.ts";

const startEmployer: Act = {
  says: "The employer starts a session",
  method: "POST",
  path: "/v1/credentials/verify/sessions",
  body: { clientId: "{client}", checkType: "academic-credential" },
  sdk: {
    method: "startEmployerSession",
    args: [{ clientId: "{client}", checkType: "academic-credential" }],
  },
  keeps: { sessionId: "/sessionId", request: "/authorizationRequestUri" },
};

const present: Act = {
  says: "The student's wallet",
  method: "POST",
  path: "/playground/wallet/presentations",
  body: { authorizationRequestUri: "{request}", person: "clear" },
};

const readEmployer: Act = {
  says: "The employer reads it",
  method: "GET",
  path: "/v1/credentials/verify/sessions/{sessionId}",
  sdk: { method: "readEmployerSession", args: ["{sessionId}"] },
  picture: "revocation",
  keeps: { revocationStatus: "/decision/revocationStatus" },
  shows: [
    { label: "Status", at: "/status", as: "status" },
    { label: "Revocation", at: "/decision/revocationStatus", as: "revocation" },
    { label: "Shown", at: "/decision/disclosedClaims", as: "claims" },
  ],
};

/** Academic credentials, from the offer to the revocation. */
export const credentialStories: readonly Story[] = [{
  slug: "credential",
  title: "A degree, redeemed, shown and revoked",
  summary:
    "A university issues a degree into a wallet, an employer verifies it, and it is revoked.",
  about: html`
    <p>
      The invented university offers a degree of an invented student. The wallet redeems it by
      OpenID4VCI. Then it is shown to an employer, the university revokes it, and the employer's next
      read says so.
    </p>
  `,
  turns: [
    {
      label: "Redeem the offer",
      acts: [
        {
          says: "The university offers a degree",
          method: "POST",
          path: "/v1/credentials/sandbox/demo-offer",
          sdk: { method: "createDemoOffer", args: [] },
          keeps: { offer: "/credentialOfferUri" },
          keepsLink: "revocation",
        },
        {
          says: "The student's wallet",
          method: "POST",
          path: "/playground/wallet/redemptions",
          body: { credentialOfferUri: "{offer}" },
          keeps: { redeemed: "/result/issuer" },
          shows: [
            { label: "Issuer", at: "/result/name" },
            { label: "Claims", at: "/result/claims", as: "claims" },
          ],
        },
      ],
    },
    {
      label: "Show it, revoke it, read again",
      needs: "redeemed",
      acts: [
        startEmployer,
        present,
        readEmployer,
        {
          says: "The university revokes it",
          method: "POST",
          path: "{revocation}",
          shows: [{ label: "Revoked", at: "/revokedAt", as: "time" }],
        },
        {
          ...readEmployer,
          says: "The employer reads again",
          shows: [{
            label: "Revocation now",
            at: "/decision/revocationStatus",
            as: "revocation",
          }],
        },
      ],
    },
  ],
  hasWallet: true,
  stores: ["sessionId", "revocationStatus"],
  after: html`
    <p>
      In live a second person approves each batch, with a second factor just used.
      <a href="/docs/credentials">The whole way</a>.
    </p>
  `,
}];
