/** Names of the synthetic list (`fixtures/lists/sandbox.json`) and what they come to. */

/** On no list. */
export const CLEAR_NAME = "Hannelore Bistrupgaard";
/** A slip of the pen away from an entry: a person must decide. */
export const POSSIBLE_NAME = "Viktor Sandbegov";
/** An entry as listed. */
export const CONFIRMED_NAME = "Viktor Sandbergov";
/** A slip of the pen away from an entry of the list that tests of live have: a person must decide. */
export const POSSIBLE_LIVE_NAME = "Muhamad Zaydn";
/** A decision that was never made. */
export const UNKNOWN_ID = "01890a5d-ac96-774b-bcce-b302099a8057";
