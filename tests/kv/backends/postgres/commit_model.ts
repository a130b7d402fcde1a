import fc from "fast-check";
import type { RawCommit } from "../../../../kv/store/backend.ts";
import type { Key } from "../../../../kv/store/key.ts";

/**
 * The content of a key: a value or a counter, and the number of the commit that wrote it, or -1.
 */
export interface Standing {
  readonly kind: "value" | "counter";
  readonly count: bigint;
  readonly writer: number;
}

/** A whole store by key names. */
export type State = ReadonlyMap<string, Standing>;

/** The outcome of a commit. */
export type Fate = "committed" | "lost" | "refused";

/** One of several concurrent commits. */
export interface Wish {
  /**
   * Keys that must be unchanged since the start, including absent ones, or checks that can never
   * hold.
   */
  readonly checks: readonly { readonly key: string; readonly as: "it was" | "absent" }[];
  readonly puts: readonly string[];
  readonly removes: readonly string[];
  readonly adds: readonly string[];
}

/** Few keys, so that commits collide. */
export const keyNames = ["a", "b", "c"] as const;

/** The key of a name. */
export function keyOf(name: string): Key {
  return ["model", name];
}

type Act = "nothing" | "nothing" | "put" | "remove" | "add";

/** Commits that each check and write some of the few keys, each key in one way. */
export const someWish: fc.Arbitrary<Wish> = fc.record(
  Object.fromEntries(
    keyNames.map((name) => [
      name,
      fc.record({
        check: fc.constantFrom("none", "none", "it was", "absent"),
        act: fc.constantFrom<Act>("nothing", "nothing", "put", "remove", "add"),
      }),
    ]),
  ),
).map((plan) => {
  const acting = (act: Act) => keyNames.filter((name) => plan[name]?.act === act);
  return {
    checks: keyNames.flatMap((key) => {
      const as = plan[key]?.check;
      return as === "it was" || as === "absent" ? [{ key, as } as const] : [];
    }),
    puts: acting("put"),
    removes: acting("remove"),
    adds: acting("add"),
  };
});

/** The content of each key at the start. */
export const someStart: fc.Arbitrary<State> = fc.record(
  Object.fromEntries(
    keyNames.map((name) => [name, fc.constantFrom("nothing", "value", "counter")]),
  ),
).map((kinds) => {
  const state = new Map<string, Standing>();
  for (const [name, kind] of Object.entries(kinds)) {
    if (kind === "value") state.set(name, { kind, count: 0n, writer: -1 });
    if (kind === "counter") state.set(name, { kind, count: 1n, writer: -1 });
  }
  return state;
});

/** The commit of a wish; `started` has the versionstamps at the start. */
export function commitOf(
  { checks, puts, removes, adds }: Wish,
  started: ReadonlyMap<string, string>,
): RawCommit {
  return {
    checks: checks.map(({ key, as }) => ({
      key: keyOf(key),
      versionstamp: as === "absent" ? null : started.get(key) ?? null,
    })),
    puts: puts.map((key) => ({
      key: keyOf(key),
      bytes: new TextEncoder().encode("a value of the model"),
      expireIn: null,
    })),
    removes: removes.map(keyOf),
    adds: adds.map((key) => ({ key: keyOf(key), amount: 1n })),
  };
}

/** The effect of one commit alone. */
export function happen(
  wish: Wish,
  { state, start, number }: {
    readonly state: State;
    readonly start: State;
    readonly number: number;
  },
): { readonly fate: Fate; readonly state: State } {
  const holds = wish.checks.every(({ key, as }) => {
    const standing = state.get(key);
    if (as === "absent" || !start.has(key)) return standing === undefined;
    return standing?.writer === -1;
  });
  if (!holds) return { fate: "lost", state };
  if (wish.adds.some((key) => state.get(key)?.kind === "value")) return { fate: "refused", state };
  const next = new Map(state);
  for (const key of wish.puts) next.set(key, { kind: "value", count: 0n, writer: number });
  for (const key of wish.removes) next.delete(key);
  for (const key of wish.adds) {
    const count = (state.get(key)?.count ?? 0n) + 1n;
    next.set(key, { kind: "counter", count, writer: number });
  }
  return { fate: "committed", state: next };
}

/**
 * Whether the commits, done one after the other in some order, would have these outcomes and this
 * final state.
 *
 * @param ofCounters whether it is known who has added to a counter last
 */
export function explained(
  wishes: readonly Wish[],
  { start, fates, end, ofCounters = "writer" }: {
    readonly start: State;
    readonly fates: readonly Fate[];
    readonly end: State;
    readonly ofCounters?: "writer" | "anyone";
  },
): boolean {
  const search = (left: readonly number[], state: State): boolean =>
    left.length === 0 ? same(state, end, ofCounters) : left.some((number) => {
      const wish = wishes[number];
      if (wish === undefined) return false;
      const step = happen(wish, { state, start, number });
      return step.fate === fates[number] &&
        search(left.filter((other) => other !== number), step.state);
    });
  return search([...wishes.keys()], start);
}

function same(one: State, other: State, ofCounters: "writer" | "anyone"): boolean {
  return one.size === other.size && [...one].every(([key, { kind, count, writer }]) => {
    const found = other.get(key);
    return found?.kind === kind && found.count === count &&
      (found.writer === writer || (kind === "counter" && ofCounters === "anyone"));
  });
}
