import assert from "node:assert/strict";
import { adminCommands } from "../../cli/admin/commands.ts";
import { findCommand } from "../../cli/command/find_command.ts";
import { helpOn } from "../../cli/command/program.ts";
import type { CommandRecord } from "../../cli/command/record.ts";
import { listsCommands } from "../../cli/lists/commands.ts";
import { matchCommands } from "../../cli/match/commands.ts";
import { registersCommands } from "../../cli/registers/commands.ts";
import { tagPacksCommands } from "../../cli/tagpacks/commands.ts";
import { walletCommands } from "../../cli/wallet/commands.ts";

/** Every command record, by program. */
const programs: Readonly<Record<string, readonly CommandRecord<never>[]>> = {
  admin: adminCommands,
  lists: listsCommands,
  match: matchCommands,
  registers: registersCommands,
  tagpacks: tagPacksCommands,
  wallet: walletCommands,
};

const records = Object.entries(programs).flatMap(([program, commands]) =>
  commands.map((command) => ({ program, commands, command }))
);

/** The options named in a text, without lines that show another program's call. */
function optionsIn(text: string): readonly string[] {
  const lines = text.split("\n").filter((line) => !line.includes("deno run"));
  return [...new Set(lines.join("\n").match(/--[a-z][a-z-]*/g))];
}

/** The message by which a command refuses arguments; empty if it accepts them. */
function refusalOf({ name, read }: CommandRecord<never>, ...args: readonly string[]): string {
  const done = read(args);
  return done.ok ? "" : `${name}: ${done.refusal.message}`;
}

Deno.test("each command is found by its name, which no other begins with", () => {
  assert.deepEqual(records.length, 54 + 5 + 2 + 4 + 3 + 4);
  for (const { commands, command } of records) {
    assert.match(command.name, /^[a-z-]+( [a-z-]+){0,2}$/);
    const args = [...command.name.split(" "), "--x"];
    assert.deepEqual(findCommand(commands, args), { ok: true, value: { command, rest: ["--x"] } });
    const begun = commands.filter(({ name }) => `${name} `.startsWith(`${command.name} `));
    assert.deepEqual(begun, [command]);
  }
});

Deno.test("each command explains itself, whole and by its name alone", () => {
  for (const { program, commands, command: { name, usages, help } } of records) {
    assert(help.trim().length > 20, name);
    const about = { name: program, title: "title", commands, notes: "" };
    const own = helpOn(about, [...name.split(" "), "--help"]);
    const line = `  ${[program, name, ...usages].join(" ")}\n`;
    assert(own.replace(/\n {6,}(?=[-[])/g, " ").startsWith(`title\n\n${line}`), own);
    assert.equal(own.indexOf(help), own.length - help.length - 1);
    assert(own.split("\n").every((shown) => shown.length <= 100), name);
    assert(helpOn(about, ["--help"]).includes(own.slice("title\n\n".length)));
  }
});

Deno.test("each command takes the options that its help names, and no other", () => {
  for (const { command } of records) {
    for (const option of optionsIn(`${command.usages.join(" ")}\n${command.help}`)) {
      for (const args of [[option], [option, "x"]]) {
        assert.doesNotMatch(refusalOf(command, ...args), /Unknown option/);
      }
    }
    // What takes its arguments as they are written refuses this as none of them.
    assert.match(
      refusalOf(command, "--no-such-option"),
      /Unknown option '--no-such-option'|takes what the key is for/,
    );
  }
});

Deno.test("each command refuses one argument too many", () => {
  for (const { command } of records) {
    const most = command.usages.filter((usage) => !usage.includes("--")).length;
    if (command.usages.some((usage) => usage.endsWith("..."))) continue;
    const args = Array.from({ length: most + 1 }, (_, n) => `x${n}`);
    assert.match(refusalOf(command, ...args), new RegExp(`"x${most}"|takes .*[A-Z]|only options`));
  }
});
