import assert from "node:assert/strict";
import {
  assertGood,
  judgesFolder,
  openPdfJudges,
  type PdfReport,
} from "../../support/pdf_judges.ts";
import { type SignedOrRefused, signPdf } from "../../support/signed_pdf.ts";
import {
  openSigningAuthorities,
  openSigningCredential,
  signatureAlgorithms,
} from "../../support/signing_credentials.ts";
import { openTimestampAuthority } from "../../support/timestamp_authority.ts";

/**
 * The expected outcome of each file. For an earlier signature the judges must report the same
 * afterwards.
 */
const expected: Readonly<Record<string, readonly string[]>> = {
  "made-all-fields-locked": ["changes_forbidden"],
  "made-certified-annotations-allowed": ["sealed"],
  "made-certified-changes-allowed": ["sealed"],
  "made-locked-against-changes": ["changes_forbidden"],
  "made-one-field-locked": ["sealed"],
  "made-one-field-unlocked": ["sealed"],
  "pdfjs-annotation-text-widget": ["sealed"],
  "pdfjs-attachment": ["sealed"],
  "pdfjs-bomb_giant": ["sealed"],
  "pdfjs-empty_protected": ["encrypted"],
  "pdfjs-form_two_pages": ["sealed"],
  "pdfjs-signed_verified": ["sealed"],
  "pdfjs-tagged_stamp": ["sealed"],
  "pdfjs-xfa_issue14315": ["sealed"],
  "pdfjs-xref_command_missing": ["broken_structure"],
  "pyhanko-CompactedPDFSyntaxTest": ["sealed"],
  "pyhanko-broken-objstream1": ["broken_structure"],
  "pyhanko-certified-with-indirect-refs-in-dir": ["changes_forbidden"],
  "pyhanko-circular-page-tree": ["broken_structure"],
  "pyhanko-info-bin-producer-string": ["sealed"],
  "pyhanko-minimal": ["sealed"],
  "pyhanko-minimal-aes256": ["encrypted"],
  // Repairable: either is good.
  "pyhanko-minimal-badxref": ["sealed", "broken_structure"],
  "pyhanko-minimal-startxref-obo1": ["sealed", "broken_structure"],
  "pyhanko-minimal-hybrid-xref-mswordstyle": ["sealed"],
  "pyhanko-minimal-pdf-ua-and-a": ["sealed"],
  "pyhanko-minimal-signed-twice-second-created": ["sealed"],
  "pyhanko-minimal-two-fields-signed-twice": ["sealed"],
  "pyhanko-minimal-with-field-tagged": ["sealed"],
  "pyhanko-minimal-with-simple-form": ["sealed"],
  "pyhanko-minimal-xref": ["sealed"],
  "pyhanko-page-tree-direct-kid": ["broken_structure"],
};

/** Files that are too large for a clone. */
const large = new Set([
  "pdfjs-annotation-text-widget",
  "pdfjs-bomb_giant",
  "pyhanko-minimal-signed-twice-second-created",
]);

const originals = new Map<string, Uint8Array>();
const leftOut: string[] = [];
for (const name of Object.keys(expected)) {
  const folder = large.has(name) ? "../../../../shared/pdfs/" : "../../../fixtures/pdfs/";
  try {
    originals.set(name, await Deno.readFile(new URL(`${folder}${name}.pdf`, import.meta.url)));
  } catch (fault) {
    if (!large.has(name) || !(fault instanceof Deno.errors.NotFound)) throw fault;
    leftOut.push(name);
  }
}
if (leftOut.length > 0) {
  console.error(`LEFT OUT: ${leftOut.join(", ")}; they are not beside the checkout`);
}
if (judgesFolder === undefined) {
  console.error(
    "LEFT OUT: 2 tests by pyHanko, pdfsig and qpdf; get them by tests/pdf_judges.sh and name their folder in AVAL_TEST_PDF_JUDGES",
  );
}

const authorities = await openSigningAuthorities();
const authority = await openTimestampAuthority(authorities.issuing);
const credentials = await Promise.all(
  signatureAlgorithms.map((algorithm) => openSigningCredential(authorities, algorithm)),
);

/** Signs each original once, with alternating algorithms, every second one with a timestamp. */
async function signAll(files: ReadonlyMap<string, Uint8Array>, offset: number) {
  const outcomes = new Map<string, SignedOrRefused & { readonly withTimestamp: boolean }>();
  let turn = offset;
  for (const [name, original] of files) {
    const credential = credentials[turn % credentials.length];
    assert(credential !== undefined);
    const withTimestamp = Math.floor(turn++ / credentials.length) % 2 === offset % 2;
    const signing = { credential, authority: withTimestamp ? authority : null };
    outcomes.set(name, { ...await signPdf(original, signing), withTimestamp });
  }
  return outcomes;
}

function signedOf(outcomes: ReadonlyMap<string, SignedOrRefused>) {
  const signed = new Map<string, Uint8Array>();
  for (const [name, outcome] of outcomes) {
    if ("signed" in outcome) signed.set(name, outcome.signed);
  }
  return signed;
}

Deno.test("signing ends for each awkward PDF as it must", async (t) => {
  const outcomes = await signAll(originals, 0);
  for (const [name, ends] of Object.entries(expected)) {
    const outcome = outcomes.get(name);
    if (outcome === undefined) continue;
    await t.step(name, () => {
      assert(ends.includes("signed" in outcome ? "sealed" : outcome.refused), name);
    });
  }
});

/**
 * The parts of a report on an earlier signature that must not change. That it no longer covers the
 * whole file is not a fault.
 */
function earlierOf(report: PdfReport | undefined) {
  return report?.signatures.map(({ field, intact, valid, timestamp }) => ({
    field,
    intact,
    valid,
    timestamp,
  }));
}

/** Defines a test that needs the validators. */
function withJudges(
  name: string,
  run: (judges: ReturnType<typeof openPdfJudges>) => Promise<void>,
): void {
  const folder = judgesFolder;
  if (folder !== undefined) Deno.test(name, () => run(openPdfJudges(folder)));
}

withJudges(
  "pyHanko, pdfsig and qpdf accept what was signed, twice over, and all earlier signatures",
  async (judges) => {
    const root = authorities.root.der;
    const first = await signAll(originals, 0);
    const second = await signAll(signedOf(first), 1);
    const before = await judges.judge(root, originals);
    const once = await judges.judge(root, signedOf(first));
    const twice = await judges.judge(root, signedOf(second));
    for (const [name, outcome] of first) {
      if (!("signed" in outcome)) continue;
      const [was, is] = [before.get(name), once.get(name)];
      assertGood(is, outcome.field, outcome.withTimestamp);
      assert.deepEqual(earlierOf(is)?.slice(0, -1), earlierOf(was), name);
      assert.deepEqual(is?.pdfsig.slice(0, -1), was?.pdfsig, name);
      assert((is?.qpdf ?? 9) <= (was?.qpdf ?? 0), `qpdf finds more in ${name} than before`);
      const again = second.get(name);
      assert(again !== undefined);
      if (!("signed" in again)) {
        // Its only unlocked field is the one that the first signature took.
        assert.deepEqual([name, again.refused], ["made-one-field-unlocked", "changes_forbidden"]);
        continue;
      }
      assert.deepEqual(twice.get(name)?.pdfsig.slice(0, -1), is?.pdfsig, name);
      if (name === "pyhanko-CompactedPDFSyntaxTest") {
        // Its `/StructTreeRoot null` is too much for pyHanko as soon as it compares revisions.
        assert.match(twice.get(name)?.signatures[0]?.error ?? "", /NullObject/);
        assertGood(twice.get(name), again.field, again.withTimestamp);
        continue;
      }
      assertGood(twice.get(name), again.field, again.withTimestamp);
      assert.deepEqual(earlierOf(twice.get(name))?.slice(0, -1), earlierOf(is), name);
      const ours = twice.get(name)?.signatures.find(({ field }) => field === outcome.field);
      assert.equal(ours?.changesAllowed, true, `${name}: what was changed is not allowed`);
    }
  },
);

withJudges(
  "pyHanko and pdfsig accept every algorithm, with and without a timestamp",
  async (judges) => {
    const original = originals.get("pyhanko-minimal");
    assert(original !== undefined);
    const files = new Map<string, Uint8Array>();
    for (const credential of credentials) {
      for (const level of ["B-B", "B-T"]) {
        const signing = { credential, authority: level === "B-T" ? authority : null };
        const outcome = await signPdf(original, signing);
        assert("signed" in outcome);
        files.set(`${credential.algorithm} ${level}`, outcome.signed);
      }
    }
    const reports = await judges.judge(authorities.root.der, files);
    assert.equal(reports.size, 8);
    const mechanisms = new Map([
      ["ecdsa-p256", "sha256_ecdsa"],
      ["ecdsa-p384", "sha256_ecdsa"],
      ["rsa-pkcs1", "sha256_rsa"],
      ["rsa-pss", "rsassa_pss"],
    ]);
    for (const [name, report] of reports) {
      const { mechanism } = assertGood(report, "Signature1", name.endsWith("B-T"));
      assert.equal(mechanism, mechanisms.get(name.split(" ")[0] ?? ""));
    }
  },
);
