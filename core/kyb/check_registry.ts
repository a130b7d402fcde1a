import { checkCompanyNumber } from "../../standards/company_number/check_company_number.ts";
import { companyNamesOf } from "./former_names.ts";
import { withoutLegalForm } from "./legal_form.ts";
import { withoutNotes, wrongBy } from "./number_rules.ts";
import type { RegistryEntity, RegistryPorts, RegistryQuery } from "./registry_ports.ts";
import type { ClaimedCompany, RegistryCheck } from "./registry_schema.ts";

/**
 * Checks a company against the offline rules, then against the registers in their order. A number
 * that fails the rules is looked up in no register. The first register that has the number decides,
 * or an authoritative one that lacks it; a register without an answer is `unavailable` unless
 * another one decides.
 *
 * @see decisions-2.md part 16
 */
export async function checkRegistry(
  ports: RegistryPorts,
  { country, number, legalName }: ClaimedCompany,
  signal: AbortSignal,
): Promise<RegistryCheck> {
  const checked = checkCompanyNumber({ country, number });
  const asked = {
    checkedAt: ports.clock.now().toString({ smallestUnit: "millisecond" }),
    number: withoutNotes(checked),
  };
  const wrong = wrongBy(checked);
  if (wrong !== null) return { outcome: "format_invalid", reason: wrong, ...asked };
  const query: RegistryQuery = {
    country: checked.country,
    scheme: checked.scheme,
    number: checked.normalized,
    written: number.trim(),
  };
  const ends = {
    unavailable: null as RegistryCheck | null,
    notFound: null as RegistryCheck | null,
  };
  for (const provider of ports.registries.filter((one) => one.supports(query))) {
    const { name, isAuthoritative } = provider;
    const found = await provider.find(query, signal);
    if (!found.ok) {
      ends.unavailable ??= { outcome: "unavailable", provider: name, ...asked };
      continue;
    }
    const { entities, evidenceHash, snapshotAt } = found.value;
    const answered = {
      ...asked,
      provider: name,
      isAuthoritative,
      evidenceHash,
      ...dated("snapshotAt", snapshotAt),
    };
    if (entities.length > 0) {
      return { ...judge(ports, entities, legalName), ...answered };
    }
    if (isAuthoritative) return { outcome: "not_found", ...answered };
    ends.notFound ??= { outcome: "not_found", ...answered };
  }
  return ends.unavailable ?? ends.notFound ?? { outcome: "not_supported", ...asked };
}

/** A published date as a timestamp; absent when there is no readable date. */
function dated<Name extends string>(
  name: Name,
  published: string | null | undefined,
): { readonly [Member in Name]?: string } {
  const milliseconds = Date.parse(published ?? "");
  return Number.isNaN(milliseconds)
    ? {}
    : { [name]: new Date(milliseconds).toISOString() } as { readonly [Member in Name]: string };
}

/** Compares a register's entities of one number with the company's name. */
function judge(
  { matcher, registerRules }: RegistryPorts,
  entities: readonly RegistryEntity[],
  legalName: string,
) {
  const { score, status, updatedAt } = bestOf(likenesses(matcher, entities, legalName));
  return { ...outcomeOf(registerRules, score, status), ...dated("recordUpdatedAt", updatedAt) };
}

function outcomeOf(
  { nameMatchPercent, nameMinorPercent }: RegistryPorts["registerRules"],
  score: number,
  status: RegistryEntity["status"],
) {
  if (score < nameMinorPercent) {
    return { outcome: "mismatch", field: "legalName", isMinor: false } as const;
  }
  if (status === "inactive") return { outcome: "inactive" } as const;
  if (score < nameMatchPercent) {
    return { outcome: "mismatch", field: "legalName", isMinor: true } as const;
  }
  return status === "active"
    ? { outcome: "verified" } as const
    : { outcome: "mismatch", field: "status", isMinor: false } as const;
}

interface Likeness {
  /** 0 to 100, for the entity's most similar name. */
  readonly score: number;
  readonly status: RegistryEntity["status"];
  readonly updatedAt: string | undefined;
}

function likenesses(
  matcher: RegistryPorts["matcher"],
  entities: readonly RegistryEntity[],
  legalName: string,
): readonly Likeness[] {
  const asked = companyNamesOf(legalName).map(withoutLegalForm);
  const pairs = entities.flatMap(({ names }, owner) =>
    names.flatMap(companyNamesOf).map(withoutLegalForm)
      .flatMap((left) => asked.map((right) => ({ left, right, owner })))
  );
  const scores = matcher.compare(
    pairs.map(({ left, right }) => ({ left, right, entityType: "ORGANISATION" })),
  );
  return entities.map(({ status, updatedAt }, owner) => ({
    status,
    updatedAt,
    score: Math.max(
      0,
      ...pairs.map((pair, at) =>
        pair.owner !== owner
          ? 0
          // Names of signs alone have no likeness to anything, but they can be equal.
          : pair.left !== "" && pair.left === pair.right
          ? 100
          : scores[at] ?? 0
      ),
    ),
  }));
}

/** The most similar entity; among equally similar ones an active one. */
function bestOf(all: readonly Likeness[]): Likeness {
  const rank = { active: 2, unknown: 1, inactive: 0 } as const;
  const [best = { score: 0, status: "unknown", updatedAt: undefined } as const] = all.toSorted((
    a,
    b,
  ) => b.score - a.score || rank[b.status] - rank[a.status]);
  return best;
}
