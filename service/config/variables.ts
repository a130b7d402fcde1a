import { nearestName } from "../../base/nearest_name.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string>>;

/** The variables of this version (decisions.md part 13). */
export const supportedVariables = [
  "AVAL_MODE",
  "PORT",
  "AVAL_BASE_URL",
  "AVAL_CONSOLE",
  "AVAL_OPERATOR_NAME",
  "AVAL_OPERATOR_CONTACT",
  "AVAL_KV",
  "AVAL_KV_TOKEN",
  "DENO_KV_ACCESS_TOKEN",
  "AVAL_LISTS",
  "AVAL_TAGPACKS",
  "AVAL_SECRET_KEY",
  "AVAL_SECRET_KEY_PREVIOUS",
  "AVAL_AUTH_URL",
  "AVAL_AUTH_REALM",
  "AVAL_AUTH_CLIENT_ID",
  "AVAL_AUTH_CLIENT_SECRET",
  "AVAL_AGENT_SCOPE",
  "AVAL_STEP_UP_ACR",
  "AVAL_TRUSTED_PROXIES",
  "AVAL_COUNTRY_HEADER",
  "AVAL_VERIFIER_ID",
  "AVAL_VERIFIER_KEY",
  "AVAL_VERIFIER_CERT",
  "AVAL_VERIFIER_INFO",
  "AVAL_RESPONSE_MODE",
  "AVAL_TRUST_ANCHORS",
  "AVAL_TRUST_LIST_KEYS",
  "AVAL_VECTOR_URL",
  "AVAL_VECTOR_MODEL",
  "AVAL_VECTOR_KEY",
  "AVAL_REGISTRY_GLEIF",
  "AVAL_REGISTRY_COMPANIES_HOUSE_KEY",
  "AVAL_DRAFTER_URL",
  "AVAL_DRAFTER_MODEL",
  "AVAL_DRAFTER_KEY",
  "AVAL_CSC_URL",
  "AVAL_CSC_CLIENT_ID",
  "AVAL_CSC_CLIENT_SECRET",
  "AVAL_TSA_URL",
  "AVAL_AUDIT_WITNESS",
  "AVAL_CACHE_PURGE_URL",
  "AVAL_CACHE_PURGE_TOKEN",
  "AVAL_POLICY",
  "AVAL_LOG",
] as const;

/** A variable of this version. */
export type Variable = typeof supportedVariables[number];

/**
 * Names that differ from a known one by one typing error: a character left out, doubled, or swapped
 * with the next. All begin like known ones, and none is known.
 */
export function likelySlips(): readonly string[] {
  const known: ReadonlySet<string> = new Set(supportedVariables);
  const slips = supportedVariables.flatMap((name) =>
    Array.from(name, (character, at) => {
      const [before, after] = [name.slice(0, at), name.slice(at + 1)];
      return [
        before + after,
        before + character + character + after,
        before + after.slice(0, 1) + character + after.slice(1),
      ];
    }).flat()
  );
  return [...new Set(slips)].filter((name) => name.startsWith("AVAL_") && !known.has(name));
}

/**
 * One line for each variable whose name looks like a known one but has no effect, since its
 * operator expects one. `AVAL_TEST_*` belongs to the tests.
 */
export function variablesWithoutEffect(names: Iterable<string>): readonly string[] {
  const known: ReadonlySet<string> = new Set(supportedVariables);
  const problems: string[] = [];
  for (const name of names) {
    if (!/^aval_/i.test(name) || name.startsWith("AVAL_TEST_")) continue;
    if (!known.has(name)) {
      const meant = nearestName(name, known);
      problems.push(`${name}: unknown variable${meant === null ? "" : `; did you mean ${meant}?`}`);
    }
  }
  return problems;
}
