import { openDenoKv } from "../../../kv/backends/deno_kv.ts";
import { embeddedGroups, groupCommits } from "../../../kv/store/group_commits.ts";
import { namedDenokv, openPart, removePart, sayLeftOut } from "../../support/denokv.ts";
import { conformance } from "../backends/conformance.ts";

conformance({
  name: "Deno KV in memory",
  lasting: false,
  prepare: () =>
    Promise.resolve({
      address: null,
      open: () => openDenoKv({ kind: "memory" }),
      remove: () => Promise.resolve(),
    }),
});

for (const grouped of [false, true]) {
  conformance({
    name: grouped ? "Deno KV in a file, grouped" : "Deno KV in a file",
    lasting: true,
    prepare: async () => {
      const folder = await Deno.makeTempDir();
      const location = `${folder}/kv.sqlite3`;
      return {
        address: { location },
        open: async () => {
          const backend = await openDenoKv({ kind: "file", path: location });
          return grouped ? groupCommits(backend, embeddedGroups) : backend;
        },
        remove: () => Deno.remove(folder, { recursive: true }),
      };
    },
  });
}

sayLeftOut("the conformance suite");
if (namedDenokv !== null) {
  const server = namedDenokv;
  conformance({
    name: "denokv",
    lasting: true,
    prepare: () => {
      const part = crypto.randomUUID();
      return Promise.resolve({
        address: { location: server.url, accessToken: server.accessToken, part },
        open: () => openPart(server, part),
        remove: () => removePart(server, part),
      });
    },
  });
}
