import assert from "node:assert/strict";
import { certify } from "../support/certificates.ts";
import { folderOf } from "../support/folder.ts";
import { issuerBelow } from "../support/issuer.ts";
import { always, certificatesPem } from "../support/pem.ts";
import { roomyPolicy } from "../support/policy.ts";
import { publishedIssuer, type TestIssuer } from "../support/sandbox_wallet.ts";
import { serviceInMemory, type TestService } from "../support/service.ts";
import { recordedTelemetry } from "../support/telemetry.ts";
import { present, start } from "../support/verifying.ts";
import { sandboxAuthorityCertificate } from "../../sandbox/invented/credentials.ts";
import { pemOf } from "../support/pem.ts";

const [root, other] = [
  await certify({ name: "Issuers", ...always }),
  await certify({ name: "Others", ...always }),
];
const [ofRoot, ofOther] = [await issuerBelow(root), await issuerBelow(other)];
const type = "urn:eudi:pid:1";

/** Whether an age check succeeds with a credential of this issuer. */
async function isBelieved(service: TestService, issuer: TestIssuer): Promise<boolean> {
  const started = await start(service.as("acme"), "age-verification");
  const claims = { pid_birthdate: { birthdate: "1984-08-12" } };
  const { status, body } = await present(service, started, claims, { issuer });
  if (status !== 200) assert.match(body.message, /issuer_untrusted/);
  return status === 200;
}

/** Opens a live service with anchors in a folder. */
async function following(
  test: (at: {
    readonly service: TestService;
    readonly folder: string;
    readonly recorded: ReturnType<typeof recordedTelemetry>;
    readonly events: () => readonly Readonly<Record<string, unknown>>[];
    readonly health: () => Promise<Readonly<Record<string, unknown>>>;
  }) => Promise<void>,
  policy: object = { trust: { shrinkPercentMax: 20 } },
  mode: "live" | "sandbox" = "live",
): Promise<void> {
  await using folder = await folderOf({ [`${type}/root.pem`]: certificatesPem(root) });
  const recorded = recordedTelemetry();
  await using service = await serviceInMemory({
    mode,
    env: { AVAL_TRUST_ANCHORS: folder.path },
    telemetry: recorded.telemetry,
    policy: { ...roomyPolicy, ...policy },
  });
  await test({
    service,
    folder: folder.path,
    recorded,
    events: () =>
      service.logLines.map((line) => JSON.parse(line)).filter(({ event }) =>
        /^trust_anchors_/.test(event)
      ),
    health: async () => await (await service.fetch("/health")).json(),
  });
}

Deno.test("an anchor that is put into the folder is believed without a restart, and told", async () => {
  for (const mode of ["live", "sandbox"] as const) {
    await following(
      async ({ service, folder, recorded: { counted, gauge }, events, health }) => {
        assert.equal(await isBelieved(service, ofOther), false);
        await Deno.writeTextFile(`${folder}/${type}/other.pem`, certificatesPem(other));
        assert.equal(await isBelieved(service, ofOther), false, "not before it is read");
        service.clock.advance({ seconds: 90 });
        assert.deepEqual((await health())["trustAnchors"], { count: 1, ageSeconds: 90 });
        assert.deepEqual(gauge("aval.trust_anchors.age"), [90]);
        await service.refreshTrustAnchors();
        assert.equal(await isBelieved(service, ofOther), true);
        assert.equal(await isBelieved(service, ofRoot), true);
        assert.equal(await isBelieved(service, publishedIssuer), mode === "sandbox");
        assert.deepEqual((await health())["trustAnchors"], { count: 2, ageSeconds: 0 });
        assert.deepEqual(gauge("aval.trust_anchors.age"), [0]);
        assert.deepEqual(gauge("aval.trust_anchors.in_force"), [2]);
        assert.equal(counted.get("aval.trust_anchors.updates taken none"), 1);
        assert.deepEqual(events().map(({ event, anchors }) => [event, anchors]), [
          ["trust_anchors_taken", 2],
        ]);
        service.clock.advance({ seconds: 90 });
        await service.refreshTrustAnchors();
        assert.equal(counted.get("aval.trust_anchors.updates unchanged none"), 1);
        assert.deepEqual((await health())["trustAnchors"], { count: 2, ageSeconds: 0 });
        assert.equal(events().length, 1);
      },
      {},
      mode,
    );
  }
});

Deno.test("an anchor that is taken out is believed no more, within the policy's bound", async () => {
  await following(async ({ service, folder }) => {
    assert.equal(await isBelieved(service, ofRoot), true);
    await Deno.writeTextFile(`${folder}/${type}/root.pem`, certificatesPem(other));
    await service.refreshTrustAnchors();
    assert.equal(await isBelieved(service, ofOther), true);
    assert.equal(await isBelieved(service, ofRoot), false, "its chain had held before");
  });
});

Deno.test("anchors that cannot be read or that lost too many are refused, and the old ones stay", async (t) => {
  const { privateKey } = other.keys;
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey));
  const cases: readonly [string, string, (folder: string) => Promise<void>][] = [
    [
      "no PEM",
      "unusable",
      (folder) => Deno.writeTextFile(`${folder}/${type}/other.pem`, "<!doctype html>"),
    ],
    [
      "a private key",
      "unusable",
      (folder) => Deno.writeTextFile(`${folder}/other.pem`, pemOf("PRIVATE KEY", pkcs8)),
    ],
    ["cut off", "unusable", (folder) => {
      const half = certificatesPem(other).slice(0, -60);
      return Deno.writeTextFile(`${folder}/${type}/root.pem`, half);
    }],
    ["the sandbox's authority", "unusable", (folder) => {
      const pem = pemOf("CERTIFICATE", sandboxAuthorityCertificate());
      return Deno.writeTextFile(`${folder}/sandbox.pem`, pem);
    }],
    ["too long", "too_large", (folder) => {
      const long = certificatesPem(root, other).repeat(20);
      return Deno.writeTextFile(`${folder}/${type}/other.pem`, long);
    }],
    ["empty", "unusable", (folder) => Deno.remove(`${folder}/${type}`, { recursive: true })],
    ["gone", "unreachable", (folder) => Deno.remove(folder, { recursive: true })],
    ["of another type alone", "shrunken", async (folder) => {
      await Deno.mkdir(`${folder}/eu.europa.ec.av.1`);
      const pem = certificatesPem(root, other);
      await Deno.writeTextFile(`${folder}/eu.europa.ec.av.1/root.pem`, pem);
      await Deno.remove(`${folder}/${type}`, { recursive: true });
    }],
  ];
  for (const [why, reason, act] of cases) {
    await t.step(why, async () => {
      await following(async ({ service, folder, recorded: { counted }, events, health }) => {
        await act(folder);
        service.clock.advance({ minutes: 5 });
        await service.refreshTrustAnchors();
        await service.refreshTrustAnchors();
        assert.equal(await isBelieved(service, ofRoot), true);
        assert.equal(await isBelieved(service, ofOther), false);
        assert.equal(await isBelieved(service, publishedIssuer), false);
        assert.equal(counted.get(`aval.trust_anchors.updates refused ${reason}`), 2);
        assert.deepEqual(events().map(({ event, reason }) => [event, reason]), [
          ["trust_anchors_refused", reason],
        ]);
        assert.deepEqual((await health())["trustAnchors"], { count: 1, ageSeconds: 300 });
        await Deno.remove(folder, { recursive: true }).catch(() => {});
        await Deno.mkdir(`${folder}/${type}`, { recursive: true });
        const both = certificatesPem(root, other);
        await Deno.writeTextFile(`${folder}/${type}/root.pem`, both);
        await service.refreshTrustAnchors();
        assert.equal(await isBelieved(service, ofOther), true);
      }, { trust: { fileBytesMax: 8_192 } });
    });
  }
});

Deno.test("a loss is refused from the policy's bound on, and a restart takes it", async () => {
  const more = await Promise.all(
    Array.from({ length: 4 }, (_, n) => certify({ name: `Authority ${n}`, ...always })),
  );
  await following(async ({ service, folder, events }) => {
    const put = async (...all: typeof more) => {
      await Deno.writeTextFile(`${folder}/${type}/root.pem`, certificatesPem(...all));
      await service.refreshTrustAnchors();
    };
    await put(root, ...more);
    await put(root, ...more.slice(0, 3));
    await put(root, ...more.slice(0, 2));
    assert.deepEqual(events().map(({ event, anchors, message }) => [event, anchors ?? message]), [
      ["trust_anchors_taken", 5],
      ["trust_anchors_taken", 4],
      [
        "trust_anchors_refused",
        `the anchors for ${type} lost more than the policy permits: 4 to 3`,
      ],
    ]);
    await using restarted = await serviceInMemory({
      mode: "live",
      env: { AVAL_TRUST_ANCHORS: folder },
    });
    const health = await (await restarted.fetch("/health")).json();
    assert.equal(health.trustAnchors.count, 3);
  });
});

Deno.test("anchors that could not be read for too long are logged once, and when they are again", async () => {
  await following(async ({ service, folder, events }) => {
    await Deno.writeTextFile(`${folder}/README`, "nothing");
    service.clock.advance({ hours: 2 });
    await service.refreshTrustAnchors();
    await service.runMaintenance();
    await service.runMaintenance();
    await Deno.remove(`${folder}/README`);
    await service.refreshTrustAnchors();
    await service.runMaintenance();
    assert.deepEqual(events().map(({ event, ageSeconds }) => [event, ageSeconds]), [
      ["trust_anchors_refused", undefined],
      ["trust_anchors_stale", 7_200],
      ["trust_anchors_fresh", undefined],
    ]);
  }, { trust: { staleHours: 2 } });
});

Deno.test("no answer is lost while anchors are swapped under load", async () => {
  await following(async ({ service, folder, recorded: { counted } }) => {
    let swapping = true;
    const load = Array.from({ length: 4 }, async () => {
      let answers = 0;
      for (; swapping; answers++) assert.equal(await isBelieved(service, ofRoot), true);
      return answers;
    });
    for (let n = 0; n < 10; n++) {
      const pem = n % 2 === 0 ? certificatesPem(root, other) : certificatesPem(other, root);
      await Deno.writeTextFile(`${folder}/${type}/root.pem`, pem);
      await service.refreshTrustAnchors();
      assert.equal(await isBelieved(service, ofOther), true);
    }
    swapping = false;
    assert((await Promise.all(load)).every((answers) => answers > 0));
    assert.equal(counted.get("aval.trust_anchors.updates taken none"), 10);
  });
});

Deno.test("anchors in the variable itself, and none, are not followed: health is as it was", async () => {
  for (const env of [{}, { AVAL_TRUST_ANCHORS: certificatesPem(root) }]) {
    await using service = await serviceInMemory({ mode: "live", env });
    const health = await (await service.fetch("/health")).json();
    assert.deepEqual(Object.keys(health), ["status", "mode", "version", "build"]);
  }
});
