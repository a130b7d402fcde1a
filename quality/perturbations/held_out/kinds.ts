import { bodiesAbroad } from "./bodies_abroad.ts";
import { cases } from "./cases.ts";
import { codePages } from "./code_pages.ts";
import { dumps } from "./dumps.ts";
import { endings } from "./endings.ts";
import { handles } from "./handles.ts";
import { japanese } from "./japanese.ts";
import type { HeldOutKind } from "./kind.ts";
import { payments } from "./payments.ts";
import { ships } from "./ships.ts";
import { shortened } from "./shortened.ts";
import { travel } from "./travel.ts";
import { typing } from "./typing.ts";

/** Every kind held out, in the order of the table. */
export const heldOutKinds: readonly HeldOutKind[] = [
  ...payments,
  ...travel,
  ...dumps,
  ...handles,
  ...codePages,
  ...typing,
  ...shortened,
  ...endings,
  ...cases,
  ...bodiesAbroad,
  ...ships,
  ...japanese,
];
