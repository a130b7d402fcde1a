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
      "Permitted difference of issuers' and the identity provider's clocks, which extends the validity of their signatures",
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
      "Times that a signed request may be fetched: a wallet that lost the first fetches it once more",
  }),
  requestUriMethod: z.enum(["get", "post"]).default("get").meta({
    description:
      "Method for wallets to fetch a signed request: post lets them send a nonce, which the request then contains; get is always accepted",
  }),
  walletLink: z.string().refine(isWalletLink, {
    error: `expected ${walletSchemes.join(", ")} or an https address without query and fragment`,
  }).default("openid4vp").meta({
    description:
      "What links and QR codes of requests open: a scheme of wallets, openid4vp (any), haip-vp or haip (HAIP) or av (the EU's age verification), or the https address of one wallet",
  }),
  credentialQueries: z.enum(["specified", "wide"]).default("specified").meta({
    description:
      "Credential queries of the API's sessions: specified as specified; wide also accepts a PID as mdoc, a PID without nationalities, and a photo ID for age",
  }),
  callbackDetail: z.enum(["full", "minimal"]).default("full").meta({
    description:
      "Content of the callback's reply and of a read by session token, which the wallet's holder reads: full as specified; minimal sets the AML members to null",
  }),
});
export type VerificationRules = z.infer<typeof VerificationRules>;
