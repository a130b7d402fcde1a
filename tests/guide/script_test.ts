import assert from "node:assert/strict";
import { blocksOf } from "./blocks.ts";
import { folderOf } from "../support/folder.ts";
import { textOfOperatorsGuide } from "./operators_guide.ts";
import { scriptOf } from "./script.ts";

const fence = "```";

async function run(...commands: readonly string[]) {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const blocks = commands.map((text) => ({
    section: "",
    line: 1,
    commands: text,
    notHere: null,
  }));
  const { code, stdout } = await new Deno.Command("bash", {
    args: ["-c", scriptOf(blocks)],
    env: { OUT: `${folder}/output` },
  }).output();
  return { code, text: new TextDecoder().decode(stdout) };
}

Deno.test("blocksOf() finds shell blocks with their sections, and what is not for here", () => {
  const text = ["# A", `${fence}sh`, "one", fence, `${fence}json`, "{}", fence, "## B"];
  const marked = ["<!-- not here: no root -->", "", `${fence}sh`, "two", "# prints: x", fence];
  assert.deepEqual(blocksOf([...text, ...marked].join("\n")), [
    { section: "A", line: 2, commands: "one", notHere: null },
    { section: "B", line: 11, commands: "two\n# prints: x", notHere: "no root" },
  ]);
});

const bash = await (async () => {
  try {
    return (await new Deno.Command("bash", { args: ["-c", "type grep"] }).output()).success;
  } catch {
    return false;
  }
})();
if (!bash) {
  console.error("LEFT OUT: scripts of the operator's guide; they need bash and grep");
} else {
  Deno.test("scriptOf() hands variables on and keeps promises", async () => {
    const { code, text } = await run("X=1", "echo $X-it's\n# prints: 1-it's".replaceAll("'", ""));
    assert.deepEqual([code, text], [0, "block 0\nblock 1\n"]);
  });

  Deno.test("scriptOf() fails where a command fails or prints something else, and shows it", async () => {
    const failing = await run("echo before\nfalse\necho after");
    assert.deepEqual([failing.code, failing.text], [1, "block 0\nit printed:\nbefore\n"]);
    const broken = await run("echo this\n# prints: that", "echo never");
    assert.deepEqual([broken.code, broken.text], [
      1,
      "block 0\npromised: that\nit printed:\nthis\n",
    ]);
  });
}

Deno.test("every secret that the guide makes lies in the folder that git and the image leave out", async () => {
  const root = new URL("../../", import.meta.url);
  const read = async (path: string) => await Deno.readTextFile(new URL(path, root));
  const guide = await textOfOperatorsGuide();
  const makers = [
    /openssl rand [^>\n]*> (\S+)/g,
    /-keyout (\S+)/g,
    /openssl genpkey [^\n]*-out (\S+)/g,
    /(?:lists keygen|store identity) --out (\S+)/g,
    /token mint [^>\n|)]*> (\S+)/g,
  ];
  const made = makers.flatMap((maker) => [...guide.matchAll(maker)].map(([, path = ""]) => path));
  assert(made.length >= 7, `${made}`);
  assert.deepEqual(made.filter((path) => !path.startsWith("secrets/")), []);
  assert.match(await read(".gitignore"), /^\/secrets\/$/m);
  const image = await read(".dockerignore");
  assert.match(image, /^\*$/m);
  assert.doesNotMatch(image, /^!.*(?:secret|\*)/m);
});
