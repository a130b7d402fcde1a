import assert from "node:assert/strict";

/** pyHanko's report on one signature. */
export interface SignatureReport {
  readonly field: string;
  /** Why pyHanko cannot judge it; null if it can, and then the other fields are set. */
  readonly error: string | null;
  readonly subFilter: string;
  readonly intact: boolean;
  readonly valid: boolean;
  readonly trusted: boolean;
  readonly coverage: string;
  readonly changes: string | null;
  readonly changesAllowed: boolean | null;
  readonly timestamp: boolean | null;
  readonly mechanism: string;
  readonly signingTime: boolean;
}

/** The programs' reports on one file. */
export interface PdfReport {
  readonly file: string;
  readonly signatures: readonly SignatureReport[];
  readonly error: string | null;
  /** pdfsig's result for each signature. */
  readonly pdfsig: readonly string[];
  /** Exit status of `qpdf --check`: 0 is good, 3 are warnings. */
  readonly qpdf: number;
}

/** Other programs that check signed PDFs: pyHanko, pdfsig and qpdf. */
export interface PdfJudges {
  /** @param root DER of the only certificate that is trusted */
  judge(
    root: Uint8Array,
    files: ReadonlyMap<string, Uint8Array>,
  ): Promise<ReadonlyMap<string, PdfReport>>;
}

/** The folder where `tests/pdf_judges.sh` installed them, or undefined. */
export const judgesFolder: string | undefined = Deno.env.get("AVAL_TEST_PDF_JUDGES");

/** Opens the programs in a folder. */
export function openPdfJudges(folder: string): PdfJudges {
  return {
    judge: async (root, files) => {
      const place = await Deno.makeTempDir({ prefix: "aval-judges-" });
      try {
        await Deno.writeFile(`${place}/root.der`, root);
        for (const [name, bytes] of files) await Deno.writeFile(`${place}/${name}.pdf`, bytes);
        return await judgeFolder(folder, place);
      } finally {
        await Deno.remove(place, { recursive: true });
      }
    },
  };
}

async function judgeFolder(judges: string, place: string): Promise<ReadonlyMap<string, PdfReport>> {
  const script = new URL("../pdf_judges/judge.py", import.meta.url).pathname;
  const { stdout } = await run(`${judges}/bin/python`, [script, `${place}/root.der`, place]);
  const reports = new Map<string, PdfReport>();
  for (const line of stdout.trim().split("\n")) {
    const report: Omit<PdfReport, "pdfsig" | "qpdf"> = JSON.parse(line);
    const path = `${place}/${report.file}`;
    const pdfsig = await run(`${judges}/bin/pdfsig`, ["-nocert", path]);
    const qpdf = await run(`${judges}/bin/qpdf`, ["--check", path]);
    const verdicts = [...pdfsig.stdout.matchAll(/Signature Validation: (.*)\./g)];
    reports.set(report.file.replace(/\.pdf$/, ""), {
      ...report,
      pdfsig: verdicts.map(([, verdict = ""]) => verdict),
      qpdf: qpdf.code,
    });
  }
  return reports;
}

async function run(command: string, args: readonly string[]) {
  const { code, stdout } = await new Deno.Command(command, {
    args: [...args],
    stderr: "null",
    // pdfsig keeps a certificate store in the home of whoever runs it.
    env: { HOME: "/nonexistent" },
  }).output();
  return { code, stdout: new TextDecoder("latin1").decode(stdout) };
}

/**
 * Asserts that all programs find one of the service's signatures good.
 *
 * @returns pyHanko's report
 */
export function assertGood(
  report: PdfReport | undefined,
  field: string,
  withTimestamp: boolean,
): SignatureReport {
  assert(report !== undefined, "no report");
  assert.equal(report.error, null, `${report.file}: ${report.error}`);
  const ours = report.signatures.find((one) => one.field === field);
  assert(ours !== undefined, `${report.file} has no ${field}`);
  assert.equal(ours.error, null, `${report.file}: ${ours.error}`);
  const { intact, valid, trusted, coverage, subFilter, timestamp, signingTime } = ours;
  assert.deepEqual(
    { intact, valid, trusted, coverage, subFilter, timestamp, signingTime },
    {
      intact: true,
      valid: true,
      trusted: true,
      coverage: "ENTIRE_FILE",
      subFilter: "/ETSI.CAdES.detached",
      timestamp: withTimestamp ? true : null,
      signingTime: false,
    },
    report.file,
  );
  assert.equal(report.pdfsig.at(-1), "Signature is Valid", report.file);
  return ours;
}
