/** One line of `.dockerignore`. */
interface Pattern {
  /** `!`: includes paths that earlier lines excluded. */
  readonly admits: boolean;
  readonly segments: readonly RegExp[];
}

/**
 * Lists the files that the image holds of the project's folder, as the builder selects them: files
 * that `.dockerignore` includes and that a `COPY` of the Containerfile's first stage names.
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

/**
 * Reads whether `.dockerignore` includes a path: the last line that matches it, or one of its
 * folders, decides.
 */
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

/** @throws Error for unsupported syntax, which no line here uses */
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

/**
 * Yields included files. No line includes a path inside of an excluded folder, so that such folders
 * are skipped.
 */
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
