import type { PostgresAddress } from "./postgres/address.ts";

/**
 * The location of a store, with the data to open it; parsed by `service/config/store_location.ts`.
 */
export type StoreLocation =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "memory" }
  /** The store that Deno Deploy provides. */
  | { readonly kind: "platform" }
  /** A KV Connect server: Deno Deploy's from outside, or denokv. */
  | { readonly kind: "kv_connect"; readonly url: string; readonly accessToken: string }
  | { readonly kind: "postgres"; readonly address: PostgresAddress };
