import { createHash } from "node:crypto";
import type { Introspection, Introspector } from "../../core/access/ports.ts";
import { openIntrospectionCache } from "./introspection_cache.ts";
import { openProvider, type ProviderDependencies } from "./provider.ts";

/**
 * Introspects bearer tokens at the identity provider (RFC 7662; decisions.md part 4). Answers are
 * cached for seconds by the hash of their token, and concurrent look-ups of a token share one
 * request. While the provider is `unavailable`, no caller is admitted, and no token is reported as
 * invalid.
 */
export function openIntrospection(dependencies: ProviderDependencies): Introspector {
  const { clock, rules, telemetry } = dependencies;
  const cache = openIntrospectionCache({ clock, rules });
  const askProvider = openProvider(dependencies);
  const underWay = new Map<string, Promise<Introspection>>();
  let questions = 0;

  async function ask(key: string, token: string, source: string): Promise<Introspection> {
    const asked = { at: clock.now(), order: questions++ };
    const answer = await askProvider(token, source);
    if (answer.kind !== "unavailable") cache.keep(key, answer, asked);
    return answer;
  }

  async function counted(
    cache: "hit" | "miss" | "joined" | "fresh",
    lookUp: Introspection | Promise<Introspection>,
  ): Promise<Introspection> {
    const answer = await lookUp;
    telemetry.count("aval.introspection.lookups", {
      "aval.cache": cache,
      "aval.outcome": answer.kind,
    });
    return answer;
  }

  function askOnce(key: string, token: string, source: string): Promise<Introspection> {
    const running = underWay.get(key);
    if (running !== undefined) return counted("joined", running);
    const begun = ask(key, token, source).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return counted("miss", begun);
  }

  return {
    introspect: async (token, lookUp) => {
      const key = hashOf(token);
      const known = cache.find(key);
      const source = lookUp?.source ?? "";
      // What is under way may have been asked before something changed. A refusal may be remembered
      // all the same: no caller passes by it, and one bad caller does not hammer the provider.
      if (lookUp?.fresh === true && known?.kind !== "inactive") {
        return await counted("fresh", ask(key, token, source));
      }
      return known === null ? await askOnce(key, token, source) : await counted("hit", known);
    },
  };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
