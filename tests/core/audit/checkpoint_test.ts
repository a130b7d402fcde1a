import assert from "node:assert/strict";
import "../../../base/temporal.ts";
import { openCheckpoint, signCheckpoint } from "../../../core/audit/checkpoint.ts";
import { hashLeaf } from "../../../standards/tlog/merkle.ts";
import {
  type NoteSigner,
  openNote,
  parseVerifierKey,
  signNote,
  verifierKeyOf,
} from "../../../standards/tlog/note.ts";

/**
 * The example of golang.org/x/mod/sumdb/note, whose package documentation prints key, text and
 * note.
 */
const GO = {
  verifierKey: "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
  text: "If you think cryptography is the answer to your problem,\n" +
    "then you don't know what your problem is.\n",
  signature:
    "\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n",
};

async function signerOf(name: string): Promise<NoteSigner> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
  return {
    verifierKey: verifierKeyOf(name, raw),
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, bytes)),
  };
}

const CHECKPOINT = {
  head: { seq: 42, hash: "ab".repeat(32) },
  root: hashLeaf(new Uint8Array()),
};

Deno.test("openNote() reads the note that Go's documentation prints", async () => {
  assert.deepEqual(await openNote(`${GO.text}\n${GO.signature}`, [GO.verifierKey]), {
    text: GO.text,
    verifierKey: GO.verifierKey,
  });
  assert.equal(
    await openNote(`${GO.text.replace("If", "Ff")}\n${GO.signature}`, [GO.verifierKey]),
    null,
  );
});

Deno.test("signCheckpoint() and openCheckpoint() are inverse, other signatures beside or not", async () => {
  const [ours, other] = [await signerOf("aval/audit/1"), await signerOf("witness")];
  const note = await signCheckpoint(CHECKPOINT, ours);
  assert.equal(
    note.split("\u2014")[0],
    `aval/audit/1\n42\n${CHECKPOINT.root.toBase64()}\nhead ${"ab".repeat(32)}\n\n`,
  );
  const opened = await openCheckpoint(note, [ours.verifierKey]);
  assert.deepEqual(opened, {
    ok: true,
    value: { origin: "aval/audit/1", ...CHECKPOINT, note, verifierKey: ours.verifierKey },
  });
  assert.equal(await signCheckpoint(CHECKPOINT, ours), note);
  const cosigned = note + (await signNote(note.split("\n\n")[0] + "\n", other)).split("\n\n")[1];
  assert((await openCheckpoint(cosigned, [ours.verifierKey])).ok);
});

Deno.test("openCheckpoint() refuses what was not signed, and what is no checkpoint", async (t) => {
  const [ours, other] = [await signerOf("aval/audit/1"), await signerOf("aval/audit/1")];
  const note = await signCheckpoint(CHECKPOINT, ours);
  const [text = "", signature = ""] = note.split("\n\n");
  const cases = [
    { why: "another key of the same name", note, keys: [other.verifierKey], code: "signature" },
    { why: "no key", note, keys: [], code: "signature" },
    { why: "no signature", note: `${text}\n\n`, keys: [ours.verifierKey], code: "signature" },
    { why: "the text alone", note: `${text}\n`, keys: [ours.verifierKey], code: "signature" },
    { why: "nothing", note: "", keys: [ours.verifierKey], code: "signature" },
    {
      why: "a signature cut short",
      note: note.slice(0, -9) + "\n",
      keys: [ours.verifierKey],
      code: "signature",
    },
    {
      why: "a signature that is no base64",
      note: `${text}\n\n\u2014 aval/audit/1 ?\n`,
      keys: [ours.verifierKey],
      code: "signature",
    },
    {
      why: "no last newline",
      note: note.slice(0, -1),
      keys: [ours.verifierKey],
      code: "signature",
    },
    {
      why: "another size",
      note: note.replace("\n42\n", "\n43\n"),
      keys: [ours.verifierKey],
      code: "signature",
    },
    {
      why: "an unsigned line more",
      note: `${text}\nmore\n\n${signature}`,
      keys: [ours.verifierKey],
      code: "signature",
    },
    {
      why: "a signed text that is none",
      note: await signNote("aval/audit/1\n-1\nroot\n", ours),
      keys: [ours.verifierKey],
      code: "schema",
    },
    {
      why: "a checkpoint of another log under our key",
      note: await signNote(`${text}\n`.replace("aval/audit/1", "aval/audit/2"), ours),
      keys: [ours.verifierKey],
      code: "schema",
    },
  ];
  for (const { why, note, keys, code } of cases) {
    await t.step(why, async () => {
      assert.deepEqual(await openCheckpoint(note, keys), { ok: false, refusal: { code } });
    });
  }
});

Deno.test("parseVerifierKey() takes Ed25519 keys whose id fits, and nothing else", async () => {
  const { verifierKey } = await signerOf("aval/audit/1");
  assert.equal(parseVerifierKey(verifierKey)?.name, "aval/audit/1");
  const [name, id, key = ""] = verifierKey.split("+", 3);
  const rest = verifierKey.slice(`${name}+${id}+`.length);
  const bytes = Uint8Array.fromBase64(rest);
  bytes[0] = 2;
  assert.equal(key.length > 0, true);
  for (
    const wrong of [
      "",
      `other+${id}+${rest}`,
      `${name}+00000000+${rest}`,
      `${name}+${id}+${rest.slice(4)}`,
      `${name}+${id}+${bytes.toBase64()}`,
      `a b+${id}+${rest}`,
    ]
  ) {
    assert.equal(parseVerifierKey(wrong), null, wrong);
  }
});

/**
 * A note made with the key of RFC 8032 §7.1 TEST 1. `note.Open` of golang.org/x/mod v0.20.0 opened
 * it with the verifier key.
 */
const OPENED_BY_GO = {
  verifierKey: "aval/audit/0123456789abcdef+c300a0d9+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea",
  note: `aval/audit/0123456789abcdef
42
bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=
head ${"ab".repeat(32)}

\u2014 aval/audit/0123456789abcdef wwCg2RULDPtkPipN0wzWiX4vqFeDjibIN1Ci0lXQuvrIwlTFzMX5P9doJiI7xOT9teZJp7juTCcSwgtggTD6Pi61/A8=
`,
};

Deno.test("signCheckpoint() makes the very note that Go's sumdb/note has opened", async () => {
  const signer = await fixedSigner();
  assert.equal(signer.verifierKey, OPENED_BY_GO.verifierKey);
  assert.equal(await signCheckpoint(CHECKPOINT, signer), OPENED_BY_GO.note);
});

async function fixedSigner(): Promise<NoteSigner> {
  const seed = Uint8Array.fromHex(
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
  );
  const publicKey = Uint8Array.fromHex(
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  );
  const pkcs8 = Uint8Array.of(...Uint8Array.fromHex("302e020100300506032b657004220420"), ...seed);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  return {
    verifierKey: verifierKeyOf("aval/audit/0123456789abcdef", publicKey),
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign("Ed25519", key, bytes)),
  };
}
