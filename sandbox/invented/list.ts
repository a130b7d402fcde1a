import { z } from "zod";
import { EntityType, PepCategory, PepFunction, PepRelation, PepStatus } from "../../core/nouns.ts";
import { ListedIdentifier } from "../../core/matching/entry_schema.ts";
import type { ListedEntity, ListInfo, OrphanAddress } from "../../core/matching/ports.ts";
import { ok, refuse, type Result } from "../../base/result.ts";

/** The two lists of the sandbox: sanctions, and politically exposed persons. */
const Source = z.enum(["sandbox-sdn", "sandbox-pep"]);

const ListRef = z.string().regex(/^SBX-\d{4}$/);
const Country = z.string().regex(/^[A-Z]{2}$/);

/** EDTF as in `ListedEntity.births`: a day, a month, a year, circa, from-to. */
const Birth = z.string().regex(/^\d{4}(?:-\d{2}(?:-\d{2})?|~|\/\d{4})?$/);

const Address = z.strictObject({
  network: z.enum(["BTC", "ETH", "LTC", "TRX", "USDC", "USDT", "XMR", "XRP"]),
  address: z.string().min(1),
}).readonly();

const Name = z.strictObject({
  text: z.string().min(1),
  strength: z.enum(["primary", "strong", "weak"]),
  family: z.string().min(1).optional(),
}).readonly();

const Pep = z.strictObject({
  category: PepCategory.nullable(),
  functionalCategory: PepFunction.nullable(),
  status: PepStatus.nullable(),
  jurisdiction: Country.nullable(),
  linked: z.array(
    z.strictObject({ listRef: ListRef, relation: PepRelation }).readonly(),
  ).readonly(),
}).readonly();

/** The details for a reviewer; members without content may be omitted. */
const Details = z.strictObject({
  listedOn: z.iso.date().nullable().default(null),
  designations: z.array(z.string().min(1)).readonly().default([]),
  identifiers: z.array(ListedIdentifier).readonly().default([]),
  remarks: z.array(z.string().min(1)).readonly().default([]),
  links: z.array(z.url()).readonly().default([]),
}).readonly();

const Entity = z.strictObject({
  source: Source,
  listRef: ListRef,
  entityType: EntityType,
  names: z.array(Name).min(1).readonly(),
  births: z.array(Birth).readonly(),
  birthPlaces: z.array(z.string().min(1)).readonly(),
  nationalities: z.array(Country).readonly(),
  programs: z.array(z.string().min(1)).readonly(),
  pep: Pep.nullable(),
  addresses: z.array(Address).readonly(),
  details: Details.optional(),
}).readonly();

/**
 * The synthetic list of the sandbox, `fixtures/lists/sandbox.json`: invented people, companies,
 * ships and wallet addresses. It contains no ids, which are derived from source and listRef.
 */
export const SandboxList = z.strictObject({
  about: z.string(),
  lists: z.array(
    z.strictObject({
      source: Source,
      title: z.string(),
      publisher: z.string(),
      licence: z.string(),
      asOf: z.iso.date(),
    }).readonly(),
  ).readonly(),
  entities: z.array(Entity).readonly(),
  orphanAddresses: z.array(Address.unwrap().extend({ source: Source }).readonly()).readonly(),
}).readonly().superRefine(({ lists, entities, orphanAddresses }, context) => {
  const note = (message: string) => context.addIssue({ code: "custom", path: [], message });
  const described = new Set(lists.map(({ source }) => source));
  for (const { source } of [...entities, ...orphanAddresses]) {
    if (!described.has(source)) note(`${source} is no described list`);
  }
  const bySource = new Map<string, string>();
  for (const { source, listRef } of entities) {
    if (bySource.has(listRef)) note(`${listRef} is there twice`);
    bySource.set(listRef, source);
  }
  for (const { source, listRef, names, pep } of entities) {
    const primaries = names.filter(({ strength }) => strength === "primary").length;
    if (primaries !== 1 || names[0]?.strength !== "primary") {
      note(`${listRef}: exactly one name is primary and comes first`);
    }
    if ((source === "sandbox-pep") !== (pep !== null)) note(`${listRef}: pep and source differ`);
    for (const linked of pep?.linked ?? []) {
      if (bySource.get(linked.listRef) !== source) note(`${listRef}: ${linked.listRef} is unknown`);
    }
  }
});
export type SandboxList = z.infer<typeof SandboxList>;

/** A sandbox list that cannot be read, because the fixture was edited. */
export interface SandboxListRefusal {
  /** The start fails; callers never receive it. */
  readonly code: "invalid_sandbox_list";
  /** The problems, each with its place. */
  readonly problems: readonly string[];
}

/** Parses the sandbox list from its JSON value. */
export function parseSandboxList(json: unknown): Result<SandboxList, SandboxListRefusal> {
  const parsed = SandboxList.safeParse(json);
  return parsed.success ? ok(parsed.data) : refuse({
    code: "invalid_sandbox_list",
    problems: parsed.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.join(".")}: ${message}`
    ),
  });
}

/** A sandbox list in the form for the snapshot builder. */
export interface SandboxEntities {
  /** The builder's input for each list. */
  readonly lists: readonly Omit<ListInfo, "entities" | "names" | "addresses">[];
  /** In the order of the fixture. */
  readonly entities: readonly ListedEntity[];
  /** Addresses on the list without an entity. */
  readonly orphanAddresses: readonly OrphanAddress[];
}

/**
 * Assigns ids to the entities, and names to their links.
 *
 * @param entityIdOf the id of (source, listRef): a UUIDv5, the same for every kind of list
 */
export function identifyEntities(
  { lists, entities, orphanAddresses }: SandboxList,
  entityIdOf: (source: string, listRef: string) => string,
): SandboxEntities {
  const primaryNames = new Map(
    entities.map(({ listRef, names }) => [listRef, names[0]?.text ?? ""]),
  );
  return {
    lists,
    orphanAddresses,
    entities: entities.map(({ names, pep, details, ...entity }) => ({
      ...entity,
      ...(details === undefined ? {} : { details: { ...details, sourceUrl: null } }),
      entityId: entityIdOf(entity.source, entity.listRef),
      names: names.map(({ family, ...name }) => family === undefined ? name : { ...name, family }),
      pep: pep === null ? null : {
        ...pep,
        linked: pep.linked.map(({ listRef, relation }) => ({
          entityId: entityIdOf(entity.source, listRef),
          name: primaryNames.get(listRef) ?? "",
          relation,
        })),
      },
    })),
  };
}
