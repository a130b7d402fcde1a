/** One line of `.dockerignore`. */
interface Pattern {
  /** `!`: what the lines before left out is in again. */
  readonly admits: boolean;
  readonly segments: readonly RegExp[];
}

/**
 * Lists the files that the image holds of the project's folder, as the builder takes them: what
 * `.dockerignore` leaves in, and a `COPY` of the Containerfile's first stage names.
 *
 * @returns paths from the root, sorted
 */
export async function imageFiles(root: URL): Promise<readonly string[]> {
  const isIn = await readDockerignore(root);
  const copied = copiedPaths(await Deno.readTextFile(new URL("deploy/Containerfile", root)));
  const files = await Array.fromAsync(filesUnder(root, "", isIn));
  return files.toSorted().filter((file) =>
    copied.some((path) => path === "." || file === path || file.startsWith(`${path}/`))
  );
}

/** Whether `.dockerignore` leaves a path in: the last line that matches it, or a folder it is in, decides. */
export async function readDockerignore(root: URL): Promise<(path: string) => boolean> {
  const patterns = patternsOf(await Deno.readTextFile(new URL(".dockerignore", root)));
  return (path) => {
    const segments = path.split("/");
    const last = patterns.findLast((pattern) =>
      pattern.segments.length <= segments.length &&
      pattern.segments.every((segment, at) => segment.test(segments[at] ?? ""))
    );
    return last?.admits ?? true;
  };
}

/** @throws Error for syntax that no line here uses and this does not read */
function patternsOf(text: string): readonly Pattern[] {
  const lines = text.split("\n").map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    if (/\*\*|[?[\]\\]/.test(line)) {
      throw new Error(`.dockerignore: ${line} is not understood`);
    }
    const segments = line.replace(/^!/, "").replace(/^\/|\/$/g, "").split("/");
    return {
      admits: line.startsWith("!"),
      segments: segments.map((segment) =>
        new RegExp(`^${segment.replaceAll(".", "\\.").replaceAll("*", ".*")}$`)
      ),
    };
  });
}

/** No line admits something inside of a folder that another one leaves out, so those are not read. */
async function* filesUnder(
  root: URL,
  folder: string,
  isIn: (path: string) => boolean,
): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder || ".", root))) {
    const path = `${folder}${name}`;
    if (!isIn(path)) continue;
    if (isDirectory) yield* filesUnder(root, `${path}/`, isIn);
    else yield path;
  }
}

function copiedPaths(containerfile: string): readonly string[] {
  return [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)]
    .flatMap(([, paths = ""]) => paths.split(" "));
}
