import assert from "node:assert/strict";

/**
 * Runs a program that must succeed.
 *
 * @returns its output
 */
export async function runProgram(
  command: string,
  args: readonly string[] = [],
  input = "",
): Promise<string> {
  const child = new Deno.Command(command, {
    args: [...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}
