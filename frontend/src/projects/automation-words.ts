/** Rules in sentences. Pure. */
import type { Phase } from "../../../src/projects/api/projects.ts";
import type { AutomationAction, AutomationEvent, Tag } from "../../../src/projects/api/projects-records.ts";
import type { QueryFilter } from "../../../src/projects/api/projects-query.ts";
import { clipped } from "../components/text-pieces.ts";
import { count, sentenceList } from "../components/words.ts";
import { PRIORITY_WORDS, STATUS_WORDS } from "./task-words.ts";

export const EVENT_WORDS: Readonly<Record<AutomationEvent, string>> = {
  "task.created": "a task is created",
  "task.status_changed": "a task’s status changes",
  "task.assigned": "a task is assigned",
  "task.updated": "a task changes",
  "comment.created": "someone comments",
  "form.submitted": "a form is filled in",
};

export interface RuleNames {
  readonly nameOf: (id: string) => string;
  readonly tags: readonly Tag[];
  readonly phases: readonly Phase[];
}

export function actionWords(action: AutomationAction, { nameOf, tags, phases }: RuleNames): string {
  switch (action.type) {
    case "set_status":
      return `move it to ${STATUS_WORDS[action.status]}`;
    case "set_priority":
      return `set ${PRIORITY_WORDS[action.priority].toLowerCase()} priority`;
    case "set_phase":
      return action.phaseId === null
        ? "take it out of its phase"
        : `move it to the phase ${phases.find(({ id }) => id === action.phaseId)?.name ?? "that was removed"}`;
    case "set_due":
      return action.inDays === 0 ? "make it due today" : `make it due in ${count(action.inDays, "day")}`;
    case "assign":
      return `assign ${nameOf(action.userId)}`;
    case "add_tag":
      return `add the tag ${tags.find(({ id }) => id === action.tagId)?.name ?? "that was removed"}`;
    case "comment":
      return `comment “${clipped(action.body, 60)}”`;
    case "add_subtask":
      return `add the subtask “${clipped(action.title, 60)}”`;
    case "notify":
      return `tell ${nameOf(action.userId)} “${clipped(action.words, 60)}”`;
  }
}

/** Conditions that the form can show: comparisons of status and priority, all of which must hold. */
export interface PlainConditions {
  readonly status: string | null;
  readonly priority: string | null;
}

/** Null if the conditions are more than a form can show. */
export function plainConditions(filter: QueryFilter | null): PlainConditions | null {
  if (filter === null) return { status: null, priority: null };
  const parts = "and" in filter ? filter.and : [filter];
  let found: PlainConditions = { status: null, priority: null };
  for (const part of parts) {
    if (!("column" in part) || part.op !== "eq" || typeof part.value !== "string") return null;
    if (part.column !== "status" && part.column !== "priority") return null;
    found = { ...found, [part.column]: part.value };
  }
  return found;
}

export function filterOfConditions({ status, priority }: PlainConditions): QueryFilter | null {
  const parts: QueryFilter[] = [
    ...(status === null ? [] : [{ column: "status", op: "eq" as const, value: status }]),
    ...(priority === null ? [] : [{ column: "priority", op: "eq" as const, value: priority }]),
  ];
  if (parts.length === 0) return null;
  return parts.length === 1 ? (parts[0] ?? null) : { and: parts };
}

/** `When a task’s status changes and it’s Done: tell Dana “…”.` */
export function ruleSentence(
  {
    event,
    conditions,
    actions,
  }: {
    readonly event: AutomationEvent;
    readonly conditions: QueryFilter | null;
    readonly actions: readonly AutomationAction[];
  },
  names: RuleNames,
): string {
  const plain = plainConditions(conditions);
  const states =
    plain === null
      ? " and its conditions hold"
      : [
          plain.status === null
            ? ""
            : ` and it’s ${STATUS_WORDS[plain.status as keyof typeof STATUS_WORDS] ?? plain.status}`,
          plain.priority === null
            ? ""
            : ` and it has ${(PRIORITY_WORDS[plain.priority as keyof typeof PRIORITY_WORDS] ?? plain.priority).toLowerCase()} priority`,
        ].join("");
  return `When ${EVENT_WORDS[event]}${states}: ${sentenceList(actions.map((action) => actionWords(action, names)))}.`;
}
