import { z } from "zod";
import { group, whole } from "./setting.ts";

/**
 * Schemes that wallets register: those of OpenID4VP 1.0, of HAIP 1.0 and its drafts, and of the
 * EU's age verification.
 */
const walletSchemes = ["openid4vp", "haip-vp", "haip", "av"] as const;

const walletLinkCharactersMax = 200;

/** Whether a text is one of the schemes, or a URL in its serialised form. */
function isWalletLink(text: string): boolean {
  if (walletSchemes.some((scheme) => scheme === text)) return true;
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.href === text &&
    text.length <= walletLinkCharactersMax &&
    !/[?#]/.test(text) && url.username === "" && url.password === "";
}

/**
 * Limits of a wallet's answer, of the end of its session and of the wallet's redirect (decisions.md
 * part 9).
 */
export const VerificationRules = group({
  failedPresentationsMax: whole({
    value: 5,
    min: 1,
    max: 100,
    reason: "The presentation that does not verify and ends its session",
  }),
  clockSkewSeconds: whole({
    value: 60,
    min: 0,
    max: 600,
    reason: "Permitted difference of issuers' and the identity provider's clocks",
  }),
  keyBindingSeconds: whole({
    value: 300,
    min: 30,
    max: 3_600,
    reason: "How far off a wallet may have signed",
  }),
  requestFetchesMax: whole({
    value: 2,
    min: 1,
    max: 10,
    reason: "Times that a signed request may be fetched",
  }),
  requestUriMethod: z.enum(["get", "post"]).default("get").meta({
    description:
      "How wallets fetch a signed request: post lets them send a nonce; get is always accepted",
  }),
  walletLink: z.string().refine(isWalletLink, {
    error: `expected ${walletSchemes.join(", ")} or an https address without query and fragment`,
  }).default("openid4vp").meta({
    description:
      "What links and QR codes open: openid4vp (any), haip-vp, haip, av (age verification), or the https address of one wallet",
  }),
  credentialQueries: z.enum(["specified", "wide"]).default("specified").meta({
    description:
      "Queries of the API's sessions: specified, or wide, which also accepts a PID as mdoc, without nationalities, and a photo ID",
  }),
  callbackDetail: z.enum(["full", "minimal"]).default("full").meta({
    description: "What the wallet's holder reads: full, or minimal, whose AML members are null",
  }),
});
export type VerificationRules = z.infer<typeof VerificationRules>;
