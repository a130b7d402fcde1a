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

/** A live service over a file that knows a register, and the operator's commands beside it. */
export interface LiveKyb {
  readonly service: TestService;
  readonly folder: string;
  /** Runs `admin` and expects that it is done. @returns its output */
  readonly run: (...args: readonly string[]) => Promise<string>;
}

/**
 * GLEIF's sample records as a snapshot.
 *
 * @param updatedAt when each record was last updated; default: as published, years ago
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

/** Runs a test over such a service. */
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

/** A company that applies, and who judges it. */
export interface Admission {
  readonly clientId: string;
  readonly application: unknown;
  /** Written by the reviewers, with each act. */
  readonly rationale: string;
}

/** What an admission has made, and what everybody was answered on the way. */
export interface Admitted {
  readonly draftId: string;
  readonly applicationId: string;
  /** To the applicant, by the public route. */
  readonly drafted: Answer;
  /** To staff, before and after the judgement. */
  readonly reviews: readonly Answer[];
}

/**
 * Takes a company from the public form to an active client: drafted, accepted by alice, its possible
 * match judged, advice drafted before and after, approved by bob.
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
