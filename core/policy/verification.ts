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
    reason: "The presentation that does not verify and ends its session: no oracle, some patience",
  }),
  clockSkewSeconds: whole({
    value: 60,
    min: 0,
    max: 600,
    reason:
      "How far clocks of issuers and of the identity provider may be off: what they sign holds so much longer",
  }),
  keyBindingSeconds: whole({
    value: 300,
    min: 30,
    max: 3_600,
    reason:
      "How far off a wallet may have signed, earlier or later: its nonce is this session's own",
  }),
  requestFetchesMax: whole({
    value: 2,
    min: 1,
    max: 10,
    reason:
      "Times that a signed request is handed out: a wallet that lost the first asks once more",
  }),
  requestUriMethod: z.enum(["get", "post"]).default("get").meta({
    description:
      "How wallets are asked to fetch a signed request: post lets them send a nonce of their own, which the request then holds; get is taken either way",
  }),
  walletLink: z.string().refine(isWalletLink, {
    error: `expected ${walletSchemes.join(", ")} or an https address without query and fragment`,
  }).default("openid4vp").meta({
    description:
      "What links and QR codes of requests open: a scheme of wallets, openid4vp (any), haip-vp or haip (HAIP) or av (the EU's age verification), or the https address of one wallet",
  }),
  credentialQueries: z.enum(["specified", "wide"]).default("specified").meta({
    description:
      "What sessions of the API ask wallets for: specified as specified; wide also takes a PID as mdoc, a PID without nationalities, and a photo ID for age",
  }),
  callbackDetail: z.enum(["full", "minimal"]).default("full").meta({
    description:
      "What the callback's reply and a read by session token hold: full as specified; minimal leaves the AML members null, as the wallet's holder reads both",
  }),
});
export type VerificationRules = z.infer<typeof VerificationRules>;
