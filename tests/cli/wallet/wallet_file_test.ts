import assert from "node:assert/strict";
import { openWalletFile } from "../../../cli/wallet/wallet_file.ts";
import type { HolderKeys } from "../../../sandbox/wallet/holder_keys.ts";
import { formats } from "../../../sandbox/wallet/format.ts";
import { personNames } from "../../../sandbox/wallet/persons.ts";
import { folderOf } from "../../support/folder.ts";

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  await run(folder);
}

const open = (path: string, isNewKey = false) => openWalletFile({ path, isNewKey });

/** The public part of a key, which a verifier sees. */
async function publicKey(
  keys: HolderKeys,
  ...[person = "clear", format = "sd-jwt"]: Partial<Parameters<HolderKeys["keyOf"]>>
): Promise<string> {
  const key = await keys.keyOf(person, format);
  assert(key.ok, key.ok ? "" : key.refusal.message);
  const { x, y } = await crypto.subtle.exportKey("jwk", key.value.publicKey);
  return `${x} ${y}`;
}

Deno.test("openWalletFile() makes folder and file, and only their owner reads the keys", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/.aval/wallet.json`;
    const one = await publicKey(open(path));
    assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
    assert.equal(await publicKey(open(path)), one);
    const { keys } = JSON.parse(await Deno.readTextFile(path));
    assert.deepEqual(Object.keys(keys.clear["sd-jwt"]).toSorted(), ["crv", "d", "kty", "x", "y"]);
  });
});

Deno.test("openWalletFile() signs with the key that it shows, also when it was read", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/wallet.json`;
    await publicKey(open(path));
    const key = await open(path).keyOf("clear", "sd-jwt");
    assert(key.ok);
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    const data = new TextEncoder().encode("nonce");
    const signature = await crypto.subtle.sign(algorithm, key.value.privateKey, data);
    assert(await crypto.subtle.verify(algorithm, key.value.publicKey, signature, data));
  });
});

Deno.test("openWalletFile() has a key for each person and format, in each file", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/wallet.json`;
    const seen = new Set<string>();
    for (const person of personNames) {
      for (const format of formats) seen.add(await publicKey(open(path), person, format));
    }
    seen.add(await publicKey(open(`${folder}/other.json`)));
    assert.equal(seen.size, personNames.length * formats.length + 1);
  });
});

Deno.test("openWalletFile() makes another key once a run when it is asked to, and keeps the rest", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/wallet.json`;
    const one = await publicKey(open(path));
    const pep = await publicKey(open(path), "pep");
    const renewing = open(path, true);
    const two = await publicKey(renewing);
    assert.notEqual(two, one);
    assert.equal(await publicKey(renewing), two);
    assert.equal(await publicKey(open(path)), two);
    assert.equal(await publicKey(open(path), "pep"), pep);
  });
});

Deno.test("openWalletFile() loses no key when many runs make theirs at once", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/wallet.json`;
    const asked = personNames.flatMap((person) =>
      formats.map((format) => [person, format] as const)
    );
    const twice = [...asked, ...asked];
    const made = await Promise.all(
      twice.map(([person, format]) => publicKey(open(path), person, format)),
    );
    assert.deepEqual(made.slice(0, asked.length), made.slice(asked.length));
    for (const [at, [person, format]] of asked.entries()) {
      assert.equal(await publicKey(open(path), person, format), made[at]);
    }
    const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).toSorted();
    assert.deepEqual(names, ["wallet.json", "wallet.json.lock"]);
  });
});

Deno.test("openWalletFile() refuses a file that is no wallet's, and leaves it as it is", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/wallet.json`;
    for (
      const text of ["", "{", "{}", '{"version":2,"keys":{}}', '{"version":1,"keys":{"a":{}}}']
    ) {
      await Deno.writeTextFile(path, text);
      for (const isNewKey of [false, true]) {
        const refused = await open(path, isNewKey).keyOf("clear", "mdoc");
        assert(!refused.ok);
        assert.equal(refused.refusal.code, "key_unavailable");
        assert.match(refused.refusal.message, /does not contain a wallet/);
      }
      assert.equal(await Deno.readTextFile(path), text);
    }
    const missing = await open(`${path}/wallet.json`).keyOf("clear", "mdoc");
    assert(!missing.ok && missing.refusal.code === "key_unavailable");
  });
});
