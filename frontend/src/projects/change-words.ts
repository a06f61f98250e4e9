/** Changes of records in sentences. Pure. */
import type { ProjectChange } from "../../../src/projects/api/projects.ts";
import { clipped } from "../components/text-pieces.ts";
import { dateWords, hoursWords, PRIORITY_WORDS, STATUS_WORDS } from "./task-words.ts";

const FIELD_WORDS: Readonly<Record<string, string>> = {
  title: "title",
  name: "name",
  description: "description",
  status: "status",
  priority: "priority",
  type: "type",
  estimatedHours: "estimate",
  actualHours: "actual hours",
  startDate: "start",
  dueDate: "due date",
  phaseId: "phase",
  parentId: "parent task",
  assigneeIds: "assignees",
  tagIds: "tags",
  dependsOn: "dependencies",
  fields: "fields",
  clientVisible: "client visibility",
  sortOrder: "position",
  ownerId: "owner",
  clientName: "client",
  scopeAlertPercent: "scope alert",
  done: "done",
  body: "text",
  current: "progress",
  target: "target",
  enabled: "on or off",
};
/** Changes that are noise on their own; they accompany others. */
const SILENT = new Set(["startedAt", "completedAt", "statusChangedAt", "baselineAt", "moveId"]);

export interface FieldChange {
  readonly field: string;
  readonly words: string;
  /** Null if it is too long or meaningless. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A change, field by field. */
export function fieldChanges({ before, after }: Pick<ProjectChange, "before" | "after">): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !SILENT.has(field))
    .map((field) => ({
      field,
      words: FIELD_WORDS[field] ?? field,
      before: valueWords(field, before[field]),
      after: valueWords(field, after[field]),
    }));
}

/** Fields whose value means nothing in a line: ids and long texts. */
const UNSAID = /Id$|^description$|^body$/;
const NAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: STATUS_WORDS,
  priority: PRIORITY_WORDS,
};

function valueWords(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return field.endsWith("Hours") ? hoursWords(value) : String(value);
  return typeof value === "string" ? textWords(field, value) : null;
}

function textWords(field: string, value: string): string | null {
  if (UNSAID.test(field)) return null;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dateWords(value);
  return NAMED[field]?.[value] ?? clipped(value, 80);
}

const ACTIONS = { created: "created", updated: "changed", deleted: "deleted", restored: "restored" } as const;
const COMMENT_ACTIONS = {
  created: "commented",
  deleted: "deleted the comment",
  restored: "restored the comment",
} as const;
const ENTITY_WORDS: Readonly<Record<string, string>> = {
  task: "the task",
  project: "the project",
  phase: "the phase",
  checklist_item: "the checklist item",
  tag: "the tag",
  custom_field: "the field",
  goal: "the goal",
  form: "the form",
  automation: "the automation",
  view: "the view",
  rate: "the rate",
  document: "the document",
};

/** `Marcus Bell changed status: To do → In progress.` */
export function changeSentence(change: ProjectChange): string {
  const { actor, action, entity, label } = change;
  const changes = fieldChanges(change).filter(({ field }) => field !== "sortOrder");
  if (action === "updated" && changes.length > 0) {
    const said = changes
      .slice(0, 3)
      .map(({ words, before, after }) =>
        before === null || after === null ? words : `${words}: ${before} → ${after}`,
      );
    return `${actor.name} changed ${said.join(", ")}.`;
  }
  if (action === "updated") return `${actor.name} moved it.`;
  if (entity === "comment") return `${actor.name} ${COMMENT_ACTIONS[action]} “${clipped(label, 60)}”.`;
  return `${actor.name} ${ACTIONS[action]} ${ENTITY_WORDS[entity] ?? entity} “${clipped(label, 60)}”.`;
}
