import { historyFiles, type Line } from "./history.ts";

/** Writes down what happens, line by line, so that a run that breaks off leaves its history too. */
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

/** Milliseconds since 1970 before something begins. */
export function before(): number {
  return Date.now();
}

/** Milliseconds since 1970 after something has ended: the clock gives the beginning of one. */
export function after(): number {
  return Date.now() + 1;
}

/** Resolves after so many milliseconds. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}
