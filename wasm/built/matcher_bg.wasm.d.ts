/* tslint:disable */
/* eslint-disable */
export const memory: WebAssembly.Memory;
export const __wbg_builder_free: (a: number, b: number) => void;
export const __wbg_core_free: (a: number, b: number) => void;
export const builder_add: (a: number, b: number, c: number, d: number) => void;
export const builder_addAddresses: (a: number, b: number, c: number, d: number) => void;
export const builder_finish: (a: number, b: number, c: number, d: number) => void;
export const builder_new: () => number;
export const core_compare: (a: number, b: number, c: number, d: number) => void;
export const core_examine: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => void;
export const core_lists: (a: number, b: number, c: number) => void;
export const core_load: (a: number, b: number, c: number, d: number) => void;
export const core_match: (a: number, b: number, c: number, d: number, e: number) => void;
export const core_new: (a: number, b: number, c: number) => void;
export const core_reaches: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => void;
export const core_unload: (a: number, b: number, c: number) => void;
export const engineVersion: (a: number) => void;
export const __wbindgen_externrefs: WebAssembly.Table;
export const __wbindgen_add_to_stack_pointer: (a: number) => number;
export const __wbindgen_export: (a: number, b: number) => number;
export const __wbindgen_export2: (a: number, b: number, c: number, d: number) => number;
export const __wbindgen_export3: (a: number, b: number, c: number) => void;
export const __wbindgen_export4: (a: number) => void;
export const __wbindgen_start: () => void;
