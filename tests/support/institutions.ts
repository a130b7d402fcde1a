import { runAdmin } from "./admin.ts";
import { openStore } from "../../kv/opening/open_store.ts";
import type { Store } from "../../kv/store/store.ts";
import { type FixedClock, fixedClock } from "./clock.ts";
import { seededRandom } from "./random.ts";
import { filePause } from "./store.ts";
import { locationOf } from "./store_location.ts";

/** Output and exit status of a command. */
export interface AdminAnswer {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** A store in a file, operators' commands on it, and a folder for their files. */
export interface Operating {
  readonly folder: string;
  readonly location: string;
  readonly clock: FixedClock;
  /** The secret of the deployment: 32 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly admin: (...args: readonly string[]) => Promise<AdminAnswer>;
  /** Runs `admin` with other variables than the deployment's. */
  readonly adminWith: (
    variables: Readonly<Record<string, string | undefined>>,
    ...args: readonly string[]
  ) => Promise<AdminAnswer>;
  /** Writes a file into the folder. @returns its path @returns its path */
  readonly file: (name: string, content: string | Uint8Array) => Promise<string>;
  readonly withStore: <Value>(run: (store: Store) => Promise<Value>) => Promise<Value>;
}

/** Runs operators' commands on a store that is deleted afterwards. */
export async function operating(run: (tools: Operating) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const location = `${folder}/kv.sqlite3`;
  const clock = fixedClock();
  const secret = seededRandom(41).bytes(32);
  const random = seededRandom(42);
  const tools = { clock, random, pause: filePause };
  const adminWith: Operating["adminWith"] = async (given, ...args) => {
    return await runAdmin(location, args, {
      ...tools,
      variables: {
        AVAL_SECRET_KEY: secret.toBase64(),
        AVAL_BASE_URL: "https://aval.example",
        ...given,
      },
    });
  };
  try {
    await run({
      folder,
      location,
      clock,
      secret,
      admin: (...args) => adminWith({}, ...args),
      adminWith,
      file: async (name, content) => {
        const path = `${folder}/${name}`;
        if (typeof content === "string") await Deno.writeTextFile(path, content);
        else await Deno.writeFile(path, content);
        return path;
      },
      withStore: async (use) => {
        const store = await openStore({ location: locationOf(location), ...tools });
        try {
          return await use(store);
        } finally {
          store.close();
        }
      },
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
