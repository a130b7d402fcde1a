/** Names of the synthetic list (`fixtures/lists/sandbox.json`), by the result of a screening. */

/** On no list. */
export const CLEAR_NAME = "Hannelore Bistrupgaard";
/** A misspelt name of an entry, for a possible match. */
export const POSSIBLE_NAME = "Viktor Sandbegov";
/** An entry's name as listed. */
export const CONFIRMED_NAME = "Viktor Sandbergov";
/** The ID of a decision that does not exist. */
export const UNKNOWN_ID = "01890a5d-ac96-774b-bcce-b302099a8057";
