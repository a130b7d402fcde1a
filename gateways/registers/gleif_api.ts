import { createHash } from "node:crypto";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";
import { ok, refuse, type Result } from "../../base/result.ts";
import type {
  RegistryAnswer,
  RegistryEntity,
  RegistryProvider,
  RegistryQuery,
} from "../../core/kyb/registry_ports.ts";
import { registerKey } from "../../standards/company_number/register_key.ts";
import { leiStatus } from "../../standards/company_number/lei_status.ts";
import { leiScheme } from "../../standards/company_number/schemes.ts";
import { numberSpellings } from "./number_spellings.ts";
import {
  type LookUp,
  openRegisterRequests,
  type RegisterRequestDependencies,
  type UnavailableRefusal,
} from "./register_requests.ts";

const Name = z.object({ name: z.string() });

/** The members of a page of `lei-records` (JSON:API) that are read. */
const LeiRecords = z.object({
  /** The golden copy from which the API answers. */
  meta: z.object({ goldenCopy: z.object({ publishDate: z.string() }).optional() }).optional(),
  data: z.array(z.object({
    attributes: z.object({
      lei: z.string(),
      entity: z.object({
        legalName: Name,
        otherNames: z.array(Name.extend({ type: z.string() })).nullish(),
        transliteratedOtherNames: z.array(Name.extend({ type: z.string() })).nullish(),
        jurisdiction: z.string().nullable(),
        legalAddress: z.object({ country: z.string() }),
        registeredAs: z.string().nullable(),
        status: z.string().nullable(),
      }),
      registration: z.object({ status: z.string(), lastUpdateDate: z.string().nullish() }),
    }),
  })),
});

type LeiEntity = z.infer<typeof LeiRecords>["data"][number]["attributes"];

/** Records of one page, the maximum of the API. */
const pageSize = 200;

/**
 * Opens the GLEIF API (https://www.gleif.org/en/lei-data/gleif-api): companies with an LEI, by
 * their register number. Not authoritative, since most companies have no LEI.
 *
 * @param base address of the API, such as `https://api.gleif.org/api/v1`
 */
export function openGleifApi(
  base: string,
  dependencies: RegisterRequestDependencies,
): RegistryProvider {
  const requests = openRegisterRequests({
    name: "gleif",
    accept: "application/vnd.api+json",
    requestsPerMinuteMax: dependencies.rules.gleifMinuteRequestsMax,
  }, dependencies);

  async function page(
    filters: Readonly<Record<string, string>>,
    query: RegistryQuery,
    get: LookUp,
  ): Promise<Result<RegistryAnswer, UnavailableRefusal>> {
    const url = new URL(`${base.replace(/\/+$/, "")}/lei-records`);
    for (const [name, value] of Object.entries(filters)) {
      url.searchParams.set(`filter[${name}]`, value);
    }
    url.searchParams.set("page[size]", String(pageSize));
    const got = await get(url);
    if (!got.ok) return got;
    // A list of records is never absent: such an answer is not this API's.
    const read = got.value.kind === "absent"
      ? null
      : LeiRecords.safeParse(parseJson(new TextDecoder().decode(got.value.body)));
    if (read === null || !read.success) {
      requests.reportMalformed();
      return refuse({ code: "unavailable" });
    }
    const entities = read.data.data.map(({ attributes }) => attributes)
      .filter((one) => isAsked(one, query)).map(entityOf);
    const evidenceHash = createHash("sha256").update(got.value.body).digest("hex");
    const snapshotAt = read.data.meta?.goldenCopy?.publishDate ?? null;
    return ok({ entities, evidenceHash, snapshotAt });
  }

  return {
    name: "gleif",
    isAuthoritative: false,
    supports: ({ country }) => /^[A-Z]{2}$/.test(country),
    find: async (query, signal) => {
      const get = requests.begin(signal);
      if (query.scheme === leiScheme.name) return await page({ lei: query.number }, query, get);
      let last: Result<RegistryAnswer, UnavailableRefusal> = refuse({ code: "unavailable" });
      for (const number of numberSpellings(query)) {
        const filters = {
          "entity.registeredAs": number,
          "entity.legalAddress.country": query.country,
        };
        last = await page(filters, query, get);
        if (!last.ok || last.value.entities.length > 0) break;
      }
      return last;
    },
  };
}

/** Whether a record has the requested number, checked in addition to the API's filter. */
function isAsked({ lei, entity, registration }: LeiEntity, query: RegistryQuery): boolean {
  // Records that were made by mistake, or twice, say nothing about the company.
  if (registration.status === "DUPLICATE" || registration.status === "ANNULLED") return false;
  const country = (entity.jurisdiction ?? entity.legalAddress.country).slice(0, 2);
  if (country !== query.country) return false;
  if (query.scheme === leiScheme.name) return lei === query.number;
  return entity.registeredAs !== null &&
    registerKey(country, entity.registeredAs) === registerKey(country, query.number);
}

function entityOf({ entity, registration }: LeiEntity): RegistryEntity {
  const { lastUpdateDate } = registration;
  const { legalName, otherNames, transliteratedOtherNames, status } = entity;
  const others = [...otherNames ?? [], ...transliteratedOtherNames ?? []]
    .filter(({ type }) => type.endsWith("LEGAL_NAME") && !type.startsWith("PREVIOUS"));
  return {
    names: [legalName, ...others].map(({ name }) => name).slice(0, 9),
    status: leiStatus({ entity: status, registration: registration.status }),
    ...(lastUpdateDate && { updatedAt: lastUpdateDate }),
  };
}
