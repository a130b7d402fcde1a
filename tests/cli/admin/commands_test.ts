import assert from "node:assert/strict";
import { adminCommands } from "../../../cli/admin/commands.ts";
import { adminHelpOn } from "../../../cli/admin/help.ts";
import { findCommand } from "../../../cli/command/find_command.ts";

/** Options that a text names; a line that shows another program's call names none of ours. */
function optionsIn(text: string): readonly string[] {
  const lines = text.split("\n").filter((line) => !line.includes("deno run"));
  return [...new Set(lines.join("\n").match(/--[a-z][a-z-]*/g))];
}

/** The message by which a command refuses arguments; null: it takes them. */
function refusalOf(name: string, ...args: readonly string[]): string | null {
  const found = findCommand(adminCommands, [...name.split(" "), ...args]);
  assert(found.ok && found.value.command.name === name);
  const read = found.value.command.read(found.value.rest);
  return read.ok ? null : read.refusal.message;
}

Deno.test("adminCommands have names of their own, none of which begins another", () => {
  const names = adminCommands.map(({ name }) => name);
  assert.equal(names.length, 49);
  for (const name of names) {
    assert.match(name, /^[a-z-]+( [a-z-]+){1,2}$/);
    assert.deepEqual(names.filter((other) => `${other} `.startsWith(`${name} `)), [name]);
  }
});

Deno.test("adminCommands explain themselves: whole, by noun, and by verb", () => {
  const whole = adminHelpOn(["--help"]);
  for (const { name, usages, help } of adminCommands) {
    assert(help.trim().length > 20 && help.split("\n").every((line) => /^ {6}\S| {8}/.test(line)));
    const own = adminHelpOn([...name.split(" "), "--help"]);
    const head = `  admin ${[name, ...usages].join(" ")}\n`;
    assert(own.replace(/\n {10,}(?=[-[])/g, " ").includes(head), head);
    const shown = own.match(/^ {2}admin [a-z-]+( [a-z-]+)+/gm) ?? [];
    assert.deepEqual([shown.length, shown[0]?.startsWith(`  admin ${name}`)], [1, true]);
    for (const text of [whole, adminHelpOn([name.split(" ")[0]!])]) assert(text.includes(help));
    assert(own.split("\n").every((line) => line.length <= 100));
  }
});

Deno.test("adminCommands take every option that their help names, and no other", () => {
  for (const { name, usages, help } of adminCommands) {
    const options = optionsIn(`${usages.join(" ")}\n${help}`);
    for (const option of options) {
      assert.doesNotMatch(refusalOf(name, option) ?? "", /Unknown option/, `${name} ${option}`);
      assert.doesNotMatch(refusalOf(name, option, "x") ?? "", /Unknown option/);
    }
    // What takes its arguments as they are written refuses this as none of them.
    assert.match(
      refusalOf(name, "--no-such-option") ?? "",
      /Unknown option '--no-such-option'|takes what the key is for/,
      name,
    );
  }
});

Deno.test("adminCommands refuse one argument too many", () => {
  for (const { name, usages } of adminCommands) {
    const most = usages.filter((usage) => !usage.includes("--")).length;
    assert.match(
      refusalOf(name, ...Array.from({ length: most + 1 }, (_, n) => `x${n}`)) ?? "",
      new RegExp(`Unexpected argument "x${most}"|takes FROM and TO only`),
      name,
    );
  }
});
