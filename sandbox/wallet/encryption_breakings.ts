import { Buffer } from "node:buffer";
import { exportJWK, generateKeyPair } from "jose";
import { isObject, type JsonObject, parseJson } from "../../base/json.ts";
import type { EncryptionKey } from "../../standards/jose/jwe.ts";
import { readEcJwk } from "../../standards/jose/ec_jwk.ts";
import type { EncryptionBreaking } from "./breaking.ts";

/** Faults in the encryption of an answer (OpenID4VP 1.0 §8.3), by name. */
export const encryptionBreakings: Readonly<Record<string, EncryptionBreaking>> = {
  jwe_in_clear: {
    what: "in clear, where encryption is asked for",
    code: "response_not_encrypted",
    isInClear: true,
  },
  jwe_malformed: {
    what: "four parts in place of five",
    code: "jwe_malformed",
    spoil: (jwe) => jwe.slice(0, jwe.lastIndexOf(".")),
  },
  jwe_key: {
    what: "encrypted to another key than it names",
    code: "jwe_undecryptable",
    change: async ({ key: { kid } }) => ({ key: { ...await makePublicKey(), kid } }),
  },
  jwe_kid: {
    what: "a key that the request does not hold, by its kid",
    code: "not_found",
    change: ({ key }) => ({ key: { ...key, kid: "another" } }),
  },
  jwe_alg_rsa: {
    what: "the header says alg RSA-OAEP",
    code: "jwe_algorithm_unsupported",
    spoil: (jwe) => withHeader(jwe, { alg: "RSA-OAEP" }),
  },
  jwe_alg_dir: {
    what: "the header says alg dir",
    code: "jwe_algorithm_unsupported",
    spoil: (jwe) => withHeader(jwe, { alg: "dir" }),
  },
  jwe_enc: {
    what: "the header says enc A128CBC-HS256, which the request does not name",
    code: "jwe_algorithm_unsupported",
    spoil: (jwe) => withHeader(jwe, { enc: "A128CBC-HS256" }),
  },
  jwe_zip: {
    what: "the header says that it is compressed",
    code: "jwe_header_unsupported",
    spoil: (jwe) => withHeader(jwe, { zip: "DEF" }),
  },
  jwe_crit: {
    what: "an extension that is critical",
    code: "jwe_header_unsupported",
    spoil: (jwe) => withHeader(jwe, { crit: ["b64"], b64: true }),
  },
  jwe_tag: {
    what: "a tag that was changed",
    code: "jwe_undecryptable",
    spoil: withOtherTag,
  },
  jwe_no_json: {
    what: "what is encrypted is no JSON",
    code: "jwe_payload_malformed",
    change: () => ({ text: "vp_token" }),
  },
  jwe_no_state: {
    what: "no state in what is encrypted",
    code: "jwe_payload_malformed",
    change: ({ text }) => {
      const { state: _, ...members } = membersOf(text);
      return { text: JSON.stringify(members) };
    },
    needsState: true,
  },
  jwe_state: {
    what: "the state of another session in what is encrypted",
    code: "not_found",
    change: ({ text }) => ({ text: JSON.stringify({ ...membersOf(text), state: "another" }) }),
    needsState: true,
  },
};

async function makePublicKey(): Promise<EncryptionKey> {
  const { publicKey } = await generateKeyPair("ECDH-ES", { crv: "P-256" });
  const key = readEcJwk(JSON.parse(JSON.stringify(await exportJWK(publicKey))));
  if (key === null) throw new Error("A key was made that is none on P-256");
  return key;
}

function membersOf(text: string): JsonObject {
  const members = parseJson(text);
  return isObject(members) ? members : {};
}

/** Changes the header, and keeps the tag over the previous one. */
function withHeader(jwe: string, changed: JsonObject): string {
  const [encoded = "", ...parts] = jwe.split(".");
  const header = membersOf(Buffer.from(encoded, "base64url").toString());
  const text = JSON.stringify({ ...header, ...changed });
  return [Buffer.from(text).toString("base64url"), ...parts].join(".");
}

function withOtherTag(jwe: string): string {
  const at = jwe.lastIndexOf(".") + 1;
  const tag = Buffer.from(jwe.slice(at), "base64url").map((byte) => byte ^ 1);
  return jwe.slice(0, at) + Buffer.from(tag).toString("base64url");
}
