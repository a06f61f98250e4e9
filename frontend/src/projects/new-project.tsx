/** Creates a project; only the name is required. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { projectAgentsEndpoints } from "../../../src/projects/api/project-agent-runs.ts";
import { PROJECT_LIMITS, projectsEndpoints } from "../../../src/projects/api/projects.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { newId } from "../api/storage.ts";
import { Modal } from "../components/dialog.tsx";
import { DialogForm } from "../components/dialog-form.tsx";
import { TextArea, TextBox, Tick } from "../components/form.tsx";
import { useMe } from "../components/session.tsx";

const EMPTY = { name: "", clientName: "", description: "", startDate: "", dueDate: "", plan: false };
/** The maximum length of a description that the planner reads. */
const PLANNED_CHARS = 8_000;
type Draft = typeof EMPTY;

const isBackwards = ({ startDate, dueDate }: Draft): boolean =>
  startDate !== "" && dueDate !== "" && dueDate < startDate;

function useCreate(draft: Draft, onCreated: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const me = useMe();
  const [id] = useState(newId);
  const [runId] = useState(newId);
  return useMutation({
    mutationFn: async () => {
      const made = await call(projectsEndpoints.create, {
        body: {
          id,
          name: draft.name.trim(),
          clientName: draft.clientName.trim(),
          description: draft.description,
          startDate: draft.startDate || null,
          dueDate: draft.dueDate || null,
          ownerId: me.user.id,
          status: "active",
        },
      });
      if (draft.plan)
        await call(projectAgentsEndpoints.start, {
          params: { id, agent: "wbs-generator" },
          body: {
            id: runId,
            input: { words: `${draft.name.trim()}\n${draft.description.trim()}`.slice(0, PLANNED_CHARS) },
          },
        });
      return made;
    },
    meta: ERROR_SHOWN_HERE,
    onSuccess: ({ record }) => {
      void client.invalidateQueries({ queryKey: ["projects", "list"] });
      onCreated();
      void navigate({ to: draft.plan ? "/projects/$id/agents" : "/projects/$id", params: { id: record.id } });
    },
  });
}

export default function NewProject({ name, onClose }: { name: string; onClose: () => void }) {
  const [draft, setDraft] = useState({ ...EMPTY, name });
  const create = useCreate({ ...draft, plan: draft.plan && draft.description.trim() !== "" }, onClose);
  const ready = draft.name.trim() !== "" && !isBackwards(draft);
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  return (
    <Modal open onClose={onClose} title="New project">
      <DialogForm
        job={create}
        ready={ready}
        onCancel={onClose}
        act="Create project"
        onSubmit={() => create.mutate()}
      >
        <TextBox
          label="Name"
          autoFocus
          autoComplete="off"
          placeholder="Turnover of 14 Birch St #3"
          value={draft.name}
          maxLength={PROJECT_LIMITS.nameChars}
          onChange={(typed) => set({ name: typed })}
          className="w-full"
        />
        <TextBox
          label="Client (optional)"
          autoComplete="off"
          value={draft.clientName}
          maxLength={PROJECT_LIMITS.nameChars}
          onChange={(clientName) => set({ clientName })}
          className="w-full"
        />
        <TextArea
          label="Description (optional)"
          value={draft.description}
          maxLength={PROJECT_LIMITS.textChars}
          onChange={(description) => set({ description })}
          className="max-h-60 w-full"
        />
        {draft.description.trim() === "" ? null : (
          <div className="flex flex-col gap-1">
            <Tick label="Let Steward plan it" checked={draft.plan} onChange={(plan) => set({ plan })} />
            <p className="text-xs text-kumo-subtle">
              It proposes phases and tasks. Nothing is added until you accept them.
            </p>
          </div>
        )}
        <Days draft={draft} onChange={set} />
      </DialogForm>
    </Modal>
  );
}

function Days({ draft, onChange }: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextBox
          label="Start"
          type="date"
          value={draft.startDate}
          onChange={(startDate) => onChange({ startDate })}
          className="w-full"
        />
        <TextBox
          label="Due"
          type="date"
          value={draft.dueDate}
          onChange={(dueDate) => onChange({ dueDate })}
          className="w-full"
        />
      </div>
      {isBackwards(draft) ? (
        <p className="text-sm text-kumo-danger">It can’t be due before it starts.</p>
      ) : null}
    </>
  );
}
