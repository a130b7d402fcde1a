import assert from "node:assert/strict";
import fc from "fast-check";
import { withhold } from "../../../gateways/csc/withhold.ts";
import { findUsable, HASH, PIN, trustServiceClient } from "../../support/trust_service_client.ts";
import { CSC_CLIENT_ID, CSC_CLIENT_SECRET } from "../../support/trust_service_provider.ts";

Deno.test("what a provider says of an error is logged without anything that the request held", async (t) => {
  const repeated = [
    PIN.pin,
    encodeURIComponent(PIN.pin),
    btoa(PIN.pin),
    PIN.pin.toUpperCase(),
    HASH.toBase64(),
    HASH.toHex(),
    "sign-p256-pin",
    CSC_CLIENT_SECRET,
    CSC_CLIENT_ID,
  ];
  const answers = {
    "as specified": { error: "invalid_request", error_description: repeated.join(" ") },
    "as BankID says it": { errorCode: repeated[0], errorDescription: repeated.join() },
    "with other members": { message: `${JSON.stringify(repeated)} \u202e\n\u0000` },
  };
  for (const [why, body] of Object.entries(answers)) {
    for (const call of ["credentials/authorize", "signatures/signHash"] as const) {
      await t.step(`${why}, ${call}`, async () => {
        await using client = await trustServiceClient();
        const credential = await findUsable(client, "sign-p256-pin");
        client.service.answer(call, { status: 400, body });
        const asked = { credential, hash: HASH, authorization: PIN };
        const answer = await client.provider.signHash(asked, client.signal);
        assert(!answer.ok);
        assert.match(client.lines.join(), /"event":"trust_service_call_failed"/);
        const kept = [
          ...client.lines,
          JSON.stringify(answer),
          ...client.telemetry.measured,
          ...client.telemetry.counted.keys(),
          JSON.stringify(client.telemetry.spans),
        ].join();
        for (const text of repeated) assert(!kept.includes(text), `${text} in ${kept}`);
      });
    }
  }
});

Deno.test("withhold() leaves no held value in, however it is repeated", () => {
  const pin = fc.string({ unit: "grapheme", minLength: 4, maxLength: 20 })
    .filter((text) => /[^\s\p{C}…]{4}/u.test(text) && !/[\s\p{C}…]/u.test(text));
  fc.assert(fc.property(pin, fc.string(), fc.string(), (held, before, after) => {
    const forms = [held, JSON.stringify(held), new TextEncoder().encode(held).toHex()];
    for (const form of forms) {
      const logged = withhold(`${before}${form}${after}`, [held]);
      assert(!logged.includes(held));
      assert([...logged].length <= 200);
    }
  }));
});

Deno.test("withhold() makes one short printable line of a text", () => {
  assert.equal(withhold("a\r\nb\u0000\u001b[31m\u202ec\u2028d", []), "a b[31mc d");
  assert.equal(withhold("x".repeat(500), []).length, 200);
  assert.equal(withhold("PIN 12 and 1234", ["12", "1234"]), "PIN … and …");
  // A value at the cut does not leave half of itself.
  assert.equal(withhold(`${"x".repeat(198)}1234`, ["1234"]), `${"x".repeat(198)}…`);
});
