/** Where a command writes to. */
export interface Terminal {
  /** Standard output: what was asked for. */
  readonly out: (text: string) => void;
  /** Standard error: everything else. */
  readonly err: (text: string) => void;
  /** Whether a person reads standard output; absent: no. */
  readonly isTerminal?: boolean;
}

/** The streams of this process. Text is written whole before the next step. */
export const processTerminal: Terminal = {
  out: writer(Deno.stdout),
  err: writer(Deno.stderr),
  isTerminal: Deno.stdout.isTerminal(),
};

/** List files are others' text: what could steer a terminal is not passed on. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
}

/** A reader that goes, such as `head`, is no error: the rest is not written, and the work is done. */
function writer(stream: { writeSync(bytes: Uint8Array): number }) {
  let isClosed = false;
  return (text: string) => {
    const bytes = new TextEncoder().encode(text);
    try {
      for (let written = 0; !isClosed && written < bytes.length;) {
        written += stream.writeSync(bytes.subarray(written));
      }
    } catch (thrown) {
      if (!(thrown instanceof Deno.errors.BrokenPipe)) throw thrown;
      isClosed = true;
    }
  };
}
