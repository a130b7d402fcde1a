import assert from "node:assert/strict";
import { load } from "js-yaml";
import { publishedSchema } from "../support/published_schemas.ts";
import { composeText, composeWith, variablesOf } from "./compose.ts";

const root = new URL("../../", import.meta.url);
const text = await composeText();
const values = Object.fromEntries(variablesOf(text).map((name) => [name, `a-${name}`]));

Deno.test("deploy/compose.yaml fits the Compose Specification", async () => {
  const fits = await publishedSchema("compose-spec.json");
  const compose = load(text) as { services: Record<string, object> };
  assert.equal(fits(compose), true, JSON.stringify(fits.errors));
  const { aval } = compose.services;
  assert.equal(fits({ ...compose, services: { aval: { ...aval, privilege: true } } }), false);
});

Deno.test("deploy/compose.yaml names each variable of the operator, and no other", () => {
  const named = [...text.matchAll(/^# {3}([A-Z_]+)=/gm)].map(([, name]) => name);
  assert.deepEqual(named.toSorted(), variablesOf(text));
});

Deno.test("deploy/compose.yaml starts the versions that the tests start", async () => {
  const { services } = composeWith(text, values);
  const keycloak = await Deno.readTextFile(new URL("tests/keycloak.sh", root));
  const [, version] = /^version=(.+)$/m.exec(keycloak) ?? [];
  assert.equal(services["keycloak"]?.image, `quay.io/keycloak/keycloak:${version}`);
  assert.equal(services["postgres"]?.image, "docker.io/library/postgres:15");
});

Deno.test("deploy/compose.yaml lets the proxy open fewer connections than the service may", () => {
  const { services } = composeWith(text, values);
  const [proxy, aval] = [services["proxy"], services["aval"]];
  assert((proxy?.ulimits?.nofile ?? Infinity) < (aval?.ulimits?.nofile ?? 0));
  assert.equal(aval?.environment["AVAL_TRUSTED_PROXIES"], "172.30.71.2/32");
  assert(text.includes("ipv4_address: 172.30.71.2 "));
});
