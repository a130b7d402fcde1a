import "../../support/certificates.ts";
import { SubjectAlternativeNameExtension } from "@peculiar/x509";
import assert from "node:assert/strict";
import { connectPublic, type ConnectRules } from "../../../gateways/http/connect.ts";
import { httpGet } from "../../../gateways/http/http_get.ts";
import { certify, signerExtensions } from "../../support/certificates.ts";
import { always, certificatesPem, keyPem } from "../../support/pem.ts";

const root = await certify({ name: "Root", ...always });

async function codeAt(address: string, rules?: ConnectRules): Promise<string> {
  const signal = AbortSignal.timeout(60_000);
  const url = new URL(address);
  const got = await httpGet(connectPublic(rules), { url, accept: "x/y", bytesMax: 100, signal });
  return got.ok ? new TextDecoder().decode(got.value.body) : got.refusal.code;
}

Deno.test("connectPublic() goes to no address of our own network, however it is written", async () => {
  const addresses = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "0x7f000001",
    "017700000001",
    "0",
    "10.0.0.1",
    "169.254.169.254",
    "192.168.1.1",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:10.0.0.1]",
    "[fe80::1]",
    "[fd00::1]",
    "[64:ff9b::127.0.0.1]",
    "１２７.0.0.1",
  ];
  for (const host of addresses) {
    assert.equal(await codeAt(`https://${host}/`), "address_not_public", host);
  }
});

Deno.test("connectPublic() connects to no name that leads into our own network", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const arrived = listener.accept().then(() => true, () => false);
  assert.equal(await codeAt(`https://localhost:${listener.addr.port}/`), "address_not_public");
  listener.close();
  assert.equal(await arrived, false);
});

Deno.test("connectPublic() sends nothing to a granted name that leads into our own network", {
  permissions: { net: ["localhost", "127.0.0.1:0"] },
}, async () => {
  // Its addresses are granted by no `--allow-net`, and its name is: judged all the same.
  assert.equal(await codeAt("https://localhost:1/"), "address_not_public");
});

async function serverOf(name: string) {
  const own = await certify({
    name,
    issuer: root,
    extensions: [
      ...signerExtensions,
      new SubjectAlternativeNameExtension([{ type: "dns", value: name }]),
    ],
    ...always,
  });
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  return Deno.serve(
    { ...options, cert: certificatesPem(own), key: await keyPem(own) },
    ({ method, url, headers }) =>
      new Response(`${method} ${new URL(url).pathname} ${headers.get("connection")}`),
  );
}

Deno.test("connectPublic() speaks TLS to the host whose certificate it is, and to no other", async () => {
  const rules = { mayReach: () => true, caCerts: [certificatesPem(root)] };
  await using own = await serverOf("localhost");
  const at = `https://localhost:${own.addr.port}/list`;
  assert.equal(await codeAt(at, rules), "GET /list close");
  assert.equal(await codeAt(at, { mayReach: () => true }), "connection");
  await using foreign = await serverOf("issuer.example");
  assert.equal(await codeAt(`https://localhost:${foreign.addr.port}/`, rules), "connection");
});

Deno.test("connectPublic() gives up on who does not answer", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const late = new AbortController();
  const url = new URL(`https://localhost:${listener.addr.port}/`);
  const connecting = connectPublic({ mayReach: () => true })(url, late.signal);
  const conn = await listener.accept();
  late.abort();
  const connected = await connecting;
  assert.equal(connected.ok ? "none" : connected.refusal.code, "connection");
  conn.close();
  const never = await connectPublic()(url, AbortSignal.abort());
  assert.equal(never.ok ? "none" : never.refusal.code, "connection");
  const nobody = `https://localhost:${freePort()}/`;
  assert.equal(await codeAt(nobody, { mayReach: () => true }), "connection");
});

Deno.test("connectPublic() says that a host is not granted", {
  permissions: { net: ["issuer.example"] },
}, async () => {
  assert.equal(await codeAt("https://other.example/"), "not_permitted");
});

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
