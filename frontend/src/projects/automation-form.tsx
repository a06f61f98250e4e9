/** Creates and edits a rule. */
import { useState } from "react";
import { TASK_STATUSES, taskPrioritySchema } from "../../../src/projects/api/projects.ts";
import {
  automationEventSchema,
  automationsEndpoints,
  type Automation,
  type AutomationAction,
  type AutomationEvent,
} from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { DialogForm } from "../components/dialog-form.tsx";
import { Choice, TextBox } from "../components/form.tsx";
import { useMe } from "../components/session.tsx";
import { ActionSteps, isWholeAction } from "./automation-steps.tsx";
import {
  EVENT_WORDS,
  filterOfConditions,
  plainConditions,
  ruleSentence,
  type PlainConditions,
  type RuleNames,
} from "./automation-words.ts";
import { PRIORITY_WORDS, STATUS_WORDS } from "./task-words.ts";
import { useSaving } from "./use-record.ts";

interface Draft {
  readonly name: string;
  readonly event: AutomationEvent;
  readonly plain: PlainConditions;
  readonly actions: readonly AutomationAction[];
}

const ALWAYS: PlainConditions = { status: null, priority: null };

function draftOf(rule: Automation | null, userId: string): Draft {
  if (rule === null)
    return {
      name: "",
      event: "task.status_changed",
      plain: ALWAYS,
      actions: [{ type: "notify", userId, words: "" }],
    };
  return { ...rule, plain: plainConditions(rule.conditions) ?? ALWAYS };
}

function useSave(projectId: string, rule: Automation | null, draft: Draft, onSaved: () => void) {
  return useSaving(async (id) => {
    const body = {
      name: draft.name.trim(),
      event: draft.event,
      conditions: filterOfConditions(draft.plain),
      actions: [...draft.actions],
    };
    if (rule === null)
      await call(automationsEndpoints.create, { body: { ...body, id, projectId, enabled: true } });
    else
      await call(automationsEndpoints.update, {
        params: { id: rule.id },
        body: { ...body, version: rule.version },
      });
  }, onSaved);
}

export function AutomationForm({
  projectId,
  rule,
  names,
  onClose,
}: {
  projectId: string;
  rule: Automation | null;
  names: RuleNames;
  onClose: () => void;
}) {
  const me = useMe();
  const [draft, setDraft] = useState(() => draftOf(rule, me.user.id));
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const save = useSave(projectId, rule, draft, onClose);
  const ready = draft.name.trim() !== "" && draft.actions.every(isWholeAction);
  return (
    <DialogForm job={save} ready={ready} onCancel={onClose} act="Save" onSubmit={() => save.mutate()}>
      <TextBox
        label="Name"
        autoFocus
        placeholder="Blocked tasks reach the owner"
        value={draft.name}
        maxLength={200}
        onChange={(name) => set({ name })}
        className="w-full"
      />
      <When draft={draft} onChange={set} />
      <ActionSteps actions={draft.actions} names={names} onChange={(actions) => set({ actions })} />
      {ready ? (
        <p className="text-sm text-kumo-subtle">
          {ruleSentence({ ...draft, conditions: filterOfConditions(draft.plain) }, names)}
        </p>
      ) : null}
    </DialogForm>
  );
}

const ANY = "-";
const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

function When({
  draft: { event, plain },
  onChange,
}: {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}) {
  return (
    <>
      <Choice
        label="When"
        shown
        value={event}
        options={automationEventSchema.options.map((one) => [one, capital(EVENT_WORDS[one])] as const)}
        onChange={(picked) => onChange({ event: picked })}
      />
      <div className="flex flex-wrap gap-3">
        <Choice
          label="Its status is"
          shown
          value={plain.status ?? ANY}
          options={[
            [ANY, "Any"] as const,
            ...TASK_STATUSES.map((status) => [status as string, STATUS_WORDS[status]] as const),
          ]}
          onChange={(status) => onChange({ plain: { ...plain, status: status === ANY ? null : status } })}
        />
        <Choice
          label="Its priority is"
          shown
          value={plain.priority ?? ANY}
          options={[
            [ANY, "Any"] as const,
            ...taskPrioritySchema.options.map((one) => [one as string, PRIORITY_WORDS[one]] as const),
          ]}
          onChange={(priority) =>
            onChange({ plain: { ...plain, priority: priority === ANY ? null : priority } })
          }
        />
      </div>
    </>
  );
}
