import "../../../base/temporal.ts";
import assert from "node:assert/strict";
import { ClientId } from "../../../core/access/schema.ts";
import { authorize } from "../../../core/login/authorize.ts";
import type { Mode } from "../../../core/nouns.ts";

Deno.test("authorize() takes a single sign-on of its own client and mode alone", async () => {
  const acme = ClientId.parse("acme");
  const redirectUri = "https://rp.example/cb";
  const answered = async (of: { readonly clientId?: string; readonly mode?: Mode }) => {
    const singleSignOn = {
      clientId: ClientId.parse(of.clientId ?? acme),
      mode: of.mode ?? "live",
      subject: "a pseudonym",
      authTime: "2026-03-02T08:59:00.000Z",
    };
    const ports = {
      clock: { now: () => Temporal.Instant.from("2026-03-02T09:00Z") },
      login: { issuer: "https://aval.example/v1/login" },
      loginClients: {
        find: () => Promise.resolve({ clientId: acme, name: "Acme", redirectUris: [redirectUri] }),
      },
      loginCounts: { note: () => {} },
      singleSignOns: { find: () => Promise.resolve({ singleSignOn, issueCode: () => "a-code" }) },
    };
    const answer = await authorize(ports as unknown as Parameters<typeof authorize>[0], {
      unit: {} as Parameters<typeof authorize>[1]["unit"],
      mode: "live",
      query: {
        response_type: "code",
        client_id: acme,
        redirect_uri: redirectUri,
        scope: "openid",
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        code_challenge_method: "S256",
        prompt: "none",
      },
      browser: null,
      singleSignOn: "cookie",
      writes: true,
    });
    assert(answer.ok && answer.value.kind === "redirect");
    const { searchParams } = new URL(answer.value.location);
    return searchParams.get("code") ?? searchParams.get("error");
  };
  assert.deepEqual(
    [
      await answered({}),
      await answered({ clientId: "globex" }),
      await answered({ mode: "sandbox" }),
    ],
    ["a-code", "login_required", "login_required"],
  );
});
