/** The outputs of a command. */
export interface Terminal {
  /** Writes the result to standard output. */
  readonly out: (text: string) => void;
  /** Writes all other text to standard error. */
  readonly err: (text: string) => void;
  /** Whether standard output is a terminal; absent: no. */
  readonly isTerminal?: boolean;
}

/** The streams of this process. Each text is written completely before the next step. */
export const processTerminal: Terminal = {
  out: writer(Deno.stdout),
  err: writer(Deno.stderr),
  isTerminal: Deno.stdout.isTerminal(),
};

/** Removes characters that could control a terminal, since list files contain text of others. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
}

/**
 * Opens a writer. A reader that leaves, such as `head`, is not an error: further text is dropped,
 * and the work completes.
 */
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
