/** Every kind of record by its persisted name. */
import { PHASE, PROJECT } from "./kinds.ts";
import { TASK } from "./task-kind.ts";
import { type RecordKind } from "./record-kind.ts";

export const KINDS: Readonly<Record<string, RecordKind>> = Object.fromEntries(
  [PROJECT, PHASE, TASK].map((kind) => [kind.entity, kind as unknown as RecordKind]),
);
