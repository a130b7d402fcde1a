/** Names of the synthetic list (`fixtures/lists/sandbox.json`), and their classes. */

/** A name on no list. */
export const CLEAR_NAME = "Hannelore Bistrupgaard";
/** A name one typing error from an entry: a possible match. */
export const POSSIBLE_NAME = "Viktor Sandbegov";
/** The name of an entry, exactly as listed. */
export const CONFIRMED_NAME = "Viktor Sandbergov";
/** A name one typing error from an entry of the list in tests of live: a possible match. */
export const POSSIBLE_LIVE_NAME = "Muhamad Zaydn";
/** The id of a decision that does not exist. */
export const UNKNOWN_ID = "01890a5d-ac96-774b-bcce-b302099a8057";
