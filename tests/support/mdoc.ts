import { tdate } from "../../sandbox/wallet/cbor.ts";
import {
  coseKey,
  type Item,
  makeDeviceResponse,
  makeDocument as make,
  type MdocMaking,
} from "../../sandbox/wallet/make_mdoc.ts";
import { sessionTranscript } from "../../standards/mdoc/session_transcript.ts";
import { ok } from "../../base/result.ts";
import type { MdocDemands } from "../../standards/mdoc/verify_presentation.ts";

/** Unix time, seconds, at which the tests of documents run. */
export const presentedAt = 1_795_000_000;

const ecdsa = { name: "ECDSA", namedCurve: "P-256" };
/** Keys of an issuer and of a device. */
export const issuerKeys = await crypto.subtle.generateKey(ecdsa, true, ["sign", "verify"]);
export const deviceKeys = await crypto.subtle.generateKey(ecdsa, true, ["sign", "verify"]);

/** The document type that tests request: the EU's age verification. */
export const docType = "eu.europa.ec.av.1";

const handover = {
  clientId: "redirect_uri:https://verifier.example/responses",
  nonce: "n-0S6_WzA2Mj",
  jwkThumbprint: null,
  responseUri: "https://verifier.example/responses",
};

export const demands: MdocDemands = {
  docType,
  transcript: sessionTranscript(handover),
  now: presentedAt,
  skewSeconds: 60,
  issuerKey: () =>
    Promise.resolve(ok({
      key: issuerKeys.publicKey,
      notBefore: presentedAt - 1000,
      notAfter: presentedAt + 1000,
    })),
};

/** An element that proves an age. */
export const ofAge: readonly Item[] = [{ id: 0, name: "age_over_18", value: true }];

/** Makes a document without a library, so that each part can be wrong. */
export async function makeDocument(
  making: Partial<MdocMaking> = {},
): Promise<Map<string, unknown>> {
  return await make(await withDefaults(making));
}

/** Makes a DeviceResponse without a library, so that each part can be wrong; base64url. */
export async function makePresentation(making: Partial<MdocMaking> = {}): Promise<string> {
  return await makeDeviceResponse(await withDefaults(making));
}

async function withDefaults(making: Partial<MdocMaking>): Promise<MdocMaking> {
  return {
    docType,
    signedDocType: docType,
    nameSpace: docType,
    items: ofAge,
    issuerSigner: issuerKeys.privateKey,
    issuerCertificates: [Uint8Array.of(1, 2, 3)],
    deviceKey: await coseKey(deviceKeys.publicKey),
    deviceSigner: deviceKeys.privateKey,
    transcript: demands.transcript,
    ...making,
    validity: {
      signed: tdate(presentedAt - 100),
      validFrom: tdate(presentedAt - 100),
      validUntil: tdate(presentedAt + 100),
      ...making.validity,
    },
  };
}
