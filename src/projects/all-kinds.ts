/** All kinds of records, by persisted name. */
import { PHASE, PROJECT } from "./kinds.ts";
import {
  AUTOMATION,
  CHECKLIST_ITEM,
  COMMENT,
  CUSTOM_FIELD,
  DOCUMENT,
  FORM,
  GOAL,
  RATE,
  REMINDER,
  TAG,
  VIEW,
} from "./more-kinds.ts";
import type { RecordKind } from "./record-kind.ts";
import { TASK } from "./task-kind.ts";

export const KINDS: Readonly<Record<string, RecordKind>> = Object.fromEntries(
  [
    PROJECT,
    PHASE,
    TASK,
    COMMENT,
    CHECKLIST_ITEM,
    TAG,
    CUSTOM_FIELD,
    GOAL,
    FORM,
    AUTOMATION,
    VIEW,
    RATE,
    DOCUMENT,
    REMINDER,
  ].map((kind) => [kind.entity, kind as unknown as RecordKind]),
);
