/** Fields of the team's own on tasks: of this project, or of all. */
import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import {
  customFieldsEndpoints,
  fieldTypeSchema,
  type CustomField,
} from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { customFieldsQuery } from "./project-queries.ts";
import { newId } from "../api/storage.ts";
import { DialogForm } from "../components/dialog-form.tsx";
import { Choice, TextArea, TextBox, Tick } from "../components/form.tsx";
import { clipped } from "../components/text-pieces.ts";
import { Section } from "../components/settings/section.tsx";
import { renewProjects, useRemove } from "./use-record.ts";
import { RecordRows } from "../components/record-list.tsx";

type FieldType = z.infer<typeof fieldTypeSchema>;

const TYPE_WORDS: Readonly<Record<FieldType, string>> = {
  text: "Text",
  number: "Number",
  date: "Date",
  select: "One of a list",
  multi_select: "Several of a list",
  checkbox: "Yes or no",
  user: "A member",
};

export function FieldsPart({ projectId }: { projectId: string }) {
  const { data = [] } = useQuery(customFieldsQuery(projectId));
  const remove = useRemove(customFieldsEndpoints.remove, "Field removed.");
  return (
    <Section
      title="Fields"
      lead="What else you keep about a task, such as a unit, a vendor, or a permit number."
    >
      <RecordRows
        items={data}
        noun="field"
        nameOf={({ name }) => `the field ${clipped(name, 40)}`}
        onRemove={(field) => remove.mutate(field)}
        row={(field) => (
          <span className="min-w-0 flex-1">
            <span className="block truncate">{clipped(field.name, 80)}</span>
            <span className="block truncate text-xs text-kumo-subtle">
              {TYPE_WORDS[field.type]}
              {field.options.length === 0 ? "" : `: ${clipped(field.options.join(", "), 120)}`}
              {field.projectId === null ? " · All projects" : ""}
            </span>
          </span>
        )}
        form={(field, close) => <FieldForm projectId={projectId} field={field} onClose={close} />}
      />
    </Section>
  );
}

interface FieldDraft {
  readonly name: string;
  readonly type: FieldType;
  /** One per line. */
  readonly options: string;
  readonly everywhere: boolean;
}

const hasChoices = ({ type }: FieldDraft): boolean => type === "select" || type === "multi_select";

function choicesIn(draft: FieldDraft): string[] {
  if (!hasChoices(draft)) return [];
  return [...new Set(draft.options.split("\n").map((one) => one.trim()))].filter(Boolean);
}

function useSaveField(projectId: string, field: CustomField | null, draft: FieldDraft, onSaved: () => void) {
  const client = useQueryClient();
  const [id] = useState(newId);
  return useMutation({
    mutationFn: async () => {
      const body = { name: draft.name.trim(), options: choicesIn(draft) };
      if (field === null)
        await call(customFieldsEndpoints.create, {
          body: { ...body, id, type: draft.type, projectId: draft.everywhere ? null : projectId },
        });
      else
        await call(customFieldsEndpoints.update, {
          params: { id: field.id },
          body: { ...body, version: field.version },
        });
    },
    meta: ERROR_SHOWN_HERE,
    onSuccess: onSaved,
    onSettled: () => renewProjects(client),
  });
}

function FieldForm({
  projectId,
  field,
  onClose,
}: {
  projectId: string;
  field: CustomField | null;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState<FieldDraft>({
    name: field?.name ?? "",
    type: field?.type ?? "text",
    options: field?.options.join("\n") ?? "",
    everywhere: false,
  });
  const set = (change: Partial<FieldDraft>): void => setDraft({ ...draft, ...change });
  const save = useSaveField(projectId, field, draft, onClose);
  const ready = draft.name.trim() !== "" && (!hasChoices(draft) || choicesIn(draft).length > 0);
  return (
    <DialogForm job={save} ready={ready} onCancel={onClose} act="Save" onSubmit={() => save.mutate()}>
      <TextBox
        label="Name"
        autoFocus
        value={draft.name}
        maxLength={200}
        onChange={(name) => set({ name })}
        className="w-full"
      />
      {field === null ? (
        <Choice
          label="Kind"
          shown
          value={draft.type}
          options={fieldTypeSchema.options.map((one) => [one, TYPE_WORDS[one]] as const)}
          onChange={(type) => set({ type })}
        />
      ) : null}
      {hasChoices(draft) ? (
        <TextArea
          label="Choices, one per line"
          value={draft.options}
          onChange={(options) => set({ options })}
          className="min-h-24 w-full"
        />
      ) : null}
      {field === null ? (
        <Tick
          label="On the tasks of all projects"
          checked={draft.everywhere}
          onChange={(everywhere) => set({ everywhere })}
        />
      ) : null}
    </DialogForm>
  );
}
