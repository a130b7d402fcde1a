import assert from "node:assert/strict";
import { commandsNear, findCommand } from "../../../cli/command/find_command.ts";

const commands = ["token mint", "token list", "seal check", "seal credential put"]
  .map((name) => ({ name }));

Deno.test("findCommand() takes the words of a name, and leaves the arguments", () => {
  const found = findCommand(commands, ["seal", "credential", "put", "acme", "--person", "x"]);
  assert(found.ok);
  assert.equal(found.value.command.name, "seal credential put");
  assert.deepEqual(found.value.rest, ["acme", "--person", "x"]);
});

Deno.test("findCommand() names what can be done, or the words that name no command", () => {
  const cases = [
    { args: [], says: "Name a command: token mint, token list, seal check, seal credential put" },
    {
      args: ["tok"],
      says: "Name a command: token mint, token list, seal check, seal credential put",
    },
    { args: ["token"], says: "Name a command: token mint, token list" },
    { args: ["token", "melt", "x"], says: 'Unknown command "token melt"' },
    {
      args: ["token mint"],
      says: "Name a command: token mint, token list, seal check, seal credential put",
    },
    { args: ["seal", "credential"], says: "Name a command: seal credential put" },
    { args: ["seal", "credential", "get", "x"], says: 'Unknown command "seal credential get"' },
  ];
  for (const { args, says } of cases) {
    const found = findCommand(commands, args);
    assert.equal(found.ok ? null : found.refusal.message, says);
  }
});

Deno.test("commandsNear() narrows by noun and verb", () => {
  const near = (...args: readonly string[]) => commandsNear(commands, args).map(({ name }) => name);
  assert.deepEqual(near("seal", "--help"), ["seal check", "seal credential put"]);
  assert.deepEqual(near("token", "list", "--help"), ["token list"]);
  assert.equal(near("--help", "token").length, 4);
});
