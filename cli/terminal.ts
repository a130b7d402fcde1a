/** Where a command writes to. */
export interface Terminal {
  /** Standard output: what was asked for. */
  readonly out: (text: string) => void;
  /** Standard error: everything else. */
  readonly err: (text: string) => void;
}

/** The streams of this process. Text is written whole before the next step. */
export const processTerminal: Terminal = { out: writer(Deno.stdout), err: writer(Deno.stderr) };

/** List files are others' text: what could steer a terminal is not passed on. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
}

function writer(stream: { writeSync(bytes: Uint8Array): number }) {
  return (text: string) => {
    const bytes = new TextEncoder().encode(text);
    for (let written = 0; written < bytes.length;) {
      written += stream.writeSync(bytes.subarray(written));
    }
  };
}
