import assert from "node:assert/strict";
import type { ProviderFault, ProviderRefusal } from "../../../core/seal/ports.ts";
import type { Result } from "../../../base/result.ts";
import {
  DIALECTS,
  HASH,
  PIN,
  type TrustServiceClient,
  trustServiceClient,
  verifies,
} from "../../support/trust_service_client.ts";
import {
  RETRY_AFTER,
  type TrustServiceFault,
  trustServiceFaults,
} from "../../support/trust_service_faults.ts";
import {
  CSC_CLIENT_ID,
  CSC_CLIENT_SECRET,
  type TrustServiceCall,
  trustServiceCalls,
} from "../../support/trust_service_provider.ts";

/** Our code for each fault, in whichever call it occurs. */
const expected: Readonly<Record<TrustServiceFault, ProviderFault>> = {
  "429": "rate_limited",
  "500": "status",
  "503": "status",
  text: "status",
  html: "status",
  hang: "timeout",
  reset: "connection",
  bad_json: "bad_answer",
  expired_token: "not_logged_in",
  wrong_signature: "bad_answer",
  none: "bad_answer",
  two: "bad_answer",
  slow: "timeout",
};

/** Exceptions, where the call determines the code. */
const exceptions: Readonly<Record<string, ProviderFault>> = {
  // The authorization server does not know us, or not what we ask.
  "token text": "not_logged_in",
  "signatures/signHash none": "wrong_signature_count",
  "signatures/signHash two": "wrong_signature_count",
};

const CREDENTIAL = "sign-pin-pending";

/** A whole act with all its calls to the provider. */
async function act(
  { provider, signal }: TrustServiceClient,
): Promise<Result<Uint8Array, ProviderRefusal>> {
  const found = await provider.findCredential({ credentialId: CREDENTIAL, act: "sign" }, signal);
  if (!found.ok) return found;
  return await provider.signHash(
    { credential: found.value, hash: HASH, authorization: PIN },
    signal,
  );
}

const held = [PIN.pin, CSC_CLIENT_ID, CSC_CLIENT_SECRET, HASH.toBase64(), HASH.toHex(), CREDENTIAL];

for (const call of trustServiceCalls.filter((name) => name !== "credentials/list")) {
  Deno.test(`a fault at ${call} ends an act with our code for it, and nothing is done twice`, async (t) => {
    for (const fault of trustServiceFaults) {
      await t.step(fault, async () => {
        await using client = await trustServiceClient();
        const { calls } = client.service;
        client.service.meet(call, fault);
        const answer = await act(client);
        if (call === "signatures/signHash" && fault === "wrong_signature") {
          // Whoever asked verifies it with the certificate; here it does not.
          assert(answer.ok);
          assert(!await verifies(client, CREDENTIAL, "ecdsa-p256", answer.value));
        } else {
          const asksToWait = fault === "429" || fault === "503";
          assert.deepEqual(answer, {
            ok: false,
            refusal: {
              code: "upstream_unavailable",
              fault: exceptions[`${call} ${fault}`] ?? expected[fault],
              ...(asksToWait ? { retryAfterSeconds: RETRY_AFTER } : {}),
            },
          });
        }
        holdCounts(calls, call, fault);
        assert(client.service.signed() <= 1);
        for (const text of held) {
          assert(!client.lines.some((line) => line.includes(text)), `${text} is in the log`);
        }
      });
    }
  });
}

/** Asserts that each authorization is made at most once, and that no call follows the fault. */
function holdCounts(
  calls: ReadonlyMap<TrustServiceCall, number>,
  call: TrustServiceCall,
  fault: TrustServiceFault,
): void {
  const order = [
    "info",
    "token",
    "credentials/info",
    "credentials/authorize",
    "credentials/authorizeCheck",
    "signatures/signHash",
  ] as const;
  // A refused token has done nothing; what is signed is asked for once all the same.
  const again = fault === "expired_token" && call.startsWith("credentials/");
  assert.equal(calls.get(call), again ? 2 : 1);
  for (const later of order.slice(order.indexOf(call as typeof order[number]) + 1)) {
    // Another login is what a refused token leads to.
    assert.equal(calls.get(later), 0, later);
  }
  assert(calls.get("signatures/signHash")! <= 1);
  if (!(call === "credentials/authorize" && fault === "expired_token")) {
    assert(calls.get("credentials/authorize")! <= 1);
  }
}

for (const dialect of DIALECTS) {
  Deno.test(`a passing fault at a call of ${dialect} is over with the next act`, async () => {
    await using client = await trustServiceClient({ dialect });
    const id = dialect === "v1" ? "sign-p256-pin" : CREDENTIAL;
    const once = async () => {
      const found = await client.provider.findCredential(
        { credentialId: id, act: "sign" },
        client.signal,
      );
      if (!found.ok) return found;
      const asked = { credential: found.value, hash: HASH, authorization: PIN };
      return await client.provider.signHash(asked, client.signal);
    };
    client.service.meet("credentials/authorize", "500", 1);
    assert(!(await once()).ok);
    assert((await once()).ok);
    client.service.meet("signatures/signHash", "reset", 1);
    assert(!(await once()).ok);
    const signedByThen = client.service.signed();
    // The first signature was made and lost: it is another act that makes the next one.
    assert.equal(signedByThen, 2);
    assert((await once()).ok);
    assert.equal(client.service.signed(), 3);
  });
}
