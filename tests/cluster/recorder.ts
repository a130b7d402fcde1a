import { historyFiles, type Line } from "./history.ts";

/** Records what happens line by line, so that an interrupted run leaves its history too. */
export interface Recorder {
  readonly folder: string;
  record(line: Line): void;
  close(): Promise<void>;
}

/** Begins the history of a run in a folder. */
export async function openRecorder(folder: string): Promise<Recorder> {
  await Deno.mkdir(folder, { recursive: true });
  const file = await Deno.open(`${folder}/${historyFiles.lines}`, {
    write: true,
    create: true,
    truncate: true,
  });
  const encoder = new TextEncoder();
  return {
    folder,
    record: (line) => {
      let bytes = encoder.encode(`${JSON.stringify(line)}\n`);
      while (bytes.length > 0) bytes = bytes.subarray(file.writeSync(bytes));
    },
    close: () => Promise.resolve(file.close()),
  };
}

/** Milliseconds since 1970, rounded down, for a time before something begins. */
export function before(): number {
  return Date.now();
}

/** Milliseconds since 1970, rounded up, for a time after something has ended. */
export function after(): number {
  return Date.now() + 1;
}

/** Resolves after this many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}
