import type { Backend } from "./backend.ts";
import { keysReadMax } from "./budget.ts";
import { DamagedValueError } from "./damaged_value.ts";
import type { Key } from "./key.ts";

type Read = Backend["read"];
type Found = Awaited<ReturnType<Read>>;

/** A request that waits for keys, to be read as of one moment. */
interface Reader {
  readonly keys: readonly Key[];
  readonly resolve: (found: Found) => void;
  readonly reject: (cause: unknown) => void;
}

/** Number of running reads from which further ones wait to be combined. */
const underWayMax = 2;

/**
 * Combines reads that arrive while others run, each key once: a busy instance reads its database
 * less often, and an idle one does not wait. A read that is full by itself runs immediately, so
 * that a slow network never limits the amount of data. A read starts after all requests that it
 * answers, so that each sees every earlier commit.
 */
export function sharedReads(read: Read): Read {
  let waiting: Reader[] = [];
  let keysWaiting = 0;
  let underWay = 0;

  function go(): void {
    while (waiting.length > 0 && (underWay < underWayMax || keysWaiting >= keysReadMax)) {
      const readers = nextReaders();
      underWay++;
      void answer(readers).finally(() => {
        underWay--;
        go();
      });
    }
  }

  /** Takes as many readers as fit one read, in their order. */
  function nextReaders(): readonly Reader[] {
    let keys = 0;
    let count = 0;
    for (const reader of waiting) {
      if (count > 0 && keys + reader.keys.length > keysReadMax) break;
      keys += reader.keys.length;
      count++;
    }
    const readers = waiting.slice(0, count);
    waiting = waiting.slice(count);
    keysWaiting -= keys;
    return readers;
  }

  /** Never rejects. */
  async function answer(readers: readonly Reader[]): Promise<void> {
    try {
      const { keys, places } = together(readers);
      const found = await read(keys);
      readers.forEach(({ resolve }, index) =>
        resolve((places[index] ?? []).map((place) => found[place] ?? null))
      );
    } catch (cause) {
      if (readers.length === 1 || !(cause instanceof DamagedValueError)) {
        for (const { reject } of readers) reject(cause);
        return;
      }
      // One of them has asked for it, and the others have not.
      await Promise.all(readers.map((reader) => answer([reader])));
    }
  }

  return (keys) =>
    new Promise((resolve, reject) => {
      waiting.push({ keys, resolve, reject });
      keysWaiting += keys.length;
      go();
    });
}

/** Combines the keys of readers, each key once, with the positions of each reader's keys. */
function together(readers: readonly Reader[]): {
  readonly keys: readonly Key[];
  readonly places: readonly (readonly number[])[];
} {
  const [first] = readers;
  if (first !== undefined && readers.length === 1) {
    return { keys: first.keys, places: [first.keys.map((_, place) => place)] };
  }
  const keys: Key[] = [];
  const known = new Map<string, number>();
  const places = readers.map((reader) =>
    reader.keys.map((key) => {
      const name = JSON.stringify(key);
      const place = known.get(name) ?? keys.push(key) - 1;
      known.set(name, place);
      return place;
    })
  );
  return { keys, places };
}
