/** One code block of the guide. */
export interface Block {
  /** The heading above it. */
  readonly section: string;
  /** Line of the guide at which it begins. */
  readonly line: number;
  readonly commands: string;
  /** The guide's reason why this machine cannot run it; null if it can. */
  readonly notHere: string | null;
}

/** Commands with the text that they must print; null without one. */
export interface Step {
  readonly commands: string;
  readonly promise: string | null;
}

const fence = "```";

/**
 * The code blocks of a Markdown text in a language, in order. `<!-- not here: REASON -->` before a
 * block marks it as not runnable here.
 */
export function blocksOf(markdown: string, language = "sh"): readonly Block[] {
  const blocks: Block[] = [];
  let section = "";
  let notHere: string | null = null;
  let open: { readonly line: number; readonly isAsked: boolean; readonly lines: string[] } | null =
    null;
  for (const [index, line] of markdown.split("\n").entries()) {
    if (open === null) {
      section = /^#+ (.+)/.exec(line)?.[1] ?? section;
      notHere = /^<!-- not here: (.+) -->$/.exec(line)?.[1] ?? notHere;
      if (line.startsWith(fence)) {
        open = { line: index + 1, isAsked: line === `${fence}${language}`, lines: [] };
      }
    } else if (line === fence) {
      if (open.isAsked) {
        blocks.push({ section, line: open.line, commands: open.lines.join("\n"), notHere });
      }
      open = null;
      notHere = null;
    } else open.lines.push(line);
  }
  return blocks;
}

/** The steps of a block: each `# prints: TEXT` ends one, whose output must contain the text. */
export function stepsOf(commands: string): readonly Step[] {
  const steps: Step[] = [];
  let lines: string[] = [];
  for (const line of commands.split("\n")) {
    const promise = /^# prints: (.+)$/.exec(line)?.[1];
    if (promise === undefined) lines.push(line);
    else {
      steps.push({ commands: lines.join("\n"), promise });
      lines = [];
    }
  }
  if (lines.some((line) => line.trim() !== "")) {
    steps.push({ commands: lines.join("\n"), promise: null });
  }
  return steps;
}
