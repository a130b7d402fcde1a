/** What a location names. Schemes of URLs are read in any case (RFC 3986 §3.1). */
export type LocationKind = "file" | "memory" | "kv_connect" | "postgres";

/** What a location of a store names: `:memory:`, a URL, and all else is a file of this machine. */
export function kindOf(location: string): LocationKind {
  if (location === ":memory:") return "memory";
  if (/^https?:\/\//i.test(location)) return "kv_connect";
  return /^postgres(?:ql)?:\/\//i.test(location) ? "postgres" : "file";
}
