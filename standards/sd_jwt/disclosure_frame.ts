/**
 * Which members of a payload are selectively disclosable (RFC 9901; the shape is that of the sd-jwt-js
 * library): `_sd` names members of this level, `_sd_decoy` adds so many decoy digests to it, and every
 * other member is the frame of the object or of the array of that name. In the frame of an array,
 * `_sd` and the members are indexes.
 */
export interface DisclosureFrame {
  readonly _sd?: readonly (string | number)[];
  readonly _sd_decoy?: number;
  readonly [member: string]: DisclosureFrame | readonly (string | number)[] | number | undefined;
}
