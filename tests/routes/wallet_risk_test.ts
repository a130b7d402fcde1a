import assert from "node:assert/strict";
import type { Backend } from "../../kv/store/backend.ts";
import type { PolicyOverrides } from "../../core/policy/policy.ts";
import { sandboxWallets } from "../../routes/openapi/sandbox_wallets.ts";
import { putRecord } from "../support/clients.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { recordingBackend, type Written } from "../support/written.ts";
import {
  corpusTag,
  type SmallCorpus,
  smallCorpus,
  walletRiskPath,
} from "../support/wallet_risk.ts";

const address = "0x00000000000000000000000000000000000000Aa";
const exchange = { network: "ETH", address };
const corpus = smallCorpus("run-1", [corpusTag()]);

/** A store's writes, and the keys of its stored answers. */
interface Stored extends Pick<Written, "text"> {
  readonly kept: ReadonlySet<string>;
}

function watching(): Stored & Pick<Written, "wrapBackend"> {
  const { text, wrapBackend } = recordingBackend();
  const kept = new Set<string>();
  const isAnswer = (key: readonly unknown[]) => key[0] === "wallet_risk_answer";
  const watch = (backend: Backend): Backend => ({
    ...backend,
    commit: async (commit) => {
      const outcome = await backend.commit(commit);
      for (const { key } of commit.puts) if (isAnswer(key)) kept.add(key.join());
      for (const key of commit.removes) if (isAnswer(key)) kept.delete(key.join());
      return outcome;
    },
  });
  return { text, kept, wrapBackend: (backend) => watch(wrapBackend(backend)) };
}

/** A live service that scores by a corpus in a file. */
async function scoring(
  test: (service: TestService, stored: Stored) => Promise<void>,
  { bytes }: SmallCorpus = corpus,
  policy?: PolicyOverrides,
): Promise<void> {
  const file = await Deno.makeTempFile();
  try {
    await Deno.writeFile(file, bytes);
    const stored = watching();
    await using service = await serviceInMemory({
      mode: "live",
      env: { AVAL_TAGPACKS: file },
      ...(policy === undefined ? {} : { policy }),
      wrapBackend: stored.wrapBackend,
    });
    await test(service, stored);
  } finally {
    await Deno.remove(file);
  }
}

Deno.test("POST /v1/wallet-risk/score answers what the corpus says, in every field", async () => {
  await scoring(async (service) => {
    const { status, body } = await service.as("acme").post(walletRiskPath, {
      network: " eth ",
      address,
    });
    assert.equal(status, 200);
    const { riskWeightsHash } = body.frozenDecisionArtifact;
    assert.match(riskWeightsHash, /^[0-9a-f]{64}$/);
    assert.deepEqual(body, {
      network: "ETH",
      address,
      addressLookup: address.toLowerCase(),
      score: 6,
      classification: "LOW",
      matchedTags: [{
        ...corpusTag(),
        categoryWeight: 12,
        contributionScore: 6,
      }],
      matchedTagsTotal: 1,
      excludedTags: [],
      excludedTagsTotal: 0,
      sameActorAddresses: [],
      sameActorAddressesTotal: 0,
      frozenDecisionArtifact: {
        engineVersion: "wallet-risk-2",
        riskWeightsHash,
        tagpackEtlRunId: "run-1",
      },
      meta: { mode: "live", sandboxOverride: false },
    });
  });
});

Deno.test("an address counts on the network that was asked for, a token's on that of its form", async (t) => {
  const tron = "TB75rE9cXfpDEeRJQfuWSAESJsRhbv4JNh";
  const tags = [
    corpusTag({ network: "ETH", confidenceLevel: 50 }),
    corpusTag({ network: "BSC", confidence: "high", confidenceLevel: 100 }),
    corpusTag({ network: "TRX", address: tron, confidence: "low", confidenceLevel: 25 }),
  ];
  const cases: readonly [network: string, address: string, score: number | null][] = [
    ["ETH", address, 6],
    ["bsc", address, 12],
    ["BEP20", address.toUpperCase().replace("0X", "0x"), 12],
    ["USDT", address, 6],
    ["usdc", address.slice(2), 6],
    ["USDT", tron, 3],
    [" TRX\n", tron, 3],
    ["TRX", "4154fb8ddd0a4f2fcf7d5a2f2a5f0a1e6e3a9c4a0b".slice(0, 42), null],
    ["ETH", tron, null],
    ["TRX", tron.toLowerCase(), null],
    ["TRX", address, null],
    ["MATIC", address, null],
  ];
  await scoring(async (service) => {
    for (const [network, written, score] of cases) {
      await t.step(`${network} ${written}`, async () => {
        const { body } = await service.as("acme").post(walletRiskPath, {
          network,
          address: written,
        });
        assert.deepEqual([body.score, body.network], [score, network.trim().toUpperCase()]);
        assert.equal(body.address, written);
      });
    }
  }, smallCorpus("run-1", tags));
});

Deno.test("a network is known by its aliases, in the request and in an older corpus", async (t) => {
  const btc = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
  const tron = "TB75rE9cXfpDEeRJQfuWSAESJsRhbv4JNh";
  const tags = [
    corpusTag({ network: "ETH" }),
    corpusTag({ network: "BTC", address: btc }),
    corpusTag({ network: "TRX", address: tron }),
    // As a corpus has them that was built before these codes were aliases.
    corpusTag({ network: "POL", confidenceLevel: 100 }),
    corpusTag({ network: "DAI", address: "0x00000000000000000000000000000000000000ab" }),
  ];
  const cases: readonly (readonly [network: string, address: string, score: number])[] = [
    ["ETHEREUM", address, 6],
    ["ERC20", address, 6],
    ["erc-20", address, 6],
    ["DAI", address, 6],
    ["DAI", "0x00000000000000000000000000000000000000ab", 6],
    ["BITCOIN", btc, 6],
    ["TRON", tron, 6],
    ["TRC20", tron, 6],
    ["DAI", tron, 6],
    ["POL", address, 12],
    ["POLYGON", address, 12],
    ["MATIC", address, 12],
  ];
  await scoring(async (service) => {
    for (const [network, written, score] of cases) {
      await t.step(`${network} ${written}`, async () => {
        const { body } = await service.as("acme").post(walletRiskPath, {
          network,
          address: written,
        });
        assert.deepEqual([body.score, body.network], [score, network.toUpperCase()]);
        assert.equal(body.advisories, undefined);
      });
    }
  }, smallCorpus("run-1", tags));
});

Deno.test("tags of the same key on another network are named, and count for nothing", async (t) => {
  const legacy = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
  const cash = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
  const tags = [
    corpusTag({ network: "ETH", abuse: "scam" }),
    corpusTag({ network: "ETH", confidence: "none", confidenceLevel: 1 }),
    corpusTag({ network: "BSC" }),
    corpusTag({ network: "ZILIQA", address: address.toLowerCase() }),
    corpusTag({ network: "BCH", address: cash }),
    corpusTag({ network: "BTC", address: "3LtcaPbCj87CwJHnRX3vh7c2y9RZQqeSy8" }),
  ];
  const named = (body: { otherNetworks?: { network: string; tags: unknown[] }[] }) =>
    body.otherNetworks?.map((one) => [one.network, one.tags.length]);
  await scoring(async (service) => {
    const ask = async (network: string, written: string) =>
      (await service.as("acme").post(walletRiskPath, { network, address: written })).body;
    await t.step("a network without tags of it", async () => {
      const body = await ask("BSC", legacy);
      assert.deepEqual([body.classification, named(body)], ["UNTAGGED", [["BCH", 1]]]);
    });
    await t.step("beside the network's own tags", async () => {
      const body = await ask("BSC", address);
      assert.deepEqual([body.score, body.classification, body.matchedTagsTotal], [6, "LOW", 1]);
      assert.deepEqual(named(body), [["ETH", 2], ["ZILIQA", 1]]);
      const [{ tags: [scam, weak], tagsTotal }] = body.otherNetworks;
      assert.deepEqual(scam, {
        ...corpusTag({ network: "ETH", abuse: "scam" }),
        categoryWeight: 75,
        contributionScore: 38,
      });
      assert.deepEqual([weak.exclusionReason, tagsTotal], ["below_confidence_floor", 2]);
    });
    await t.step("the other spelling of one key", async () => {
      assert.deepEqual(named(await ask("BTC", legacy)), [["BCH", 1]]);
      assert.equal(named(await ask("BCH", legacy)), undefined);
    });
    await t.step("none, where no other network tags it", async () => {
      const body = await ask("BTC", "3LtcaPbCj87CwJHnRX3vh7c2y9RZQqeSy8");
      assert.deepEqual([body.score, "otherNetworks" in body], [6, false]);
    });
  }, smallCorpus("run-1", tags));
});

Deno.test("a code that the corpus lacks is named with the networks of the address's form", async (t) => {
  const tags = [
    corpusTag({ network: "BSC", address: "0x00000000000000000000000000000000000000ff" }),
    corpusTag({ network: "BTC", address: "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu" }),
  ];
  const hex = "0x00000000000000000000000000000000000000ee";
  const cases: readonly {
    readonly network: string;
    readonly address: string;
    readonly first: string | undefined;
  }[] = [
    // BSC, which the corpus has, comes before ETH, which it lacks.
    { network: "ETH", address: hex, first: "BSC" },
    { network: "NOSUCH", address: hex, first: "BSC" },
    { network: "USDT", address: hex, first: "BSC" },
    { network: "NOSUCH", address: "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", first: "BTC" },
    { network: "NOSUCH", address: "LbonesGyyeUDpQqtZQMmBUPJSEg4jHhUvb", first: "LTC" },
    { network: "NOSUCH", address: "of no form", first: undefined },
  ];
  await scoring(async (service) => {
    for (const { network, address: written, first } of cases) {
      await t.step(`${network} ${written}`, async () => {
        const { body } = await service.as("acme").post(walletRiskPath, {
          network,
          address: written,
        });
        const [{ code, networks }, ...more] = body.advisories;
        assert.deepEqual([code, networks[0], more], ["network_not_in_corpus", first, []]);
        assert.deepEqual([body.classification, body.score], ["UNTAGGED", null]);
      });
    }
    const { body } = await service.as("acme").post(walletRiskPath, {
      network: "BNB",
      address: hex,
    });
    assert.equal("advisories" in body, false);
  }, smallCorpus("run-1", tags));
});

Deno.test("an address that fails its checksum is compared as before and said to be malformed", async (t) => {
  const mistyped = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggv";
  const eip55 = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  const tags = [
    corpusTag({ network: "BTC", address: mistyped }),
    corpusTag({ network: "ETH", address: eip55 }),
    corpusTag({ network: "XRP", address: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59" }),
  ];
  const cases = [
    { network: "BTC", sent: mistyped, lookup: mistyped, score: 6, malformed: true },
    { network: "ETH", sent: eip55, lookup: eip55.toLowerCase(), score: 6, malformed: false },
    {
      network: "ERC20",
      sent: eip55.replace("Aed", "aed"),
      lookup: eip55.toLowerCase(),
      score: 6,
      malformed: true,
    },
    {
      // An X-address with a tag (XLS-5d): found by the account that it pays into.
      network: "XRP",
      sent: "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu",
      lookup: "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59",
      score: 6,
      malformed: false,
    },
  ];
  await scoring(async (service) => {
    for (const { network, sent, lookup, score, malformed } of cases) {
      await t.step(`${network} ${sent}`, async () => {
        const { body } = await service.as("acme").post(walletRiskPath, { network, address: sent });
        assert.deepEqual([body.score, body.addressLookup], [score, lookup]);
        assert.deepEqual(body.advisories, malformed ? [{ code: "address_malformed" }] : undefined);
      });
    }
  }, smallCorpus("run-1", tags));
});

Deno.test("an answer with remarks is replayed byte for byte", async () => {
  await scoring(async (service) => {
    const acme = service.as("acme");
    const asked = { network: "NOSUCH", address: "0x00000000000000000000000000000000000000Aa" };
    const first = await acme.post(walletRiskPath, asked, { "idempotency-key": "one" });
    assert.deepEqual(Object.keys(first.body).slice(-4), [
      ...["advisories", "otherNetworks", "frozenDecisionArtifact", "meta"],
    ]);
    const again = await acme.post(walletRiskPath, asked, { "idempotency-key": "one" });
    assert.equal(again.text, first.text);
  });
});

Deno.test("a request that is not valid is a 400 that names what is wrong", async (t) => {
  await using service = await serviceInMemory();
  const cases: readonly [why: string, body: unknown, names: RegExp][] = [
    ["no address", { network: "ETH" }, /address/],
    ["no network", { address }, /network/],
    ["a blank address", { network: "ETH", address: " \u200b " }, /address/],
    ["a long address", { network: "ETH", address: "1".repeat(513) }, /address/],
    ["no code", { network: "E T H", address }, /network/],
    ["a long code", { network: "A".repeat(17), address }, /network/],
    ["a blank code", { network: " ", address }, /network/],
    ["another mode", { network: "ETH", address, mode: "test" }, /mode/],
  ];
  for (const [why, body, names] of cases) {
    await t.step(why, async () => {
      const answer = await service.as("acme").post(walletRiskPath, body);
      assert.deepEqual([answer.status, answer.body.error], [400, "bad_request"]);
      assert.match(answer.body.message, names);
    });
  }
  const longest = await service.as("acme").post(walletRiskPath, {
    network: "ETH",
    address: "1".repeat(512),
  });
  assert.deepEqual([longest.status, longest.body.classification], [200, "UNTAGGED"]);
});

Deno.test("live without a corpus has no route, and no line of one in the description", async () => {
  await using service = await serviceInMemory({ mode: "live" });
  assert.equal((await service.as("acme").post(walletRiskPath, exchange)).status, 404);
  assert.equal(
    (await service.as("acme").post(walletRiskPath, { ...exchange, mode: "sandbox" })).status,
    404,
  );
  const description = await (await service.fetch("/openapi.json")).text();
  assert(!description.includes("wallet-risk"));
  assert.equal((await service.as("acme").get("/v1/lists")).body.tagpacks, null);
  await scoring(async (other) => {
    assert((await (await other.fetch("/openapi.json")).text()).includes(walletRiskPath));
    const { body: { tagpacks } } = await other.as("acme").get("/v1/lists");
    assert.deepEqual([tagpacks.id, tagpacks.etlRunId, tagpacks.tags], [corpus.id, "run-1", 1]);
    assert.equal(tagpacks.ageHours, 33);
  });
});

Deno.test("a live service scores a sandbox request by the invented packs", async () => {
  await scoring(async (service) => {
    const [{ send } = { send: {} }] = sandboxWallets;
    const { body } = await service.as("acme").post(walletRiskPath, { ...send, mode: "sandbox" });
    assert.deepEqual([body.score, body.meta, body.frozenDecisionArtifact.tagpackEtlRunId], [
      6,
      { mode: "sandbox", sandboxOverride: true },
      null,
    ]);
  });
});

Deno.test("a client needs a token that is no agent's, and calls from where it may", async () => {
  await scoring(async (service) => {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(exchange) };
    assert.equal((await service.fetch(walletRiskPath, init)).status, 401);
    const agent = await service.as("acme", { scopes: ["agent:read-only"] })
      .post(walletRiskPath, exchange);
    assert.deepEqual([agent.status, agent.body.error], [403, "insufficient_scope"]);
    await putRecord(service, "globex", { ipAllowlist: ["192.0.2.0/24"] });
    const elsewhere = await service.as("globex").post(walletRiskPath, exchange);
    assert.deepEqual([elsewhere.status, elsewhere.body.error], [403, "client_access_restricted"]);
  });
});

Deno.test("a key replays the very bytes, once audited, and refuses another request", async () => {
  await scoring(async (service) => {
    const acme = service.as("acme");
    const key = { "idempotency-key": "one" };
    const first = await acme.post(walletRiskPath, exchange, key);
    const again = await acme.post(walletRiskPath, exchange, key);
    assert.deepEqual([again.status, again.text], [200, first.text]);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    const other = await acme.post(walletRiskPath, { ...exchange, network: "BSC" }, key);
    assert.deepEqual([other.status, other.body.error], [409, "idempotency_key_conflict"]);
    const events = (await service.auditEvents()).filter(({ kind }) =>
      kind === "WALLET_RISK_SCORED"
    );
    assert.deepEqual(events, [{
      kind: "WALLET_RISK_SCORED",
      clientId: "acme",
      mode: "live",
      classification: "LOW",
      score: 6,
      engineVersion: "wallet-risk-2",
      riskWeightsHash: first.body.frozenDecisionArtifact.riskWeightsHash,
      tagpackEtlRunId: "run-1",
    }]);
    // The same key of somebody else is another key.
    const globex = await service.as("globex").post(
      walletRiskPath,
      { ...exchange, network: "BSC" },
      key,
    );
    assert.deepEqual([globex.status, globex.body.classification], [200, "UNTAGGED"]);
    service.clock.advance({ hours: 25 });
    const late = await service.as("acme", { roles: ["late"] }).post(walletRiskPath, {
      ...exchange,
      network: "BSC",
    }, key);
    assert.equal(late.status, 200);
  });
});

Deno.test("an address with 10,000 tags and actors has a bounded answer, replayed byte for byte", async () => {
  const tags = Array.from({ length: 10_000 }, (_, at) =>
    corpusTag({
      label: `${at} ${"€".repeat(400)}`,
      actorId: `actor ${at}`,
      confidenceLevel: at < 5_000 ? 4 : 50,
      ...(at === 9_999 ? { abuse: "scam" } : {}),
    }));
  const others = Array.from({ length: 300 }, (_, at) =>
    corpusTag({
      address: `0xf${String(at).padStart(39, "0")}`,
      actorId: `actor ${9_999 - at % 2}`,
      label: "€".repeat(500),
    }));
  await scoring(async (service) => {
    const acme = service.as("acme");
    const key = { "idempotency-key": "one" };
    const first = await acme.post(walletRiskPath, exchange, key);
    assert.equal(first.status, 200);
    const { body, text } = first;
    assert(text.length < 512 * 1_024, `${text.length}`);
    assert.deepEqual([body.score, body.matchedTagsTotal, body.excludedTagsTotal], [
      38,
      5_000,
      5_000,
    ]);
    assert.match(body.matchedTags[0].label, /^9999 /);
    assert(body.matchedTags.length > 50 && body.matchedTags.length < 5_000);
    assert.deepEqual([body.sameActorAddresses.length, body.sameActorAddressesTotal], [100, 300]);
    const again = await acme.post(walletRiskPath, exchange, key);
    assert.deepEqual([again.status, again.text === text], [200, true]);
  }, smallCorpus("run-1", [...tags, ...others]));
});

Deno.test("an erasure takes the kept answers with their keys", async () => {
  await scoring(async (service, { kept }) => {
    const acme = service.as("acme");
    await acme.post(walletRiskPath, exchange, { "idempotency-key": "one" });
    await service.as("globex").post(walletRiskPath, exchange, { "idempotency-key": "one" });
    assert.equal(kept.size, 2);
    const erased = await acme.post("/v1/screen/gdpr/erasure-requests", undefined);
    assert.equal(erased.body.deleted.idempotencyRecords, 1);
    assert.equal(kept.size, 1);
    const anew = await acme.post(walletRiskPath, { ...exchange, network: "BSC" }, {
      "idempotency-key": "one",
    });
    assert.equal(anew.status, 200);
  });
});

Deno.test("no address is in store, audit or log in clear, and without a key none is kept", async () => {
  await scoring(async (service, stored) => {
    const acme = service.as("acme");
    await acme.post(walletRiskPath, exchange);
    assert(!stored.text().includes("wallet_risk_answer"));
    await acme.post(walletRiskPath, exchange, { "idempotency-key": "one" });
    await acme.post(walletRiskPath, { network: "ETH", address: `${address}\u0000` });
    const written = [
      stored.text(),
      ...service.logLines,
      JSON.stringify(await service.auditEvents()),
    ].join("\n").toLowerCase();
    assert(written.includes("wallet_risk_answer"));
    for (const secret of [address.slice(2).toLowerCase(), "somebody"]) {
      assert(!written.includes(secret), secret);
    }
  });
});

Deno.test("scores and screenings of a client empty one bucket", async () => {
  await scoring(
    async (service) => {
      const acme = service.as("acme");
      assert.equal((await acme.post(walletRiskPath, exchange)).status, 200);
      assert.equal((await acme.post("/v1/screen", { name: "Nobody Inparticular" })).status, 200);
      const scored = await acme.post(walletRiskPath, exchange);
      assert.deepEqual([scored.status, scored.body.error], [429, "rate_limit_exceeded"]);
      assert(Number(scored.headers.get("retry-after")) > 0);
      assert.equal((await acme.post("/v1/screen", { name: "Nobody Inparticular" })).status, 429);
      assert.equal((await service.as("globex").post(walletRiskPath, exchange)).status, 200);
    },
    corpus,
    { rateLimits: { screening: { capacity: 2, refillPerSecond: 0.001 } } },
  );
});

Deno.test("a score counts in requestVolume and in no decisions", async () => {
  await scoring(async (service) => {
    const acme = service.as("acme");
    await acme.post(walletRiskPath, exchange);
    await acme.post(walletRiskPath, exchange);
    await service.runMaintenance();
    const { body } = await acme.get("/v1/screen/usage?from=2026-03-02&to=2026-03-03");
    // This read is the third.
    assert.equal(body.requestVolume.total, 3);
    assert.deepEqual(
      Object.values(body.decisions).filter((count) => count !== 0),
      [],
    );
  });
});
