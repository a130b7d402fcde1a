import assert from "node:assert/strict";
import type { PolicyOverrides } from "../../core/policy/policy.ts";
import { COMPLETE, draftOf, onboardingPath } from "../support/onboarding.ts";
import { httpAnswer, type Pieces, rawServer } from "../support/raw_answers.ts";
import { serviceInMemory } from "../support/service.ts";

const BRITISH = {
  ...COMPLETE,
  legalName: "Dentsu International Ltd",
  registryCountry: "GB",
  registryNumber: "01403668",
};

/** The registers' documented answer about a valid company. */
const known = (url: URL) => {
  const body = url.hostname.startsWith("api.company-information")
    ? {
      company_name: "DENTSU INTERNATIONAL LIMITED",
      company_number: "01403668",
      company_status: "active",
    }
    : { data: [] };
  return httpAnswer(200, { "content-type": "application/json" }, JSON.stringify(body));
};

/** Malformed answers of model and registers, as bytes. */
const misbehaving: Readonly<Record<string, () => Pieces | Promise<Pieces>>> = {
  "500": () => httpAnswer(500, {}, "{}"),
  "a hang": () => new Promise<Pieces>(() => {}),
  "a hang within the answer": async function* () {
    yield 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"';
    await new Promise(() => {});
  },
  "a truncated answer": () => ["HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n", `{"data": [`],
  "another schema": () => httpAnswer(200, {}, `{"recommendation": "SUBMIT_RECOMMENDED"}`),
  "a redirect to a private address": () =>
    httpAnswer(302, { location: "http://169.254.169.254/latest/meta-data/" }),
  "10 MB": () => httpAnswer(200, {}, new Uint8Array(10 * 1_024 * 1_024).fill(120)),
};

/** A model on loopback that answers with these bytes and counts connections. */
function openModel(answer: () => Pieces | Promise<Pieces>) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  let connections = 0;
  const serve = async (connection: Deno.Conn) => {
    open.add(connection);
    try {
      await connection.read(new Uint8Array(65_536));
      for await (const piece of await answer()) {
        const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
        const writer = connection.writable.getWriter();
        await writer.write(bytes);
        writer.releaseLock();
      }
      connection.close();
    } catch {
      // Whoever asked has gone.
    }
  };
  const accepting = (async () => {
    for await (const connection of listener) {
      connections++;
      void serve(connection);
    }
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}/v1/chat/completions`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting.catch(() => {});
      for (const connection of open) {
        try {
          connection.close();
        } catch {
          // Closed already.
        }
      }
    },
  };
}

/** Drafts in live with this model and these registers, each with a deadline in seconds. */
async function draftWith(
  model: () => Pieces | Promise<Pieces>,
  register: (url: URL) => Pieces | Promise<Pieces>,
  seconds = 30,
) {
  await using drafting = openModel(model);
  const registers = rawServer(register);
  const policy: PolicyOverrides = {
    kyb: { drafterSeconds: seconds },
    registers: { timeoutSeconds: seconds },
  };
  await using service = await serviceInMemory({
    mode: "live",
    policy,
    connect: registers.connect,
    env: {
      AVAL_DRAFTER_URL: drafting.url,
      AVAL_DRAFTER_MODEL: "speller-1",
      AVAL_REGISTRY_GLEIF: "https://api.gleif.example/api/v1",
      AVAL_REGISTRY_COMPANIES_HOUSE_KEY: "0123-key",
    },
  });
  const { status, body } = await service.as("x").post(onboardingPath, BRITISH);
  assert.equal(status, 200);
  const { flags, evidence, drafter } = await draftOf(service, body, "live");
  return {
    body,
    flags: flags.map(({ code }) => code),
    outcome: evidence.registry.outcome,
    drafter: drafter.kind,
    asked: registers.asked.map((url) => new URL(url).hostname),
    connections: drafting.connections(),
  };
}

Deno.test("whatever registers and model answer, a draft comes in time and says what it lacks", async (t) => {
  for (const [why, answer] of Object.entries(misbehaving)) {
    await t.step(why, async () => {
      // What never comes is waited for in vain: all else comes in its time on any machine.
      const drafted = await draftWith(answer, answer, why.startsWith("a hang") ? 1 : 30);
      assert.equal(drafted.body.recommendation, "NEEDS_INFO_RECOMMENDED");
      assert.deepEqual([drafted.flags, drafted.outcome], [["REGISTRY_UNAVAILABLE"], "unavailable"]);
      const notes = drafted.body.advisoryFlags.map(({ code }: { readonly code: string }) => code);
      assert.deepEqual([notes, drafted.drafter], [["AI_DRAFTER_UNAVAILABLE"], "deterministic"]);
      // Each register once, the model once more after a passing failure, and nobody else.
      assert.deepEqual(drafted.asked, [
        "api.company-information.service.gov.uk",
        "api.gleif.example",
      ]);
      assert.equal(drafted.connections, why === "500" ? 2 : 1);
    });
  }
});

Deno.test("one register's word counts, whatever another one and the model do", async () => {
  const drafted = await draftWith(misbehaving["500"]!, known);
  assert.deepEqual([drafted.flags, drafted.outcome], [[], "verified"]);
  const other = await draftWith(
    misbehaving["another schema"]!,
    (url) => url.hostname === "api.gleif.example" ? httpAnswer(500, {}) : known(url),
  );
  assert.deepEqual([other.body.recommendation, other.outcome], ["SUBMIT_RECOMMENDED", "verified"]);
});
