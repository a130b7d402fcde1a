/* @ts-self-types="./matcher.d.ts" */
import * as wasm from "./matcher_bg.wasm";
import { __wbg_set_wasm } from "./matcher_bg.js";

__wbg_set_wasm(wasm);
wasm.__wbindgen_start();
export {
    Builder, Core, engineVersion
} from "./matcher_bg.js";
