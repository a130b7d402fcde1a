import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import type { AuditEvent } from "../../../core/audit/event.ts";
import { openClients } from "../../../kv/access/clients.ts";
import { findSecrets } from "../../../kv/login/login_client_secrets.ts";
import { openLoginClients } from "../../../kv/login/login_clients.ts";
import { openLoginRegistrations } from "../../../kv/login/login_registrations.ts";
import { putRecord } from "../../support/clients.ts";
import { storeInMemory } from "../../support/store.ts";

const acme = ClientId.parse("acme");
const redirectUris = ["https://rp.example/callback"];
const published = {
  clientId: ClientId.parse("sandbox-login"),
  name: "Example relying party",
  redirectUris: ["http://localhost:9000/callback"],
  secret: "published",
};

async function parties(location?: string) {
  const service = await storeInMemory(location);
  const events: AuditEvent[] = [];
  const audit = { record: (_: unknown, event: AuditEvent) => void events.push(event) };
  return {
    ...service,
    events,
    registrations: openLoginRegistrations({ ...service, audit }),
    clients: openLoginClients({ ...service, published: [] }),
    sandbox: openLoginClients({ ...service, published: [published] }),
  };
}

Deno.test("put() makes a secret once, and later puts change URIs and name and keep it", async () => {
  await using here = await parties();
  const first = await here.registrations.put(acme, { redirectUris });
  assert(first.isNew && first.secret !== null);
  assert.match(first.secret, /^[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(await here.clients.find("acme"), { clientId: acme, name: "acme", redirectUris });
  const other = { name: "Acme Shop", redirectUris: ["https://rp.example/other"] };
  const second = await here.registrations.put(acme, other);
  assert.deepEqual(second, { status: "ACTIVE", secret: null, isNew: false });
  assert.deepEqual(await here.clients.find("acme"), { clientId: acme, ...other });
  assert.equal(await here.clients.verifySecret("acme", first.secret), true);
  assert.equal(await here.clients.verifySecret("acme", `${first.secret}A`), false);
  assert.equal(await here.clients.verifySecret("acme", ""), false);
  assert.deepEqual(here.events, [
    { kind: "LOGIN_CLIENT_CHANGED", clientId: acme, change: "registered" },
    { kind: "LOGIN_CLIENT_CHANGED", clientId: acme, change: "changed" },
  ]);
});

Deno.test("put() leaves everything else of a client's record as it is", async () => {
  await using here = await parties();
  await putRecord(here, "acme", { status: "SUSPENDED", ipAllowlist: ["192.0.2.0/24"] });
  const { status, secret } = await here.registrations.put(acme, { redirectUris });
  assert.equal(status, "SUSPENDED");
  const record = await openClients(here.store).get(acme);
  assert.deepEqual([record.status, record.ipAllowlist], ["SUSPENDED", ["192.0.2.0/24"]]);
  assert.equal(await here.clients.find("acme"), null);
  assert.equal(await here.clients.verifySecret("acme", secret!), false);
});

Deno.test("rotateSecret() lets two secrets hold through the grace, and no more than two", async () => {
  await using here = await parties();
  const one = (await here.registrations.put(acme, { redirectUris })).secret!;
  const rotate = async (seconds: number) => {
    const rotated = await here.registrations.rotateSecret(acme, seconds);
    assert(rotated.ok);
    return rotated.value;
  };
  const holding = async (...secrets: readonly string[]) =>
    await Promise.all(secrets.map((secret) => here.clients.verifySecret("acme", secret)));
  const two = await rotate(3_600);
  assert.deepEqual(await holding(one, two.secret), [true, true]);
  const until = here.clock.now().add({ hours: 1 });
  assert.equal(two.previousHoldsUntil, until.toString({ smallestUnit: "millisecond" }));
  // A rotation within the grace ends the oldest.
  const three = await rotate(3_600);
  assert.deepEqual(await holding(one, two.secret, three.secret), [false, true, true]);
  here.clock.advance({ milliseconds: 3_599_999 });
  assert.deepEqual(await holding(two.secret, three.secret), [true, true]);
  here.clock.advance({ milliseconds: 1 });
  assert.deepEqual(await holding(two.secret, three.secret), [false, true]);
  const four = await rotate(0);
  assert.equal(four.previousHoldsUntil, null);
  assert.deepEqual(await holding(three.secret, four.secret), [false, true]);
  assert.equal((await here.registrations.find(acme))?.secrets.length, 1);
});

Deno.test("rotateSecret() is refused where there is no registration, and records nothing", async () => {
  await using here = await parties();
  await putRecord(here, "acme", {});
  const refused = await here.registrations.rotateSecret(acme, 60);
  assert.deepEqual(refused, { ok: false, refusal: { code: "no_login_client" } });
  assert.deepEqual(here.events, []);
});

Deno.test("rotateSecret() of many operators at once gives each a secret, of which the last two hold", async () => {
  await using here = await parties();
  await here.registrations.put(acme, { redirectUris });
  const rotated = await Promise.all(
    Array.from({ length: 8 }, () => here.registrations.rotateSecret(acme, 60)),
  );
  const holding = await Promise.all(
    rotated.map((each) => here.clients.verifySecret("acme", each.ok ? each.value.secret : "")),
  );
  assert.equal(holding.filter((holds) => holds).length, 2);
});

Deno.test("remove() takes registration and secrets, and a new registration has another secret", async () => {
  await using here = await parties();
  const { secret } = await here.registrations.put(acme, { redirectUris });
  assert.equal(await here.registrations.remove(acme), true);
  assert.equal(await here.clients.find("acme"), null);
  assert.equal((await openClients(here.store).find(acme))?.loginClient, null);
  assert.equal(await here.registrations.remove(acme), false);
  const again = await here.registrations.put(acme, { redirectUris });
  assert(again.secret !== null && again.secret !== secret);
  assert.equal(await here.clients.verifySecret("acme", secret!), false);
  const changes = here.events.map((event) => "change" in event ? event.change : null);
  assert.deepEqual(changes, ["registered", "removed", "registered"]);
});

/** Registrations whose first commit loses to another act. */
function overtaken(here: Awaited<ReturnType<typeof parties>>, act: () => Promise<unknown>) {
  let before: (() => Promise<unknown>) | null = act;
  const commit: typeof here.store.commit = async (operations) => {
    const first = before;
    before = null;
    await first?.();
    return await here.store.commit(operations);
  };
  const audit = { record: () => {} };
  return openLoginRegistrations({ ...here, store: { ...here.store, commit }, audit });
}

Deno.test("put() makes a secret when the one that it would keep is removed meanwhile", async () => {
  await using here = await parties();
  await here.registrations.put(acme, { redirectUris });
  const clients = openClients(here.store);
  await putRecord(here, acme, { ...await clients.get(acme), loginClient: null });
  const { secret } = await overtaken(here, () => here.registrations.remove(acme))
    .put(acme, { redirectUris });
  assert.equal(await here.clients.verifySecret("acme", secret ?? ""), true);
});

Deno.test("rotateSecret() leaves no secret behind when the registration is removed meanwhile", async () => {
  await using here = await parties();
  const clients = openClients(here.store);
  await putRecord(here, acme, { ...await clients.get(acme), loginClient: { redirectUris } });
  const rotated = await overtaken(here, () => here.registrations.remove(acme))
    .rotateSecret(acme, 0);
  assert.deepEqual(rotated, { ok: false, refusal: { code: "no_login_client" } });
  assert.equal(await findSecrets(here.store, acme), null);
});

Deno.test("a record that is put without a registration ends the login, and the next one finds its secret", async () => {
  await using here = await parties();
  const { secret } = await here.registrations.put(acme, { redirectUris });
  await putRecord(here, "acme", {});
  assert.equal(await here.clients.find("acme"), null);
  assert.equal(await here.clients.verifySecret("acme", secret!), false);
  const again = await here.registrations.put(acme, { redirectUris });
  assert.equal(again.secret, null);
  assert.equal(await here.clients.verifySecret("acme", secret!), true);
  await putRecord(here, "acme", {});
  assert.equal(await here.registrations.remove(acme), true, "what is left is the secret");
});

Deno.test("a published client is there until the store has a record of its id, which then decides", async () => {
  await using here = await parties();
  const { secret, ...known } = published;
  assert.deepEqual(await here.sandbox.find("sandbox-login"), known);
  assert.equal(await here.sandbox.verifySecret("sandbox-login", secret), true);
  assert.equal(await here.sandbox.verifySecret("sandbox-login", "other"), false);
  assert.equal(await here.sandbox.verifySecret("acme", secret), false);
  assert.equal(await here.clients.find("sandbox-login"), null);
  assert.equal(await here.clients.verifySecret("sandbox-login", secret), false);

  const own = await here.registrations.put(published.clientId, { redirectUris });
  assert.deepEqual((await here.sandbox.find("sandbox-login"))?.redirectUris, redirectUris);
  assert.equal(await here.sandbox.verifySecret("sandbox-login", secret), false);
  assert.equal(await here.sandbox.verifySecret("sandbox-login", own.secret!), true);
  await putRecord(here, "sandbox-login", { status: "SUSPENDED" });
  assert.equal(await here.sandbox.find("sandbox-login"), null);
  assert.equal(await here.sandbox.verifySecret("sandbox-login", secret), false);
});

Deno.test("no secret stands in the store in clear", async () => {
  const folder = await Deno.makeTempDir();
  const secrets: string[] = [];
  {
    await using here = await parties(`${folder}/kv.sqlite3`);
    secrets.push((await here.registrations.put(acme, { redirectUris })).secret!);
    const rotated = await here.registrations.rotateSecret(acme, 60);
    if (rotated.ok) secrets.push(rotated.value.secret);
  }
  assert.equal(secrets.length, 2);
  let bytes = "";
  for await (const { name } of Deno.readDir(folder)) {
    bytes += new TextDecoder("latin1").decode(await Deno.readFile(`${folder}/${name}`));
  }
  assert(bytes.includes("login_client_secret"));
  for (const secret of secrets) assert(!bytes.includes(secret));
  await Deno.remove(folder, { recursive: true });
});
