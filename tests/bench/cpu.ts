/** Ticks per second, the unit in which Linux reports a process's running time (proc(5)). */
const ticksPerSecond = 100;

/** Processor seconds that a process has used; 0 without such a process. */
export function cpuSecondsOf(pid: number): number {
  const { own } = read(pid);
  return own / ticksPerSecond;
}

/**
 * Processor seconds of a process and all its children, including ended ones that were waited for.
 */
export function cpuSecondsOfFamily(pid: number): number {
  const { own, ended } = read(pid);
  let ticks = own + ended;
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const child = read(Number(name));
    if (child.parent === pid) ticks += child.own;
  }
  return ticks / ticksPerSecond;
}

/** Processor seconds of a process by thread name. */
export function cpuSecondsByThread(pid: number): ReadonlyMap<string, number> {
  const seconds = new Map<string, number>();
  for (const { name } of Deno.readDirSync(`/proc/${pid}/task`)) {
    const thread = Deno.readTextFileSync(`/proc/${pid}/task/${name}/comm`).trim();
    const ticks = read(`${pid}/task/${name}`).own;
    seconds.set(thread, (seconds.get(thread) ?? 0) + ticks / ticksPerSecond);
  }
  return seconds;
}

function read(
  pid: number | string,
): { readonly parent: number; readonly own: number; readonly ended: number } {
  let text: string;
  try {
    text = Deno.readTextFileSync(`/proc/${pid}/stat`);
  } catch {
    return { parent: 0, own: 0, ended: 0 };
  }
  // The name, in brackets, may hold blanks; behind it state, parent, ... utime, stime, cutime, cstime.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ").map(Number);
  const at = (field: number) => fields[field - 3] ?? 0;
  return { parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) };
}
