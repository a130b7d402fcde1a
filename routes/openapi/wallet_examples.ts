import { preAuthorizedCodeGrant } from "../../standards/openid4vci/offer.ts";
import type { Examples } from "./named_examples.ts";

/** Token requests of wallets, as JSON and as forms. */
export const walletTokenRequests: Examples = {
  pre_authorized_code: {
    summary: "The code of a credential offer",
    value: {
      grant_type: preAuthorizedCodeGrant,
      "pre-authorized_code": "SplxlOBeZQQYbYS6WxSbIASplxlOBeZQQYbYS6WxSbI",
    },
  },
};

const proof = "eyJ0eXAiOiJvcGVuaWQ0dmNpLXByb29mK2p3dCJ9.e30.c2lnbmF0dXJl";

/** Credential requests of wallets. */
export const walletCredentialRequests: Examples = {
  openid4vci: {
    summary: "OpenID4VCI 1.0: by the configuration of the offer",
    value: {
      credential_configuration_id: "019aa000-0000-7000-8000-000000000001",
      proofs: { jwt: [proof] },
    },
  },
  format: {
    summary: "By format",
    value: { format: "dc+sd-jwt", proof: { proof_type: "jwt", jwt: proof } },
  },
};
