/** Memory of a process in megabytes (proc(5)): current and peak. */
export function residentMegabytes(pid: number): { readonly now: number; readonly peak: number } {
  const text = Deno.readTextFileSync(`/proc/${pid}/status`);
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1] ?? 0) / 1024);
  return { now: read("VmRSS"), peak: read("VmHWM") };
}
