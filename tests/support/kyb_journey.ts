import assert from "node:assert/strict";
import { runAdmin } from "./admin.ts";
import { openRegisterBuilder } from "../../sources/registers/build_registers.ts";
import { readRegisterFile } from "../../sources/registers/read_registers.ts";
import { registerFileBounds } from "../../sources/registers/register_file_bounds.ts";
import { reviewsPath } from "./kyb_reviews.ts";
import { onboardingPath } from "./onboarding.ts";
import { seededRandom } from "./random.ts";
import {
  type Answer,
  liveEnvironment,
  serviceInMemory,
  type TestService,
  type TestServiceOptions,
} from "./service.ts";

/** A live service on a file with a register, and operators' commands. */
export interface LiveKyb {
  readonly service: TestService;
  readonly folder: string;
  /** Runs `admin` and requires success. @returns its output @returns its output */
  readonly run: (...args: readonly string[]) => Promise<string>;
}

/**
 * Writes GLEIF's sample records as a snapshot.
 *
 * @param updatedAt last update of each record; default: the published one, years ago
 */
export async function writeRegisters(to: string, updatedAt?: string): Promise<void> {
  const builder = openRegisterBuilder();
  const name = "gleif-lei-data.json";
  const published = await Deno.readTextFile(new URL(`../../fixtures/kyb/${name}`, import.meta.url));
  const bytes = new TextEncoder().encode(
    updatedAt === undefined
      ? published
      : published.replaceAll(/("LastUpdateDate": ")[^"]*/g, `$1${updatedAt}`),
  );
  assert(readRegisterFile({ name, bytes }, registerFileBounds, builder).ok);
  await Deno.writeFile(to, builder.finish().bytes);
}

/** Runs a test with such a service. */
export async function withLiveKyb(
  test: (live: LiveKyb) => Promise<void>,
  { env = {}, ...options }: TestServiceOptions = {},
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const registers = await Deno.makeTempDir();
  const location = `${folder}/kv.sqlite3`;
  const random = seededRandom(31);
  try {
    // The day before the service's clock: older evidence recommends no approval.
    await writeRegisters(`${registers}/registers.bin`, "2026-03-01T09:00:00.000Z");
    await using service = await serviceInMemory({
      ...options,
      mode: "live",
      kv: location,
      env: { AVAL_REGISTRY_GLEIF: `${registers}/registers.bin`, ...env },
    });
    const run = async (...args: readonly string[]) => {
      const { status, out, err } = await runAdmin(location, args, {
        clock: service.clock,
        random,
        variables: { ...await liveEnvironment(), AVAL_MODE: "live", ...env },
      });
      assert.equal(status, 0, err);
      return out.trim();
    };
    await test({ service, folder, run });
  } finally {
    for (const made of [folder, registers]) await Deno.remove(made, { recursive: true });
  }
}

/** A company that applies, and its reviewers. */
export interface Admission {
  readonly clientId: string;
  readonly application: unknown;
  /** The reviewers' reason for each act. */
  readonly rationale: string;
}

/** The results of an admission, with all answers on the way. */
export interface Admitted {
  readonly draftId: string;
  readonly applicationId: string;
  /** The public route's answer to the applicant. */
  readonly drafted: Answer;
  /** Answers to staff, before and after the judgement. */
  readonly reviews: readonly Answer[];
}

/**
 * Takes a company from the public form to an active client: drafted, accepted by alice, its
 * possible match judged, advice drafted before and after, approved by bob.
 */
export async function admit(
  { service, run }: LiveKyb,
  { clientId, application, rationale }: Admission,
): Promise<Admitted> {
  const drafted = await service.as("anybody").post(onboardingPath, application);
  assert.equal(drafted.status, 200, drafted.text);
  const { draftId } = drafted.body;
  const applicationId = await run(
    ...["kyb", "accept", draftId, "--client", clientId, "--operator", "alice"],
  );
  const staff = service.as("staff", { roles: ["kyb-reviewer"] });
  const review = async () => await staff.post(reviewsPath(applicationId), {});
  const reviews = [await review()];
  const shown = JSON.parse(await run("kyb", "show", applicationId, "--json"));
  for (const { id, evidence: { classification } } of shown.checks) {
    if (classification !== "POSSIBLE_MATCH") continue;
    const judged = ["--judgement", "false_positive", "--rationale", rationale];
    await run("kyb", "check", applicationId, id, ...judged, "--operator", "alice");
  }
  reviews.push(await review());
  await run("kyb", "approve", applicationId, "--rationale", rationale, "--operator", "bob");
  return { draftId, applicationId, drafted, reviews };
}
