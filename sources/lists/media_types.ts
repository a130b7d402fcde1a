/** Media types of hosts that do not state the type of a file. */
const unspecified = ["application/octet-stream", "binary/octet-stream"];

/** Media types with which publishers serve each kind of file. */
export const mediaTypes = {
  xml: ["application/xml", "text/xml", ...unspecified],
  tabSeparated: ["text/plain", "text/tab-separated-values", ...unspecified],
  yaml: [
    "text/yaml",
    "text/x-yaml",
    "application/yaml",
    "application/x-yaml",
    "text/plain",
    ...unspecified,
  ],
  json: [
    "application/json",
    "application/json+ftm",
    "application/x-ndjson",
    "text/plain",
    ...unspecified,
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** 1,048,576 bytes. */
export const mebibyte = 1024 * 1024;
