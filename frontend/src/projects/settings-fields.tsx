/** Fields of the team's own on tasks: of this project, or of all. */
import { useState, type FormEvent } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@cloudflare/kumo/components/button";
import type * as z from "zod";
import {
  customFieldsEndpoints,
  fieldTypeSchema,
  type CustomField,
} from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { SAID_HERE } from "../api/mutations.ts";
import { customFieldsQuery } from "./project-queries.ts";
import { newId } from "../api/storage.ts";
import { Modal } from "../components/dialog.tsx";
import { FormEnd } from "../components/form-end.tsx";
import { Choice, TextArea, TextBox, Tick } from "../components/form.tsx";
import { PlusIcon, TrashIcon } from "../components/icons.ts";
import { clipped } from "../components/text-pieces.ts";
import { RowItem, Rows, Section } from "../components/settings/section.tsx";
import { renewProjects, useRemove } from "./use-record.ts";

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
  const [open, setOpen] = useState<CustomField | "new" | null>(null);
  const remove = useRemove(customFieldsEndpoints.remove, "Field removed.");
  return (
    <Section
      title="Fields"
      lead="What else you keep about a task, such as a unit, a vendor, or a permit number."
    >
      <Rows>
        {data.map((field) => (
          <RowItem key={field.id}>
            <span className="min-w-0 flex-1">
              <span className="block truncate">{clipped(field.name, 80)}</span>
              <span className="block truncate text-xs text-kumo-subtle">
                {TYPE_WORDS[field.type]}
                {field.options.length === 0 ? "" : `: ${clipped(field.options.join(", "), 120)}`}
                {field.projectId === null ? " · All projects" : ""}
              </span>
            </span>
            <Button size="sm" className="touch" onClick={() => setOpen(field)}>
              Edit…
            </Button>
            <Button
              size="sm"
              variant="ghost"
              shape="square"
              className="touch"
              aria-label={`Remove the field ${clipped(field.name, 40)}`}
              icon={<TrashIcon aria-hidden className="size-4" />}
              onClick={() => remove.mutate(field)}
            />
          </RowItem>
        ))}
        <RowItem>
          <Button
            size="sm"
            variant="ghost"
            className="touch"
            icon={<PlusIcon aria-hidden className="size-4" />}
            onClick={() => setOpen("new")}
          >
            Add a field
          </Button>
        </RowItem>
      </Rows>
      <Modal
        open={open !== null}
        title={open === "new" ? "New field" : "Edit field"}
        onClose={() => setOpen(null)}
      >
        {open === null ? null : (
          <FieldForm
            projectId={projectId}
            field={open === "new" ? null : open}
            onClose={() => setOpen(null)}
          />
        )}
      </Modal>
    </Section>
  );
}

interface FieldDraft {
  readonly name: string;
  readonly type: FieldType;
  /** One a line. */
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
    meta: SAID_HERE,
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready) save.mutate();
  };
  return (
    <form className="flex flex-col gap-4 p-4" noValidate onSubmit={submit}>
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
      <FormEnd job={save} ready={ready} onCancel={onClose}>
        Save
      </FormEnd>
    </form>
  );
}
