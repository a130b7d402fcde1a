import assert from "node:assert/strict";
import { runAdmin } from "../../../support/admin.ts";
import { hashOf } from "../../../../core/audit/chain.ts";
import { folderOf } from "../../../support/folder.ts";
import { CLEAR_NAME } from "../../../support/names.ts";
import { seededRandom } from "../../../support/random.ts";
import { serviceInMemory } from "../../../support/service.ts";

async function call(location: string, ...args: readonly string[]) {
  return await runAdmin(location, args);
}

/** Runs the verifier as an auditor: without configuration of ours, with permission only to read. */
async function verifier(...args: readonly string[]) {
  const script = new URL("../../../../cli/verify_audit_export.ts", import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-config", "--no-prompt", "--allow-read", script, ...args],
  }).output();
  const text = new TextDecoder();
  return { code, says: `${text.decode(stdout)}${text.decode(stderr)}` };
}

/** Runs a test on a service's store with twelve entries of two clients, and the exports of it. */
async function withStore(
  run: (files: { readonly folder: string; readonly location: string }) => Promise<void>,
): Promise<void> {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const location = `${folder}/kv.sqlite3`;
  await using service = await serviceInMemory({ kv: location });
  for (let n = 0; n < 6; n++) {
    for (const client of ["acme", "globex"]) {
      await service.as(client).post("/v1/screen", { name: CLEAR_NAME });
    }
  }
  await service.auditEvents();
  await run({ folder, location });
}

Deno.test("admin audit checkpoint prints the signed note, and verify holds the chain to it", async () => {
  await withStore(async ({ folder, location }) => {
    const checkpoint = await call(location, "audit", "checkpoint");
    assert.equal(checkpoint.status, 0, checkpoint.err);
    assert.match(
      checkpoint.out,
      /^aval\/audit\/[0-9a-f]{16}\n12\n.{44}\nhead [0-9a-f]{64}\n\n\u2014 /,
    );
    assert.equal((await call(location, "audit", "checkpoint")).out, checkpoint.out);
    const key = /Verifier key: (\S+)/.exec(checkpoint.err)?.[1] ?? "";
    await Deno.writeTextFile(`${folder}/kept`, checkpoint.out);
    for (const args of [[], ["--key", key], ["--checkpoint", `${folder}/kept`]]) {
      const { status, out, err } = await call(location, "audit", "verify", ...args);
      assert.equal(status, 0, err);
      assert.match(
        out,
        /^entries 12\n.*\npending 0\ncheckpoints 1\nsigned 12\nindexed 12\nsealed 12\nunsigned 0\noverdue 0\ngaps 0\nunproved 0\nverdict holds\n$/,
      );
    }
    const forged = checkpoint.out.replace("\n12\n", "\n13\n");
    await Deno.writeTextFile(`${folder}/kept`, forged);
    const refused = await call(location, "audit", "verify", "--checkpoint", `${folder}/kept`);
    assert.equal(refused.status, 1);
    assert.match(refused.err, /does not hold: checkpoint 0, checkpoint_signature/);
    assert.equal(refused.out, "verdict broken: checkpoint 0, checkpoint_signature\n");
  });
});

Deno.test("admin audit export and the API's export are verified by the standalone verifier", async () => {
  await withStore(async ({ folder, location }) => {
    const file = `${folder}/all.jsonl`;
    const all = await call(location, "audit", "export", "--out", file);
    assert.equal(all.status, 0, all.err);
    const { err: keyLine } = await call(location, "audit", "checkpoint");
    const key = /Verifier key: (\S+)/.exec(keyLine)?.[1] ?? "";
    const good = await verifier(file, "--key", key);
    assert.deepEqual(good, {
      code: 0,
      says: "12 entries are proven by a checkpoint of 12\n",
    });
    const one = await call(location, "audit", "export", "--client", "acme", "--out", "-");
    assert(!one.out.includes("globex"));
    await Deno.writeTextFile(`${folder}/one.jsonl`, one.out);
    const own = await verifier(`${folder}/one.jsonl`);
    assert.equal(own.code, 0, own.says);
    assert.match(own.says, /^6 entries .* 12, of acme\nCompare its key/);
    await using service = await serviceInMemory({ kv: location });
    const { text } = await service.as("acme").get("/v1/screen/gdpr/export");
    await Deno.writeTextFile(`${folder}/api.json`, text);
    const api = await verifier(`${folder}/api.json`, "--key", key);
    assert.equal(api.code, 0, api.says);
    await Deno.writeTextFile(`${folder}/api.json`, JSON.stringify(JSON.parse(text)) + "\n");
    assert.equal((await verifier(`${folder}/api.json`)).code, 0);
  });
});

Deno.test("the standalone verifier refuses every tampered export", async (t) => {
  await withStore(async ({ folder, location }) => {
    const older = await call(location, "audit", "export", "--out", "-");
    const olderKey = /"verifierKey":"([^"]+)"/.exec(older.out)?.[1] ?? "";
    const foreign = JSON.parse(older.out.split("\n")[2] ?? "");
    assert.equal(foreign.event.clientId, "globex");
    {
      await using service = await serviceInMemory({ kv: location });
      await service.as("acme").post("/v1/screen", { name: CLEAR_NAME });
      await service.auditEvents();
    }
    const { out } = await call(location, "audit", "export", "--out", "-");
    const own = (await call(location, "audit", "export", "--client", "acme", "--out", "-")).out;
    const kept = await call(location, "audit", "checkpoint");
    await Deno.writeTextFile(`${folder}/kept`, kept.out);
    // deno-lint-ignore no-explicit-any -- what an attacker makes of a line has any shape
    type Line = any;
    const edited = (text: string, edit: (lines: Line[]) => void) => {
      const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
      edit(lines);
      return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    };
    const counted = (lines: Line[]) => {
      lines.at(-1).entries = lines.length - 2;
    };
    const cases: readonly {
      readonly why: string;
      readonly text: string;
      readonly args?: readonly string[];
      readonly says: RegExp;
      /** Exit status: 1 if verification fails, 2 for wrong usage. */
      readonly exits?: number;
    }[] = [
      {
        why: "a changed member",
        text: edited(out, (lines) => void (lines[4].id = "x")),
        says: /entry 4 differs from the hashed entry/,
      },
      {
        why: "a changed and hashed entry",
        text: edited(out, (lines) => {
          const { hash: _hash, proof, ...entry } = { ...lines[4], id: "x" };
          lines[4] = { ...entry, hash: hashOf(entry), proof };
        }),
        says: /entry 4 is not proven/,
      },
      {
        why: "an equal looking text of other bytes",
        text: edited(out, (lines) => void (lines[4].event.clientId += "\u200b")),
        says: /entry 4 differs from the hashed entry/,
      },
      {
        why: "the last entry dropped",
        text: edited(out, (lines) => {
          lines.splice(-2, 1);
          counted(lines);
        }),
        says: /entries are missing/,
      },
      {
        why: "the end cut off",
        text: out.split("\n").slice(0, -2).join("\n") + "\n",
        says: /entries are missing/,
      },
      { why: "cut off in a line", text: out.slice(0, -30), says: /does not hold/ },
      {
        why: "one dropped in the middle",
        text: edited(out, (lines) => {
          lines.splice(5, 1);
          counted(lines);
        }),
        says: /entry 6 is out of order/,
      },
      {
        why: "two swapped",
        text: edited(out, (lines) => void ([lines[3], lines[4]] = [lines[4], lines[3]])),
        says: /entry 4 is out of order/,
      },
      {
        why: "one doubled",
        text: edited(out, (lines) => {
          lines.splice(4, 0, lines[4]);
          counted(lines);
        }),
        says: /entry 4 is out of order/,
      },
      {
        why: "one put in after the end",
        text: edited(out, (lines) => {
          lines.splice(-1, 0, { ...lines.at(-2), seq: 14 });
          counted(lines);
        }),
        says: /entry 14 does not follow/,
      },
      {
        why: "an entry of another client in a client's export",
        text: edited(own, (lines) => {
          lines.splice(2, 0, foreign);
          counted(lines);
        }),
        says: /entry 2 is of another client/,
      },
      {
        why: "a proof of another entry",
        text: edited(own, (lines) => void (lines[2].proof = lines[3].proof)),
        says: /entry 3 is not proven/,
      },
      {
        why: "no proof",
        text: edited(own, (lines) => void (lines[2].proof = [])),
        says: /entry 3 is not proven/,
      },
      {
        why: "one changed and taken off the chain",
        text: edited(own, (lines) => void Object.assign(lines.at(-2), { seq: null, id: "x" })),
        says: /the last 1 of 7 entries are younger than the checkpoint and unproven/,
      },
      {
        why: "one that waits for the chain before others",
        text: edited(own, (lines) => void (lines[2].seq = null)),
        says: /entry 5 is out of order/,
      },
      {
        why: "every entry dropped",
        text: edited(own, (lines) => {
          lines.splice(1, 7);
          counted(lines);
        }),
        says: /it has no entry/,
      },
      {
        why: "another position",
        text: edited(own, (lines) => void (lines[3].seq = 6)),
        says: /entry 6 differs from the hashed entry/,
      },
      {
        why: "a changed checkpoint",
        text: edited(
          out,
          (lines) =>
            void (lines[0].checkpoint.note = lines[0].checkpoint.note.replace("\n13\n", "\n12\n")),
        ),
        says: /the checkpoint differs from the signed one/,
      },
      {
        why: "a checkpoint without its signature",
        text: edited(
          out,
          (lines) => void (lines[0].checkpoint.note = lines[0].checkpoint.note.split("\u2014")[0]),
        ),
        says: /not signed by the key/,
      },
      {
        why: "the old checkpoint with the new entries",
        text: edited(out, (lines) => {
          lines[0] = JSON.parse(older.out.split("\n")[0] ?? "");
        }),
        says: /entry 1 is not proven/,
      },
      {
        why: "a log set back behind a checkpoint that was kept",
        text: older.out,
        args: ["--since", `${folder}/kept`],
        says: /the log was set back/,
      },
      {
        why: "another key than the operator's",
        text: out,
        args: ["--key", olderKey.replace(/\+[0-9a-f]{8}\+/, "+00000000+")],
        says: /Nothing was verified: .* is not a verifier key/,
        exits: 2,
      },
      {
        why: "a member before the one of its name that was hashed",
        text: out.replace(/"classification":"CLEAR"/, '"classification":"CONFIRMED_MATCH",$&'),
        says: /a member is repeated/,
      },
      {
        why: "a number that JSON cannot hold",
        text: out.replace(/"mode":"sandbox"/, '"mode":1e999'),
        says: /a member is repeated, or its JSON is not/,
      },
      {
        why: "a second list of entries in the header",
        text: edited(own, (lines) => void (lines[0].auditEntries = [lines[1]])),
        says: /does not hold/,
      },
      {
        why: "a header that does not say whose entries they are",
        text: edited(out, (lines) => {
          delete lines[0].clientId;
          lines.splice(1, 3);
          counted(lines);
        }),
        says: /the header is malformed/,
      },
      {
        why: "no checkpoint",
        text: edited(out, (lines) => void (lines[0].checkpoint = null)),
        says: /the export has no checkpoint/,
      },
      {
        why: "a checkpoint with a signed text behind a forged one",
        text: edited(out, (lines) => {
          const { checkpoint } = lines[0];
          checkpoint.note = `${checkpoint.note.replace("\n13\n", "\n14\n")}\n${checkpoint.note}`;
        }),
        says: /the checkpoint differs from the signed one/,
      },
      {
        why: "an option that there is none of",
        text: out,
        args: ["--keys", olderKey],
        says: /Nothing was verified: Unknown option/,
        exits: 2,
      },
      {
        why: "a key that was forgotten",
        text: out,
        args: ["--key"],
        says: /Nothing was verified: .*argument missing/,
        exits: 2,
      },
      {
        why: "a checkpoint that is not there",
        text: out,
        args: ["--since", `${folder}/none`],
        says: /Nothing was verified/,
        exits: 2,
      },
      { why: "nothing", text: "", says: /does not hold/ },
    ];
    for (const { why, text, args = [], says, exits = 1 } of cases) {
      await t.step(why, async () => {
        await Deno.writeTextFile(`${folder}/bad`, text);
        const { code, says: said } = await verifier(`${folder}/bad`, ...args);
        assert.equal(code, exits, said);
        assert.match(said, says);
      });
    }
  });
});

Deno.test("admin audit checkpoint and export refuse a wrong secret, and an empty chain", async () => {
  await using temporary = await folderOf({});
  const folder = temporary.path;
  const location = `${folder}/kv.sqlite3`;
  await using _service = await serviceInMemory({ kv: location });
  const empty = await call(location, "audit", "checkpoint");
  assert.equal(empty.status, 1);
  assert.match(empty.err, /has no entry yet/);
  const { status, err } = await runAdmin(
    location,
    ["audit", "export", "--out", `${folder}/out`],
    {
      variables: { AVAL_SECRET_KEY: seededRandom(7).bytes(32).toBase64() },
    },
  );
  assert.equal(status, 1);
  assert.match(err, /AVAL_SECRET_KEY is not the secret/);
  await assert.rejects(Deno.stat(`${folder}/out`));
});

Deno.test("processes that sign one chain at once sign it once", async () => {
  await withStore(async ({ location }) => {
    const script = new URL("../../../../cli/admin.ts", import.meta.url).pathname;
    const sign = async () => {
      const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--cached-only", "--no-prompt", "--allow-all", script, "audit", "checkpoint"],
        env: { AVAL_KV: location },
      }).output();
      assert(success, new TextDecoder().decode(stderr));
      return new TextDecoder().decode(stdout);
    };
    const notes = await Promise.all([sign(), sign(), sign()]);
    assert.equal(new Set(notes).size, 1);
    // Months have passed by the clock of the processes: one of them says so, before it signs.
    const { out } = await call(location, "audit", "verify");
    assert.match(
      out,
      /checkpoints 1\nsigned 13\nindexed 12\n[^]*gaps 1\nunproved 12\ngap 1 12 outage\nverdict holds, but: 12 entries unproved\n$/,
    );
  });
});
