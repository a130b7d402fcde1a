import { z } from "zod";
import type { ClientId } from "../core/access/schema.ts";
import type { Mode } from "../core/nouns.ts";
import type { Clock } from "../base/clock.ts";
import type { FoundSession, VerificationSessions } from "../core/verification/ports.ts";
import { SessionId, type VerificationDecision } from "../core/verification/schema.ts";
import { Session, statusOf } from "../core/verification/session_schema.ts";
import { keysReadMax } from "./store/budget.ts";
import { encrypted } from "./store/encrypted.ts";
import { claimPack, Pack, packKey } from "./evidence_packs.ts";
import type { Key } from "./store/key.ts";
import type { KeyRing } from "./keys/key_ring.ts";
import { ExpiresAt, hasPassed, timestamp } from "./store/lifetime.ts";
import type { RetryDependencies } from "./store/retry.ts";
import { create, type Entry, put, type Store } from "./store/store.ts";
import { addTo } from "./store/unit.ts";

/** What the sessions stand on. */
export interface OpenVerificationSessions extends RetryDependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The `at-rest` data keys: nonce and state are authorizations. */
  readonly atRest: KeyRing;
  /** Days that a pack waits for its delivery. */
  readonly packDays: number;
  /** Days that a session without a decision is kept past the time that it waits for one. */
  readonly undecidedDays: number;
}

/** Names a session of a client; the rest stands at the session itself, as does its lifetime. */
const Named = z.strictObject({ expiresAt: ExpiresAt.optional() });

/** A session as it stands there: with a lifetime until it is decided, and none from then on. */
const Kept = Session.unwrap().extend({ expiresAt: ExpiresAt.optional() }).readonly();
type Kept = z.infer<typeof Kept>;

/**
 * Verification sessions, and the packs that wait for their one delivery.
 *
 * | Key                                     | Value                     | Lifetime                        |
 * | --------------------------------------- | ------------------------- | ------------------------------- |
 * | `["verification_session", sessionId]`   | `Session`, encrypted      | until erasure or offboarding; without a decision `undecidedSessionDays` past its end |
 * | `["client_session", clientId, mode, sessionId]` | `{}`              | as its session                  |
 * | `["evidence_pack", sessionId]`          | `{ ciphertext, expiresAt }` | delivery, erasure or `evidencePackDays` |
 */
export function openVerificationSessions(
  { store, clock, atRest, packDays, undecidedDays, ...waiting }: OpenVerificationSessions,
): VerificationSessions {
  const SealedSession = encrypted(Kept, atRest);

  function found(entry: Entry<Kept>): FoundSession {
    const { expiresAt: _, ...session } = entry.value;
    const endedAt = () => timestamp(clock.now());
    return {
      session,
      complete: (unit, decision, pack) => {
        const outcome = completed(decision, endedAt(), pack);
        addTo(unit, [entry.check, entry.set({ ...session, outcome })]);
        addTo(unit, [put(Named, clientKey(session), {})]);
        if (pack === null) return;
        const expiresAt = timestamp(clock.now().add({ hours: 24 * packDays }));
        addTo(unit, create(Pack, packKey(session.id), { ciphertext: pack, expiresAt }));
      },
      fail: (unit, error) => {
        const outcome = { status: "failed", endedAt: endedAt(), error } as const;
        addTo(unit, [entry.check, entry.set({ ...entry.value, outcome })]);
      },
      noteFailure: async (error, failuresMax) => {
        // Each round that is lost was another's: a failure of its own, or the end.
        for (let seen: Entry<Kept> | null = entry; seen !== null; seen = await get(session.id)) {
          const { outcome } = seen.value;
          if (outcome.status !== "pending" || statusOf(seen.value, clock.now()) !== "pending") {
            return;
          }
          const failures = outcome.failures + 1;
          const next: Session["outcome"] = failures < failuresMax
            ? { status: "pending", failures }
            : { status: "failed", endedAt: endedAt(), error };
          if (await store.commit([seen.check, seen.set({ ...seen.value, outcome: next })])) return;
        }
      },
      noteFetch: async () => {
        const { requestObject } = session;
        if (requestObject === undefined) return false;
        const fetched = { ...requestObject, fetches: requestObject.fetches + 1 };
        return await store.commit([
          entry.check,
          entry.set({ ...entry.value, requestObject: fetched }),
        ]);
      },
      claimPack: () => claimPack(entry, { store, clock, read: get, ...waiting }),
    };
  }

  async function get(id: SessionId): Promise<Entry<Kept> | null> {
    return await store.get(SealedSession, sessionKey(id));
  }

  /**
   * Deletes one session, and what a callback that runs meanwhile has made of it.
   *
   * @returns false when another erasure has
   */
  async function eraseOne(name: Key): Promise<boolean> {
    const id = idOf(name);
    for (;;) {
      const entry = await get(id);
      // After the session: one that a callback made in between has changed it, and loses the check.
      const pack = await store.get(Pack, packKey(id));
      const named = await store.get(Named, name);
      const all = [entry, pack, named].filter((one) => one !== null);
      if (all.length === 0) return false;
      const checks = entry === null ? [] : [entry.check];
      if (await store.commit([...checks, ...all.map((one) => one.delete)])) return true;
    }
  }

  /** A backend cleans up late. */
  function isAlive({ expiresAt }: Pick<Kept, "expiresAt">): boolean {
    return expiresAt === undefined || !hasPassed(expiresAt, clock.now());
  }

  /** Sessions of one mode, newest first. */
  async function* idsOf(owner: ClientId, mode: Mode, before: string | null) {
    const prefix: Key = ["client_session", owner, mode];
    const range = before === null ? { prefix } : { prefix, end: [...prefix, before] as Key };
    for await (const { key, value } of store.list(Named, range, { reverse: true })) {
      if (isAlive(value)) yield idOf(key);
    }
  }

  async function read(ids: readonly SessionId[]): Promise<readonly Session[]> {
    const sessions: Session[] = [];
    for (let at = 0; at < ids.length; at += keysReadMax) {
      const keys = ids.slice(at, at + keysReadMax).map(sessionKey);
      const entries = await store.getMany(SealedSession, keys);
      sessions.push(...entries.flatMap((entry) => entry === null ? [] : [found(entry).session]));
    }
    return sessions;
  }

  return {
    add: (unit, session) => {
      const end = Temporal.Instant.from(session.pendingUntil);
      const expiresAt = timestamp(end.add({ hours: 24 * undecidedDays }));
      addTo(unit, create(SealedSession, sessionKey(session.id), { ...session, expiresAt }));
      addTo(unit, [put(Named, clientKey(session), { expiresAt })]);
    },
    find: async (id) => {
      const entry = await get(id);
      return entry !== null && isAlive(entry.value) ? found(entry) : null;
    },
    list: async (owner, mode, { limit, cursor }) => {
      const page: SessionId[] = [];
      for await (const id of idsOf(owner, mode, cursor)) {
        if (page.length === limit) {
          return { sessions: await read(page), nextCursor: page.at(-1) ?? null };
        }
        page.push(id);
      }
      return { sessions: await read(page), nextCursor: null };
    },
    all: async function* (owner, mode) {
      let ids: SessionId[] = [];
      for await (const id of idsOf(owner, mode, null)) {
        if (ids.push(id) < keysReadMax) continue;
        yield* await read(ids);
        ids = [];
      }
      yield* await read(ids);
    },
    erase: async (owner) => {
      let erased = 0;
      for await (const { key } of store.list(Named, { prefix: ["client_session", owner] })) {
        if (await eraseOne(key)) erased += 1;
      }
      return erased;
    },
  };
}

function completed(
  decision: VerificationDecision,
  endedAt: string,
  pack: string | null,
): Session["outcome"] {
  return { status: "completed", endedAt, decision, pack: pack === null ? "none" : "ready" };
}

function sessionKey(id: SessionId): Key {
  return ["verification_session", id];
}

/** In the order of time, since ids are. */
function clientKey({ clientId, mode, id }: Session): Key {
  return ["client_session", clientId, mode, id];
}

function idOf(name: Key): SessionId {
  return SessionId.parse(name.at(-1));
}
