/** A rule's steps. */
import { Button } from "@cloudflare/kumo/components/button";
import { TASK_STATUSES, taskPrioritySchema } from "../../../src/projects/api/projects.ts";
import type { AutomationAction } from "../../../src/projects/api/projects-records.ts";
import { Choice, TextBox } from "../components/form.tsx";
import { PlusIcon, TrashIcon } from "../components/icons.ts";
import { useMe } from "../components/session.tsx";
import type { RuleNames } from "./automation-words.ts";
import { PRIORITY_WORDS, STATUS_WORDS } from "./task-words.ts";
import { useTeam } from "./use-team.ts";

type Kind = AutomationAction["type"];

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  notify: "Tell someone",
  assign: "Assign someone",
  set_status: "Move it",
  set_priority: "Set the priority",
  set_due: "Set the due date",
  set_phase: "Move it to a phase",
  add_tag: "Add a tag",
  comment: "Comment",
  add_subtask: "Add a subtask",
};
const MOST = 10;

function kindsFor({ tags, phases }: RuleNames): Kind[] {
  return (Object.keys(KIND_WORDS) as Kind[]).filter(
    (kind) => (kind !== "add_tag" || tags.length > 0) && (kind !== "set_phase" || phases.length > 0),
  );
}

function firstOf(kind: Kind, userId: string, { tags, phases }: RuleNames): AutomationAction {
  switch (kind) {
    case "notify":
      return { type: kind, userId, words: "" };
    case "assign":
      return { type: kind, userId };
    case "set_status":
      return { type: kind, status: "in_progress" };
    case "set_priority":
      return { type: kind, priority: "high" };
    case "set_due":
      return { type: kind, inDays: 3 };
    case "set_phase":
      return { type: kind, phaseId: phases[0]?.id ?? null };
    case "add_tag":
      return { type: kind, tagId: tags[0]?.id ?? "" };
    case "comment":
      return { type: kind, body: "" };
    case "add_subtask":
      return { type: kind, title: "" };
  }
}

/** Whether nothing is left to write. */
export function isWholeAction(action: AutomationAction): boolean {
  if (action.type === "notify") return action.words.trim() !== "";
  if (action.type === "comment") return action.body.trim() !== "";
  if (action.type === "add_subtask") return action.title.trim() !== "";
  return true;
}

export function ActionSteps({
  actions,
  names,
  onChange,
}: {
  actions: readonly AutomationAction[];
  names: RuleNames;
  onChange: (actions: readonly AutomationAction[]) => void;
}) {
  const me = useMe();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">Then</legend>
      {actions.map((action, at) => (
        <div key={at} className="sheet flex items-start gap-2 p-3">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
            <Choice
              label={`Step ${at + 1}`}
              value={action.type}
              options={kindsFor(names).map((kind) => [kind, KIND_WORDS[kind]] as const)}
              onChange={(kind) => onChange(actions.with(at, firstOf(kind, me.user.id, names)))}
            />
            <Words action={action} onChange={(now) => onChange(actions.with(at, now))} />
            <Picks action={action} names={names} onChange={(now) => onChange(actions.with(at, now))} />
          </div>
          <Button
            variant="ghost"
            shape="square"
            size="sm"
            className="touch"
            disabled={actions.length === 1}
            aria-label={`Remove step ${at + 1}`}
            icon={<TrashIcon aria-hidden className="size-4" />}
            onClick={() => onChange(actions.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        type="button"
        size="sm"
        className="touch self-start"
        disabled={actions.length >= MOST}
        icon={<PlusIcon aria-hidden className="size-4" />}
        onClick={() => onChange([...actions, { type: "comment", body: "" }])}
      >
        Add a step
      </Button>
    </fieldset>
  );
}

interface FieldProps {
  readonly action: AutomationAction;
  readonly onChange: (action: AutomationAction) => void;
}

function Words({ action, onChange }: FieldProps) {
  const box = (label: string, value: string, most: number, set: (value: string) => void) => (
    <TextBox
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={most}
      onChange={set}
      className="w-full"
    />
  );
  switch (action.type) {
    case "notify":
      return box("What to tell them", action.words, 200, (words) => onChange({ ...action, words }));
    case "comment":
      return box("The comment", action.body, 2000, (body) => onChange({ ...action, body }));
    case "add_subtask":
      return box("The subtask", action.title, 200, (title) => onChange({ ...action, title }));
    case "set_due":
      return (
        <span className="inline-flex items-center gap-2 text-sm">
          in
          <TextBox
            aria-label="In how many days"
            type="number"
            min={0}
            max={3650}
            value={String(action.inDays)}
            onChange={(typed) =>
              onChange({ ...action, inDays: Math.min(3650, Math.max(0, Math.round(Number(typed) || 0))) })
            }
            className="w-20"
          />
          days
        </span>
      );
    case "set_status":
    case "set_priority":
    case "set_phase":
    case "assign":
    case "add_tag":
      return null;
  }
}

const NO_PHASE = "-";

function Picks({ action, names, onChange }: FieldProps & { names: RuleNames }) {
  const { members } = useTeam();
  const pick = (
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
    set: (value: string) => void,
  ) => <Choice label={label} value={value} options={options} onChange={set} />;
  const people = members.map((member) => [member.id, member.name] as const);
  const named = (of: readonly { readonly id: string; readonly name: string }[]) =>
    of.map((one) => [one.id, one.name] as const);
  switch (action.type) {
    case "notify":
    case "assign":
      return pick("Who", action.userId, people, (userId) => onChange({ ...action, userId }));
    case "set_status":
      return pick(
        "Status",
        action.status,
        TASK_STATUSES.map((status) => [status, STATUS_WORDS[status]] as const),
        (picked) =>
          onChange({ ...action, status: TASK_STATUSES.find((one) => one === picked) ?? action.status }),
      );
    case "set_priority":
      return pick(
        "Priority",
        action.priority,
        taskPrioritySchema.options.map((one) => [one, PRIORITY_WORDS[one]] as const),
        (picked) => onChange({ ...action, priority: taskPrioritySchema.parse(picked) }),
      );
    case "set_phase":
      return pick(
        "Phase",
        action.phaseId ?? NO_PHASE,
        [[NO_PHASE, "No phase"] as const, ...named(names.phases)],
        (id) => onChange({ ...action, phaseId: id === NO_PHASE ? null : id }),
      );
    case "add_tag":
      return pick("Tag", action.tagId, named(names.tags), (tagId) => onChange({ ...action, tagId }));
    case "comment":
    case "add_subtask":
    case "set_due":
      return null;
  }
}
