/** The shop's process: environment, clients, server. */

import { openClient } from "@aval/client";
import { openLogin } from "@aval/client/login";
import * as oidc from "openid-client";
import { createEndpoint } from "./events.ts";
import { openShop } from "./shop.ts";

const baseUrl = Deno.env.get("AVAL_URL") ?? "http://localhost:8000";
const port = Number(Deno.env.get("PORT") ?? 9000);
const origin = Deno.env.get("SHOP_URL") ?? `http://localhost:${port}`;
// What every sandbox has on file (fixtures/login/README.md). In live: your own, from a secret store.
const clientId = Deno.env.get("SHOP_CLIENT_ID") ?? "sandbox-login";
const clientSecret = Deno.env.get("SHOP_CLIENT_SECRET") ??
  "published-sandbox-login-secret-of-nobody-000";
const token = Deno.env.get("AVAL_TOKEN");

const secrets = Deno.env.get("SHOP_EVENT_SECRET")?.split(" ");
const aval = openClient({
  baseUrl,
  identity: token === undefined ? { sandboxClient: clientId } : { token },
});

const shop = openShop({
  aval,
  openLogin: () =>
    openLogin(oidc, { baseUrl, clientId, clientSecret, redirectUri: `${origin}/callback` }),
  openEvents: async () => {
    if (secrets !== undefined) return secrets;
    if (token !== undefined) throw new Error("SHOP_EVENT_SECRET is not set");
    return [await createEndpoint(aval, `${origin}/events`)];
  },
  clientId,
  origin,
  log: (event, error) => console.error(event, error instanceof Error ? error.message : "unknown"),
});

if (clientId === "sandbox-login" && !/^http:\/\/(?:localhost|127\.0\.0\.1):9000$/.test(origin)) {
  console.error(
    "The sandbox login client may come back to port 9000 alone: no login (see README.md)",
  );
}

Deno.serve(
  { port, hostname: "localhost", onListen: () => console.log(`The shop listens on ${origin}`) },
  shop,
);
