import assert from "node:assert/strict";
import { z } from "zod";
import { ok } from "../../../base/result.ts";
import { usage } from "../../../cli/command/command.ts";
import {
  argument,
  by,
  defaulted,
  flag,
  lastOf,
  needed,
  optional,
  repeated,
  restOfArguments,
} from "../../../cli/command/parameter.ts";
import { command, takes } from "../../../cli/command/record.ts";
import { usageLines } from "../../../cli/command/usage_lines.ts";

const count = by(z.stringFormat("digits", /^\d+$/), "a number is needed");

const all = takes({
  id: argument("ID", ok, "An ID is needed"),
  from: needed("--from DIR", ok, "--from FOLDER"),
  to: optional("--to DIR"),
  size: defaulted("--size N", "7", count),
  only: repeated("--only KIND", count),
  json: flag("--json"),
});

Deno.test("takes() reads arguments and options into one record, by their names", () => {
  assert.deepEqual(all.read(["a", "--from", "b"]), {
    ok: true,
    value: { id: "a", from: "b", to: null, size: "7", only: [], json: false },
  });
  const given = ["--json", "--only", "1", "--from=b", "--size", "8", "a", "--to", "c", "--only=2"];
  assert.deepEqual(all.read([...given, "--json"]), {
    ok: true,
    value: { id: "a", from: "b", to: "c", size: "8", only: ["1", "2"], json: true },
  });
});

Deno.test("takes() refuses unknown options first, then arguments, then values in their order", () => {
  const cases = [
    { args: ["--form", "b", "c", "d"], says: "Unknown option '--form'" },
    { args: ["a", "b"], says: 'Unexpected argument "b"' },
    { args: [], says: "An ID is needed" },
    { args: ["a"], says: "--from FOLDER is needed, once" },
    { args: ["a", "--from", "b", "--to", "c", "--to", "d"], says: "--to is given once" },
    { args: ["a", "--from", "b", "--size", "x"], says: "a number is needed" },
    { args: ["a", "--from", "b", "--only", "1", "--only", "x"], says: "a number is needed" },
  ];
  for (const { args, says } of cases) {
    const read = all.read(args);
    assert.equal(read.ok ? null : read.refusal.message, says);
  }
});

Deno.test("lastOf() takes the last value of an option that is given again", () => {
  const last = takes({ name: lastOf(optional("--name NAME")) });
  assert.deepEqual(last.read(["--name", "a", "--name", "b"]), { ok: true, value: { name: "b" } });
  assert.deepEqual(last.read([]), { ok: true, value: { name: null } });
});

Deno.test("takes() hands the values on to what accepts them together", () => {
  const either = takes(
    { a: flag("--a"), b: flag("--b") },
    ({ a, b }) => a === b ? usage("--a or --b is needed") : ok(a ? "a" : "b"),
  );
  assert.deepEqual(either.read(["--b"]), { ok: true, value: "b" });
  assert.equal(either.read(["--b", "--a"]).ok, false);
});

Deno.test("takes() reads every argument, or those that begin with a dash, where it says so", () => {
  const paths = takes({ paths: restOfArguments("PATH", "A PATH is needed") });
  assert.deepEqual(paths.read(["a", "b", "c"]), { ok: true, value: { paths: ["a", "b", "c"] } });
  assert.equal(paths.read([]).ok, false);
  const verbatim = takes({ id: argument("ID", ok) }, null, { verbatim: true });
  assert.deepEqual(verbatim.read(["-x"]), { ok: true, value: { id: "-x" } });
});

Deno.test("command() runs its operation with what was read", async () => {
  const ran: unknown[] = [];
  const { read } = command({
    name: "show",
    arguments: takes({ id: argument("ID", ok) }),
    help: "\n      shows it",
    run: (asked, tools: { readonly out: string }) => {
      ran.push(asked, tools.out);
      return ok(null);
    },
  });
  const act = read(["a"]);
  assert(act.ok);
  assert.deepEqual([await act.value({ out: "x" }), ran], [ok(null), [{ id: "a" }, "x"]]);
});

Deno.test("usageLines() breaks a long line below its parameters", () => {
  assert.equal(usageLines("show", ["ID", "[--json]"]), "  show ID [--json]\n");
  const long = "x".repeat(60);
  assert.equal(usageLines("show", [long, long]), `  show ${long}\n       ${long}\n`);
});
