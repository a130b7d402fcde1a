/**
 * THE PUBLISHED SANDBOX KEY. IT PROTECTS NOTHING, SINCE EVERY READER OF THIS FILE HAS IT.
 *
 * 32 bytes ("published sandbox key, no secret") in base64, which wraps the data keys of a sandbox
 * without its own `AVAL_SECRET_KEY`, so that the first start needs no configuration. A live
 * deployment refuses to start with it.
 */
export const PUBLISHED_SANDBOX_KEY = "cHVibGlzaGVkIHNhbmRib3gga2V5LCBubyBzZWNyZXQ=";
