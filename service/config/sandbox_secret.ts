/**
 * THE PUBLISHED SANDBOX KEY. IT PROTECTS NOTHING: ALL READERS OF THIS FILE HAVE IT.
 *
 * 32 bytes ("published sandbox key, no secret") in base64, under which a sandbox without an `AVAL_SECRET_KEY` of its own keeps its data
 * keys, so that the first start needs no configuration. A live deployment refuses to start with it.
 */
export const PUBLISHED_SANDBOX_KEY = "cHVibGlzaGVkIHNhbmRib3gga2V5LCBubyBzZWNyZXQ=";
