import { z } from "zod";
import type { ClientId } from "../../core/access/schema.ts";
import type { Mode } from "../../core/nouns.ts";
import type { Clock } from "../../base/clock.ts";
import type { PresentationSessions } from "../../core/presentation/ports.ts";
import {
  type Session,
  SessionId,
  type SessionKind,
  type StartedFor,
} from "../../core/presentation/schema.ts";
import { type AnswerKeys, openAnswerKeys } from "./answer_keys.ts";
import type { Deliveries } from "./deliveries.ts";
import {
  foundSession,
  type FoundSessionDependencies,
  type StoredSession,
} from "./found_session.ts";
import type { KeyRing } from "../keys/key_ring.ts";
import { keysReadMax } from "../store/budget.ts";
import { type Encrypted, encrypted } from "../store/encrypted.ts";
import type { KeyKind } from "../store/define_key.ts";
import type { Key } from "../store/key.ts";
import { ExpiresAt, hasPassed, timestamp } from "../store/lifetime.ts";
import { create, type Entry, put, type Store } from "../store/store.ts";
import { addTo } from "../store/unit.ts";

/** The dependencies of {@link openPresentationSessions}. */
export interface PresentationSessionDependencies<Kind extends SessionKind> {
  readonly store: Store;
  readonly clock: Clock;
  /** The `at-rest` data keys: nonce and state are authorizations. */
  readonly atRest: KeyRing;
  readonly deliveries: Deliveries;
  /**
   * Hours for which an undecided session is kept after its wait. A login begins without
   * authentication, so that its sessions are deleted sooner.
   */
  readonly undecidedHours: Readonly<Record<StartedFor, number>>;
  /** The service's own form of a session. */
  readonly schema: z.ZodType<Session<Kind>>;
  /** Kinds of the service's keys. */
  readonly keys: {
    /** `[name, sessionId]` is the key of a session. */
    readonly session: KeyKind;
    /** `[name, clientId, mode, sessionId]` is the index of a client's sessions. */
    readonly client: KeyKind;
  };
}

/** An index entry of a client's session, with the session's lifetime. */
const Named = z.strictObject({ expiresAt: ExpiresAt.optional() });

/** Keys and form of the sessions of a service. */
interface Layout<Kind extends SessionKind> {
  readonly stored: Encrypted<StoredSession<Kind>>;
  sessionKey(id: SessionId): Key;
  /** Sorts by time, since ids do. */
  clientKey(session: Session): Key;
  /** The prefix of a client's sessions, in one mode or both. */
  clientPrefix(owner: ClientId, mode?: Mode): Key;
}

/** Opens the sessions of one service, with their deliveries. */
export function openPresentationSessions<Kind extends SessionKind>(
  dependencies: PresentationSessionDependencies<Kind>,
): PresentationSessions<Kind> {
  const { store, clock, deliveries, undecidedHours } = dependencies;
  const layout = layoutOf(dependencies);
  const answerKeys = openAnswerKeys(dependencies);
  const get = (id: SessionId) => store.get(layout.stored, layout.sessionKey(id));
  const ways: FoundSessionDependencies<Kind> = {
    store,
    clock,
    deliveries,
    answerKeys,
    read: get,
    nameForEver: (session) => put(Named, layout.clientKey(session), {}),
  };
  const found = (entry: Entry<StoredSession<Kind>>) => foundSession(ways, entry);
  const named = openNames({ ...dependencies, answerKeys }, layout);

  async function read(ids: readonly SessionId[]): Promise<readonly Session<Kind>[]> {
    const sessions: Session<Kind>[] = [];
    for (let at = 0; at < ids.length; at += keysReadMax) {
      const keys = ids.slice(at, at + keysReadMax).map(layout.sessionKey);
      const entries = await store.getMany(layout.stored, keys);
      sessions.push(...entries.flatMap((entry) => entry === null ? [] : [found(entry).session]));
    }
    return sessions;
  }

  return {
    add: (unit, session, answerKey) => {
      const end = Temporal.Instant.from(session.pendingUntil);
      const expiresAt = timestamp(end.add({ hours: undecidedHours[session.startedFor] }));
      const key = layout.sessionKey(session.id);
      addTo(unit, create(layout.stored, key, { ...session, expiresAt }));
      addTo(unit, [put(Named, layout.clientKey(session), { expiresAt })]);
      if (answerKey !== null) answerKeys.keep(unit, session, answerKey);
    },
    find: async (id) => {
      const entry = await get(id);
      return entry !== null && isAlive(entry.value, clock) ? found(entry) : null;
    },
    list: async (owner, mode, { limit, cursor }) => {
      const page: SessionId[] = [];
      for await (const id of named.ids(owner, mode, cursor)) {
        if (page.length === limit) {
          return { sessions: await read(page), nextCursor: page.at(-1) ?? null };
        }
        page.push(id);
      }
      return { sessions: await read(page), nextCursor: null };
    },
    all: async function* (owner, mode) {
      let ids: SessionId[] = [];
      for await (const id of named.ids(owner, mode, null)) {
        if (ids.push(id) < keysReadMax) continue;
        yield* await read(ids);
        ids = [];
      }
      yield* await read(ids);
    },
    erase: (owner) => named.erase(owner, get),
  };
}

function layoutOf<Kind extends SessionKind>(
  { schema, atRest, keys }: PresentationSessionDependencies<Kind>,
): Layout<Kind> {
  const Lifetime = z.object({ expiresAt: ExpiresAt.optional() });
  const clientPrefix = (owner: ClientId, mode?: Mode): Key =>
    mode === undefined ? keys.client.key(owner) : keys.client.key(owner, mode);
  return {
    stored: encrypted(z.intersection(schema, Lifetime).readonly(), atRest),
    sessionKey: (id) => keys.session.key(id),
    clientKey: ({ clientId, mode, id }) => [...clientPrefix(clientId, mode), id],
    clientPrefix,
  };
}

/** A backend cleans up late. */
function isAlive(
  { expiresAt }: { readonly expiresAt?: string | undefined },
  clock: Clock,
): boolean {
  return expiresAt === undefined || !hasPassed(expiresAt, clock.now());
}

/** Opens the index by client: lists the indexed sessions, and erases them. */
function openNames<Kind extends SessionKind>(
  { store, clock, deliveries, answerKeys }: PresentationSessionDependencies<Kind> & {
    readonly answerKeys: AnswerKeys;
  },
  { clientPrefix }: Layout<Kind>,
) {
  type Get = (id: SessionId) => Promise<Entry<StoredSession<Kind>> | null>;

  /**
   * Deletes one session, including the changes of a concurrent callback.
   *
   * @returns false when another erasure deleted it
   */
  async function eraseOne(name: Key, get: Get): Promise<boolean> {
    const id = idOf(name);
    for (;;) {
      const entry = await get(id);
      // After the session: one that a callback made in between has changed it, and loses the check.
      const waiting = await deliveries.find(id);
      const named = await store.get(Named, name);
      const all = [entry, waiting, named].filter((one) => one !== null);
      if (all.length === 0) return false;
      const checks = entry === null ? [] : [entry.check];
      const removals = [...all.map((one) => one.delete), answerKeys.removal(id)];
      if (await store.commit([...checks, ...removals])) return true;
    }
  }

  return {
    /** Sessions of one mode, newest first. */
    ids: async function* (owner: ClientId, mode: Mode, before: string | null) {
      const prefix = clientPrefix(owner, mode);
      const range = before === null ? { prefix } : { prefix, end: [...prefix, before] as Key };
      for await (const { key, value } of store.list(Named, range, { reverse: true })) {
        if (isAlive(value, clock)) yield idOf(key);
      }
    },
    /** Deletes every session of a client. @returns the number of deleted sessions */
    erase: async (owner: ClientId, get: Get) => {
      let erased = 0;
      for await (const { key } of store.list(Named, { prefix: clientPrefix(owner) })) {
        if (await eraseOne(key, get)) erased += 1;
      }
      return erased;
    },
  };
}

function idOf(name: Key): SessionId {
  return SessionId.parse(name.at(-1));
}
