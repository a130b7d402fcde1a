import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { decryptedRecords } from "../support/decrypted_store.ts";
import { admit, type LiveKyb, withLiveKyb } from "../support/kyb_journey.ts";
import { latestPath, reviewsPath } from "../support/kyb_reviews.ts";
import { assertHidden } from "../support/login_traces.ts";
import { CLEAR_NAME } from "../support/names.ts";
import { onboardingPath } from "../support/onboarding.ts";
import { recordedTelemetry } from "../support/telemetry.ts";

const EXPORT = "/v1/screen/gdpr/export";
const ERASURE = "/v1/screen/gdpr/erasure-requests";

/** Two companies of a register. One director of each has the name of a listed person. */
const applicants = [
  {
    clientId: "acme",
    application: {
      legalName: "Dentsu International Ltd",
      registryCountry: "GB",
      registryNumber: "01403668",
      contactEmail: "hildegunst@obermaier-pfefferkorn.example",
      persons: [
        {
          role: "director",
          fullName: "Hildegunst Obermaier-Pfefferkorn",
          dob: "1971-05-09",
          nationality: "Liechtenstein",
        },
        { role: "director", fullName: "Satoru Nomura", dob: "1973-11-30", nationality: "GB" },
        {
          role: "beneficial owner",
          fullName: "Xanthippe Wolfenbarger",
          dob: "1965-02-28",
          nationality: "Eswatini",
          ownershipPercentage: 100,
          controlBasis: "Golden share of Wolfenbarger Senior",
        },
      ],
    },
    rationale: "Spoke to Xanthippe Wolfenbarger, passport seen",
  },
  {
    clientId: "globex",
    application: {
      legalName: "Galapagos Conservation Trust",
      registryCountry: "GB",
      registryNumber: "03004112",
      contactEmail: "ottokar@zuppolino-brenner.example",
      persons: [
        {
          role: "director",
          fullName: "Ottokar Zuppolino-Brenner",
          dob: "1958-07-19",
          nationality: "Vanuatu",
        },
        { role: "director", fullName: "Xhevat Ademi", dob: "1969-03-03", nationality: "GB" },
        {
          role: "beneficial owner",
          fullName: "Quirina Teslivkowitsch",
          dob: "1980-12-24",
          nationality: "Tuvalu",
          ownershipPercentage: 100,
          controlBasis: "Foundation charter of Teslivkowitsch",
        },
      ],
    },
    rationale: "Quirina Teslivkowitsch was asked, it is another",
  },
] as const;
type Applicant = (typeof applicants)[number];

/** The applicant's and the reviewers' texts, if long enough to be searched for. */
function personalIn({ application, rationale }: Applicant): readonly string[] {
  const { legalName, registryNumber, contactEmail, persons } = application;
  return [
    legalName,
    registryNumber,
    contactEmail,
    rationale,
    ...persons.flatMap(({ fullName, dob }) => [fullName, dob, ...fullName.split(/[\s-]/)]),
    ...persons.flatMap((person) => "controlBasis" in person ? [person.controlBasis] : []),
  ].filter(({ length }) => length >= 8);
}

/** The list names that match the two directors; neither may reach the other client. */
const matched = ["NOMURA, Satoru", "ADEMI, Xhevat"];

const latin1 = (text: string) => Buffer.from(text).toString("latin1");

/** All bytes of a folder's files, including deleted rows and journals. */
async function bytesOf(folder: string): Promise<string> {
  let text = "";
  for await (const { name } of Deno.readDir(folder)) {
    text += Buffer.from(await Deno.readFile(`${folder}/${name}`)).toString("latin1");
  }
  return text;
}

/** Reads an approved client's own data, and tries to read another's. */
async function readAll({ service }: LiveKyb, clientId: string, foreign: string) {
  const client = service.as(clientId);
  const key = { "idempotency-key": "first" };
  const own = [
    await client.post("/v1/screen", { name: CLEAR_NAME }, key),
    await client.get(EXPORT),
    await client.post(ERASURE, {}),
    await client.get("/v1/screen/usage?from=2026-03-01&to=2026-03-03"),
  ];
  assert.deepEqual(own.map(({ status }) => status), [200, 200, 200, 200]);
  const refused = [
    await client.post(reviewsPath(foreign), {}),
    await client.get(latestPath(foreign)),
    await client.get(`/v1/screen/${foreign}`),
    await client.get(`${onboardingPath}/${foreign}`),
  ];
  assert.deepEqual(refused.map(({ status }) => status), [404, 404, 404, 404]);
  return [...own, ...refused];
}

Deno.test("from the public form to the offboarding nothing personal stands in clear, and no applicant sees another's", async () => {
  const { telemetry, spans, counted, measured } = recordedTelemetry();
  await withLiveKyb(async (live) => {
    const { service, folder, run } = live;
    const admitted = [];
    for (const applicant of applicants) admitted.push(await admit(live, applicant));
    const [acme, globex] = admitted;
    assert(acme !== undefined && globex !== undefined);
    for (const { reviews } of admitted) {
      assert.deepEqual(reviews.map(({ body }) => body.recommendation), [
        "ESCALATE_RECOMMENDED",
        "APPROVE_RECOMMENDED",
      ]);
    }
    // What a form says wrong is refused without being repeated to anybody else.
    const [{ application }] = applicants;
    const wrong = await service.as("anybody").post(onboardingPath, { ...application, persons: 7 });
    assert.equal(wrong.status, 400);

    const answers = [
      await readAll(live, "acme", globex.applicationId),
      await readAll(live, "globex", acme.applicationId),
    ];
    for (const [at, applicant] of applicants.entries()) {
      const said = [admitted[at]!.drafted, ...answers[at]!].map(({ text }) => text).join("\n");
      const other = applicants[1 - at]!;
      const { draftId, applicationId } = admitted[1 - at]!;
      const foreign = [...personalIn(other), matched[1 - at]!, draftId];
      assertHidden(foreign, { [`answers to ${applicant.clientId}`]: latin1(said) });
      assert(!said.includes(other.clientId) && !said.includes(applicationId));
      for (const own of personalIn(applicant)) assert(said.includes(own), own);
    }

    const personal = [...applicants.flatMap(personalIn), ...matched];
    const assertNowhere = async () => {
      const audit = JSON.stringify(await service.auditEvents());
      const store = await bytesOf(folder);
      assert(store.includes("kyb_application") && audit.includes("KYB_REVIEW_DRAFTED"));
      assertHidden(personal, {
        store,
        audit: latin1(audit),
        log: latin1(service.logLines.join("\n")),
        spans: latin1(JSON.stringify([spans, [...counted], measured])),
      });
    };
    await assertNowhere();
    const readable = await decryptedRecords(`${folder}/kv.sqlite3`, service);
    const text = readable.map((record) => record.text ?? "").join("\n");
    for (const each of personal) assert(text.includes(each), `${each} is on file, encrypted`);

    for (const { clientId } of applicants) await run("client", "offboard", clientId);
    await assertNowhere();
  }, { telemetry, env: { AVAL_LOG: "debug" } });
});
