import assert from "node:assert/strict";
import { openIssuerMetadata } from "../../../../core/credentials/issuance/issuer_metadata.ts";
import type { AcademicIssuer } from "../../../../core/credentials/issuer_schema.ts";
import { TemplateId } from "../../../../core/credentials/template_schema.ts";
import { fixedClock } from "../../../support/clock.ts";
import { ISSUER, templateOf, university } from "../../../support/issuance.ts";

/** Metadata of a number of templates of one institution, and the number of reads. */
function described(
  { count = 1, institution = university.issuer, readSeconds = 0, faults = 0 }: {
    readonly count?: number;
    readonly institution?: AcademicIssuer;
    readonly readSeconds?: number;
    readonly faults?: number;
  } = {},
) {
  const clock = fixedClock();
  const reads = { count: 0 };
  const templates = Array.from(
    { length: count },
    (_, n) =>
      templateOf({ id: TemplateId.parse(`01900000-0000-7000-8000-${`${n}`.padStart(12, "0")}`) }),
  );
  const metadata = openIssuerMetadata({
    clock,
    credentialIssuance: { issuer: ISSUER, rules: {} as never },
    academicIssuers: {
      find: () => Promise.resolve(institution),
    },
    credentialTemplates: {
      approved: async () => {
        reads.count += 1;
        await Promise.resolve();
        clock.advance({ seconds: readSeconds });
        if (reads.count <= faults) throw new Error("the store is down");
        return templates;
      },
    },
  });
  return { clock, reads, metadata };
}

Deno.test("whoever reads the metadata within a second shares one description", async () => {
  const { clock, reads, metadata } = described();
  const [one, other] = await Promise.all([metadata.read(), metadata.read()]);
  assert.equal(one, other);
  clock.advance({ milliseconds: 999 });
  await metadata.read();
  assert.equal(reads.count, 1);
  clock.advance({ milliseconds: 1 });
  await metadata.read();
  assert.equal(reads.count, 2);
});

Deno.test("what takes long to describe is good for longer", async () => {
  const { clock, reads, metadata } = described({ readSeconds: 1 });
  await metadata.read();
  clock.advance({ seconds: 18 });
  await metadata.read();
  assert.equal(reads.count, 1);
  clock.advance({ seconds: 1 });
  await metadata.read();
  assert.equal(reads.count, 2);
});

Deno.test("a description that fails is not kept", async () => {
  const { metadata } = described({ faults: 1 });
  await assert.rejects(metadata.read(), /the store is down/);
  assert.equal((await metadata.read()).credential_issuer, ISSUER);
});

Deno.test("logos of many templates end at a mebibyte", async () => {
  const logo = `data:image/png;base64,${"A".repeat(10_000)}`;
  const institution = { ...university.issuer, logo };
  const { metadata } = described({ count: 300, institution });
  const { credential_configurations_supported: all } = await metadata.read();
  const shown = Object.values(all).filter(({ credential_metadata: { display } }) =>
    display[0]?.logo !== undefined
  );
  assert.equal(Object.keys(all).length, 300);
  assert.equal(shown.length, Math.floor(1_048_576 / logo.length));
});
