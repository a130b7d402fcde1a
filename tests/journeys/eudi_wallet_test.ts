import "../../base/temporal.ts";
import assert from "node:assert/strict";
import { offersByEveryPath } from "../support/credential_offers.ts";
import { folderOf } from "../support/folder.ts";
import { university } from "../support/issuance.ts";
import { listeningSandbox } from "../support/listening.ts";
import { verifyByLibrary } from "../support/sd_jwt_library.ts";
import { makeLocalCertificate } from "../support/tls.ts";

/** Folder of the EUDI project's library as a wallet: `tests/clients/kotlin.sh` builds it. */
const wallet = Deno.env.get("AVAL_TEST_EUDI");
if (wallet === undefined) {
  console.error(
    "LEFT OUT: 1 test of the EUDI project's Kotlin library as a wallet; build it by tests/clients/kotlin.sh and name its folder in AVAL_TEST_EUDI",
  );
}

/** Runs a program of Java. @returns what it printed, and its exit code */
async function run(command: string, args: readonly string[]) {
  const home = Deno.env.get("JAVA_HOME");
  const path = home === undefined ? command : `${home}/bin/${command}`;
  const { code, stdout, stderr } = await new Deno.Command(path, { args: [...args] }).output();
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out: out ?? "", error: error ?? "" };
}

if (wallet !== undefined) {
  Deno.test("the EUDI project's library redeems an offer by https, once", async (t) => {
    await using folder = await folderOf({});
    const certificate = await makeLocalCertificate(folder.path);
    const trustStore = `${folder.path}/trust.p12`;
    const store = ["-keystore", trustStore, "-storetype", "PKCS12", "-storepass", "public"];
    const imported = await run("keytool", [
      ...["-importcert", "-noprompt", "-alias", "localhost", "-file", certificate.path, ...store],
    ]);
    assert.equal(imported.code, 0, imported.out);
    await using service = await listeningSandbox(certificate);
    // The library takes the machine's time.
    service.clock.advance(service.clock.now().until(Temporal.Now.instant()));
    const redeem = (link: string) =>
      run("java", [
        `-Djavax.net.ssl.trustStore=${trustStore}`,
        "-Djavax.net.ssl.trustStorePassword=public",
        ...["-cp", `${wallet}/*`, "WalletKt", link],
      ]);
    for (const [path, link] of Object.entries(await offersByEveryPath(service))) {
      await t.step(path, async () => {
        const { code, out, error } = await redeem(link);
        assert.equal(code, 0, error);
        const [credential = "", jwk = ""] = out.split("\n");
        const now = service.clock.now();
        const payload = await verifyByLibrary(credential, university.signer.chain[0]!, now);
        assert.equal(payload["vct"], "urn:academic:degree-award:1");
        assert.deepEqual(payload["cnf"], { jwk: JSON.parse(jwk) });
        assert.equal((await redeem(link)).code, 1, "an offer is redeemed once");
      });
    }
  });
}
