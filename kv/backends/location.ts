import type { PostgresAddress } from "./postgres/address.ts";

/** Where a store is, with what opens it there; `service/config/store_location.ts` reads it. */
export type StoreLocation =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "memory" }
  /** The store that Deno Deploy provides. */
  | { readonly kind: "platform" }
  /** A KV Connect server: Deno Deploy's from outside, or denokv. */
  | { readonly kind: "kv_connect"; readonly url: string; readonly accessToken: string }
  | { readonly kind: "postgres"; readonly address: PostgresAddress };
