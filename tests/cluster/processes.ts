/** IDs of all descendants of a process. */
async function descendants(pid: number): Promise<readonly number[]> {
  const children: number[] = [];
  try {
    for await (const thread of Deno.readDir(`/proc/${pid}/task`)) {
      const text = await Deno.readTextFile(`/proc/${pid}/task/${thread.name}/children`);
      children.push(...text.split(" ").filter((id) => id.trim() !== "").map(Number));
    }
  } catch (fault) {
    if (!(fault instanceof Deno.errors.NotFound)) throw fault;
  }
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}

/** Sends a signal to a process and all its descendants; ignores those that have ended. */
export async function signalTree(pid: number, signal: Deno.Signal): Promise<void> {
  // Stopped first: it can neither start others meanwhile nor tend to those that end.
  send(pid, "SIGSTOP");
  for (const id of await descendants(pid)) send(id, signal);
  send(pid, signal);
}

function send(pid: number, signal: Deno.Signal): void {
  try {
    Deno.kill(pid, signal);
  } catch (fault) {
    if (!(fault instanceof Deno.errors.NotFound) && !(fault instanceof TypeError)) throw fault;
  }
}

/** Whether a process runs or is paused, instead of having ended without being waited for. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => null);
  return stat !== null && !/^\S+ \(.*\) [ZX]/.test(stat);
}
