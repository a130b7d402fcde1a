/**
 * Every kind of request that the settings permit, each answered by the command-line wallet and by
 * an independent one; and the settings that are refused.
 */

import assert from "node:assert/strict";
import { ResponseMode } from "../../core/presentation/authorization_request.ts";
import { parseConfig } from "../../service/config/config.ts";
import { openLibraryWallet } from "../support/library_wallet.ts";
import { makeVerifier } from "../support/pem.ts";
import { serviceInMemory } from "../support/service.ts";
import { pathOf, start } from "../support/verifying.ts";
import { runWallet } from "../support/wallet.ts";

const prefixes = ["url", "redirect_uri", "x509_hash", "x509_san_dns"] as const;
const methods = ["get", "post"] as const;
const links = ["openid4vp", "haip-vp", "haip", "av", "https://wallet.example/authorize"] as const;
const formats = ["sd-jwt", "mdoc"] as const;

/** One kind of request: settings of one deployment. */
interface Profile {
  readonly prefix: typeof prefixes[number];
  readonly mode: ResponseMode;
  readonly requestUriMethod: typeof methods[number];
  readonly walletLink: typeof links[number];
}

const all: readonly Profile[] = prefixes.flatMap((prefix) =>
  ResponseMode.options.flatMap((mode) =>
    methods.flatMap((requestUriMethod) =>
      links.map((walletLink) => ({ prefix, mode, requestUriMethod, walletLink }))
    )
  )
);

/**
 * Whether settings are refused: a wallet that knows the verifier beforehand takes no key from its
 * requests (OpenID4VP 1.0 §5.1).
 */
const isForbidden = ({ prefix, mode }: Profile) => prefix === "url" && mode === "direct_post.jwt";

const host = "verifier.example";
const { root, env: signing } = await makeVerifier("P-256", [host]);

function environmentOf({ prefix, mode }: Profile): Record<string, string> {
  return {
    ...(prefix.startsWith("x509_") ? signing : {}),
    AVAL_BASE_URL: `https://${host}`,
    AVAL_VERIFIER_ID: prefix,
    AVAL_RESPONSE_MODE: mode,
  };
}

for (const profile of all.filter((profile) => !isForbidden(profile))) {
  const { prefix, mode, requestUriMethod, walletLink } = profile;
  Deno.test(`${prefix}, ${mode}, ${requestUriMethod}, ${walletLink}: both wallets complete it by both formats`, async () => {
    await using service = await serviceInMemory({
      env: environmentOf(profile),
      policy: { verification: { requestUriMethod, walletLink } },
    });
    // The library reads the clock of the machine.
    service.clock.advance({ milliseconds: Date.now() - service.clock.now().epochMilliseconds });
    const acme = service.as("acme");
    const isSigned = prefix.startsWith("x509_");
    for (const format of formats) {
      const [own, other] = [
        await start(acme, "age-verification"),
        await start(acme, "age-verification"),
      ];
      for (const { authorizationRequestUri, authorizationRequest } of [own, other]) {
        const opens = walletLink.startsWith("https:") ? walletLink : `${walletLink}://authorize`;
        assert(authorizationRequestUri.startsWith(`${opens}?`));
        assert.equal(authorizationRequest.response_mode, mode);
      }
      const uri = own.authorizationRequestUri;
      const ran = await runWallet(service, ["present", uri, "--format", format]);
      assert.equal(ran.code, 0, ran.stderr);

      const wallet = openLibraryWallet(service, root);
      const read = await wallet.read(other.authorizationRequestUri);
      assert.equal(read.prefix, prefix === "url" ? null : prefix);
      assert.deepEqual(read.fetched, isSigned ? [requestUriMethod] : []);
      const reply = await wallet.proveAge(read, format);
      assert.equal(reply.status, 200, await reply.clone().text());
      assert.deepEqual((await reply.json()).booleanProofs, { ageOver18: true });
      for (const started of [own, other]) {
        const { body } = await acme.get(pathOf(started));
        assert.equal(body.status, "completed");
      }
    }
  });
}

for (const profile of all.filter(isForbidden)) {
  const { prefix, mode, requestUriMethod, walletLink } = profile;
  Deno.test(`${prefix}, ${mode}, ${requestUriMethod}, ${walletLink}: the start is refused`, () => {
    const config = parseConfig({ AVAL_KV: ":memory:", ...environmentOf(profile) });
    assert(!config.ok);
    assert.match(config.refusal.problems.join("\n"), /^AVAL_RESPONSE_MODE: .*$/);
  });
}
