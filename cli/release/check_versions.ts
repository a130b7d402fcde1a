/** Files that state a version, by path. */
export const versionFiles = [
  "CHANGELOG.md",
  "core/health/check_health.ts",
  "deno.json",
  "docs/sdk.md",
  "examples/shop/deno.lock",
  "routes/openapi/openapi_document.ts",
  "sdk/README.md",
  "sdk/package.json",
  "wasm/Cargo.lock",
  "wasm/Cargo.toml",
  "wasm/matcher/src/snapshot/format.rs",
] as const;

/** The versions of a release, as its files state them. */
export interface Versions {
  /** Version of the service and of its client. */
  readonly service: string;
  /** `info.version` of the OpenAPI document, which the specification fixes. */
  readonly api: string;
  /** Version of the matching engine. */
  readonly engine: string;
  /** Version of the form of list snapshots. */
  readonly lists: string;
  /** Faults that prevent a release, without a full stop; empty for a valid release. */
  readonly faults: readonly string[];
  /** Whether the changelog has entries without a version. */
  readonly unreleased: boolean;
}

const apiVersion = "0.1.0";

/**
 * Reads the versions of a checkout and compares them: manifest, changelog, client, example, OpenAPI
 * document, engine and form of snapshots. The changelog names a new engine as `Matching engine X.Y.Z`
 * and a new form of snapshots as `Snapshots of lists are of version N`.
 *
 * @param files the text of each of {@link versionFiles}
 */
export function checkVersions(files: ReadonlyMap<string, string>): Versions {
  const text = (path: (typeof versionFiles)[number]) => files.get(path) ?? "";
  const found = (path: (typeof versionFiles)[number], pattern: RegExp) =>
    pattern.exec(text(path))?.[1] ?? "none";
  const sections = text("CHANGELOG.md").split(/^## /m).slice(1);
  const [unreleased = "", newest = ""] = sections;
  const service = found("deno.json", /^ {2}"version": "(.+)",$/m);
  const engine = found("wasm/Cargo.toml", /^version = "(.+)"$/m);
  const lists = found("wasm/matcher/src/snapshot/format.rs", /^pub const VERSION: u32 = (\d+);$/m);
  const api = found("routes/openapi/openapi_document.ts", /^ +version: "(.+)",$/m);
  const changelog = text("CHANGELOG.md").replaceAll(/\s+/g, " ");
  const stated: readonly (readonly [string, string, string])[] = [
    ["CHANGELOG.md: the newest version", /^\S+/.exec(newest)?.[0] ?? "none", service],
    [
      "core/health/check_health.ts",
      found("core/health/check_health.ts", /example: "(.+?)"/),
      service,
    ],
    ["sdk/package.json", found("sdk/package.json", /"version": "(.+)"/), service],
    ["sdk/README.md", found("sdk/README.md", /aval-client-([\d.]+)\.tgz/), service],
    ["docs/sdk.md", found("docs/sdk.md", /aval-client-([\d.]+)\.tgz/), service],
    [
      "examples/shop/deno.lock",
      found("examples/shop/deno.lock", /@aval\/client@([\d.]+)/),
      service,
    ],
    ["routes/openapi/openapi_document.ts: info.version", api, apiVersion],
    ["wasm/Cargo.lock", found("wasm/Cargo.lock", /name = "matcher"\nversion = "(.+)"/), engine],
    [
      "CHANGELOG.md: the newest engine",
      highest(changelog, /Matching engine (\d[\d.]*\d)/g),
      engine,
    ],
    [
      "CHANGELOG.md: the newest form of snapshots",
      highest(changelog, /Snapshots of lists are of version (\d+)/g),
      lists,
    ],
  ];
  return {
    service,
    api,
    engine,
    lists,
    faults: [
      ...stated.flatMap(([where, is, must]) =>
        is === must ? [] : [`${where} is ${is}, not ${must}`]
      ),
      ...orderFaults(sections),
    ],
    unreleased: unreleased.replace(/^Unreleased\s*/, "") !== "",
  };
}

/** Faults of the changelog's headings: "Unreleased", then versions and dates that fall. */
function orderFaults([first = "", ...versions]: readonly string[]): readonly string[] {
  const faults = /^Unreleased\n/.test(first) ? [] : ["CHANGELOG.md does not begin with Unreleased"];
  let before: readonly [string, string] | null = null;
  for (const section of versions) {
    const heading = section.split("\n")[0] ?? "";
    const [, version, date] = /^(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
    if (version === undefined || date === undefined) {
      faults.push(`CHANGELOG.md: "${heading}" is not VERSION - YYYY-MM-DD`);
      continue;
    }
    if (before !== null && (compare(before[0], version) <= 0 || before[1] < date)) {
      faults.push(`CHANGELOG.md: ${version} of ${date} is not before ${before[0]} of ${before[1]}`);
    }
    before = [version, date];
  }
  return faults;
}

function highest(text: string, pattern: RegExp): string {
  return [...text.matchAll(pattern)].map(([, version = ""]) => version).toSorted(compare).at(-1) ??
    "none";
}

function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number));
  const at = a!.findIndex((part, index) => part !== b![index]);
  return at < 0 ? 0 : a![at]! - (b![at] ?? 0);
}
