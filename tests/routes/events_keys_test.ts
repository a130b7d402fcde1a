import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createPublicKey, verify } from "node:crypto";
import { openReceiver, type Received } from "../support/event_receiver.ts";
import { CONFIRMED_NAME } from "../support/names.ts";
import { seededRandom } from "../support/random.ts";
import { runOnStore } from "../support/run_on_store.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";

/** Runs `admin keys rotate event-signing`. @returns its output, or its refusal */
async function rotateKey(
  { store, clock, dataKeys }: TestService,
  ...options: readonly string[]
): Promise<string> {
  const lines: string[] = [];
  const done = await runOnStore(["keys", "rotate", "event-signing", ...options], {
    ...{ store, clock, dataKeys, random: seededRandom(9), pause: () => Promise.resolve() },
    ...{ variables: {}, out: (line) => void lines.push(line), err: () => {} },
  });
  return done.ok ? lines.join("") : done.refusal.message;
}

/**
 * Indexes of the public keys that verify the signatures of a delivery, by OpenSSL instead of this
 * project.
 */
function signersOf({ id, body, headers }: Received, keys: readonly string[]): readonly number[] {
  const signed = Buffer.from(`${id}.${headers["webhook-timestamp"]}.${body}`);
  const signatures = headers["webhook-signature"]!.split(" ").filter((one) => /^v1a,/.test(one));
  return signatures.map((signature) =>
    keys.findIndex((key) => {
      const x = Buffer.from(key.replace("whpk_", ""), "base64").toString("base64url");
      const jwk = { kty: "OKP", crv: "Ed25519", x };
      const publicKey = createPublicKey({ key: jwk, format: "jwk" });
      return verify(null, signed, publicKey, Buffer.from(signature.slice(4), "base64"));
    })
  );
}

Deno.test("an endpoint that asks for it gets a signature by each published key", async () => {
  await using service = await serviceInMemory();
  await using receiver = openReceiver();
  const acme = service.as("acme");
  const endpoint = { url: receiver.url, publicKeySignature: true };
  assert.equal((await acme.post("/v1/events/endpoints", endpoint)).status, 201);
  const published = async (): Promise<readonly string[]> =>
    (await acme.get("/.well-known/aval-events-keys")).body.keys;
  const rotate = async (...options: readonly string[]) => {
    assert.match(await rotateKey(service, ...options), /^[\w-]{43}\n$/);
    // Servers read the keys anew within a minute.
    service.clock.advance({ seconds: 60 });
  };
  const delivered = async () => {
    await acme.post("/v1/screen", { name: CONFIRMED_NAME });
    await service.runEvents();
    return receiver.received.at(-1)!;
  };
  const [first] = await published();
  assert.deepEqual(signersOf(await delivered(), [first!]), [0]);
  await rotate();
  const [second, ...others] = await published();
  assert.deepEqual(others, [first]);
  assert.notEqual(second, first);
  assert.deepEqual(signersOf(await delivered(), [second!, first!]), [0, 1]);
  service.clock.advance({ hours: 7 * 24 });
  assert.deepEqual(await published(), [second]);
  assert.deepEqual(signersOf(await delivered(), [second!, first!]), [0]);
  await rotate("--at-once");
  const [third, ...none] = await published();
  assert.deepEqual(none, []);
  assert.deepEqual(signersOf(await delivered(), [third!, second!]), [0]);
  const moves = (await service.auditEvents()).flatMap((event) =>
    event.kind === "SIGNING_KEY_MOVED" ? [[event.use, event.from, event.to]] : []
  );
  assert.deepEqual(moves, [
    ["event-signing", "ACTIVE", "ROTATED"],
    ["event-signing", null, "ACTIVE"],
    ["event-signing", "ACTIVE", "REVOKED"],
    ["event-signing", null, "ACTIVE"],
  ]);
});

Deno.test("the key that signs events has three before it at most, and none that no server has made", async () => {
  await using service = await serviceInMemory();
  assert.match(await rotateKey(service), /No server has signed an event/);
  await service.fetch("/.well-known/aval-events-keys");
  for (let at = 0; at < 3; at++) assert.match(await rotateKey(service), /^[\w-]{43}\n$/);
  assert.match(
    await rotateKey(service),
    /3 keys of before still sign, the oldest until 2026-03-09T09:00:00.000Z/,
  );
  service.clock.advance({ hours: 7 * 24 });
  assert.match(await rotateKey(service), /^[\w-]{43}\n$/);
});

Deno.test("--at-once is refused of a data key, which reads what it has written", async () => {
  await using service = await serviceInMemory();
  const { store, clock, dataKeys } = service;
  const tools = { store, clock, dataKeys, random: seededRandom(9) };
  const terminal = { variables: {}, out: () => {}, err: () => {}, pause: () => Promise.resolve() };
  const run = runOnStore(["keys", "rotate", "at-rest", "--at-once"], { ...tools, ...terminal });
  await assert.rejects(run, /--at-once is for event-signing/);
});
