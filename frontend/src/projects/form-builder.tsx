/** Creates and edits a form: its questions, and the task field each answer fills. */
import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import {
  formsEndpoints,
  type Form,
  type ProjectFormField,
} from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { DialogForm } from "../components/dialog-form.tsx";
import { Choice, TextArea, TextBox, Tick } from "../components/form.tsx";
import { PlusIcon, TrashIcon } from "../components/icons.ts";
import { useSaving } from "./use-record.ts";

const TYPES = [
  ["text", "Short text"],
  ["long_text", "Long text"],
  ["number", "Number"],
  ["date", "Date"],
  ["select", "One of a list"],
] as const;

const PLAIN = "-";
type Becomes = NonNullable<ProjectFormField["becomes"]>;
/** The kinds a question can change to. */
const BECOMES: Readonly<Record<ProjectFormField["type"], readonly Becomes[]>> = {
  text: ["title", "description"],
  long_text: ["description"],
  number: [],
  date: ["due_date"],
  select: ["title", "priority"],
};
const BECOMES_WORDS: Readonly<Record<Becomes, string>> = {
  title: "The task’s title",
  description: "The description",
  priority: "The priority",
  due_date: "The due date",
};
const PRIORITIES = ["critical", "high", "medium", "low"];

const FIRST: ProjectFormField = {
  key: "title",
  label: "What do you need?",
  type: "text",
  required: true,
  options: [],
  becomes: "title",
};

interface Draft {
  readonly title: string;
  readonly description: string;
  readonly fields: readonly ProjectFormField[];
}

const hasOneTitle = ({ fields }: Draft): boolean =>
  fields.filter(({ becomes }) => becomes === "title").length === 1;

function isWhole(draft: Draft): boolean {
  const asked = draft.fields.every(
    ({ label, type, options }) => label.trim() !== "" && (type !== "select" || options.length > 0),
  );
  return draft.title.trim() !== "" && asked && hasOneTitle(draft);
}

/** A further question, with a key that no other has. */
function nextField(fields: readonly ProjectFormField[]): ProjectFormField {
  const used = new Set(fields.map(({ key }) => key));
  let number = fields.length + 1;
  while (used.has(`q${number}`)) number++;
  return { key: `q${number}`, label: "", type: "text", required: false, options: [], becomes: null };
}

function useSave(projectId: string, form: Form | null, draft: Draft, onSaved: () => void) {
  return useSaving(async (id) => {
    const body = {
      title: draft.title.trim(),
      description: draft.description,
      fields: draft.fields.map((field) => ({
        ...field,
        options: [...new Set(field.options.map((one) => one.trim()))].filter(Boolean),
      })),
    };
    if (form === null) await call(formsEndpoints.create, { body: { ...body, id, projectId, enabled: true } });
    else
      await call(formsEndpoints.update, {
        params: { id: form.id },
        body: { ...body, version: form.version },
      });
  }, onSaved);
}

export function FormBuilder({
  projectId,
  form,
  onClose,
}: {
  projectId: string;
  form: Form | null;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState<Draft>(form ?? { title: "", description: "", fields: [FIRST] });
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const { fields } = draft;
  const save = useSave(projectId, form, draft, onClose);
  return (
    <DialogForm
      job={save}
      ready={isWhole(draft)}
      onCancel={onClose}
      act="Save"
      onSubmit={() => save.mutate()}
    >
      <TextBox
        label="Title"
        autoFocus
        placeholder="Repair request"
        value={draft.title}
        maxLength={200}
        onChange={(title) => set({ title })}
        className="w-full"
      />
      <TextArea
        label="Introduction (optional)"
        value={draft.description}
        maxLength={2000}
        onChange={(description) => set({ description })}
        className="w-full"
      />
      <ol className="flex flex-col gap-3">
        {fields.map((field, at) => (
          <Question
            key={field.key}
            field={field}
            number={at + 1}
            isOnly={fields.length === 1}
            onChange={(change) => set({ fields: fields.with(at, { ...field, ...change }) })}
            onRemove={() => set({ fields: fields.toSpliced(at, 1) })}
          />
        ))}
      </ol>
      <Button
        type="button"
        className="touch self-start"
        icon={<PlusIcon aria-hidden className="size-4" />}
        onClick={() => set({ fields: [...fields, nextField(fields)] })}
      >
        Add a question
      </Button>
      {hasOneTitle(draft) ? null : (
        <p className="text-sm text-kumo-danger">One question, and only one, becomes the task’s title.</p>
      )}
    </DialogForm>
  );
}

interface QuestionProps {
  readonly field: ProjectFormField;
  readonly number: number;
  readonly onChange: (change: Partial<ProjectFormField>) => void;
}

function Question({
  field,
  number,
  isOnly,
  onChange,
  onRemove,
}: QuestionProps & { isOnly: boolean; onRemove: () => void }) {
  return (
    <li className="sheet flex flex-col gap-2 p-3">
      <div className="flex items-end gap-2">
        <TextBox
          label={`Question ${number}`}
          value={field.label}
          maxLength={200}
          onChange={(label) => onChange({ label })}
          className="w-full"
        />
        <Button
          variant="ghost"
          shape="square"
          className="touch"
          disabled={isOnly}
          aria-label={`Remove question ${number}`}
          icon={<TrashIcon aria-hidden className="size-4" />}
          onClick={onRemove}
        />
      </div>
      <Kinds field={field} number={number} onChange={onChange} />
      {field.type === "select" && field.becomes !== "priority" ? (
        <TextArea
          label="Choices, one per line"
          value={field.options.join("\n")}
          onChange={(typed) => onChange({ options: typed.split("\n") })}
          className="w-full"
        />
      ) : null}
    </li>
  );
}

function Kinds({ field, number, onChange }: QuestionProps) {
  const ofType = (type: ProjectFormField["type"]): void => {
    const isKept = field.becomes !== null && BECOMES[type].includes(field.becomes);
    onChange({
      type,
      becomes: isKept ? field.becomes : null,
      options: type === "select" ? field.options : [],
    });
  };
  const become = (picked: string): void => {
    const becomes = BECOMES[field.type].find((one) => one === picked) ?? null;
    onChange({
      becomes,
      ...(becomes === "priority" ? { options: PRIORITIES } : {}),
      ...(becomes === "title" ? { required: true } : {}),
    });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Choice label={`Kind of question ${number}`} value={field.type} options={TYPES} onChange={ofType} />
      {BECOMES[field.type].length === 0 ? null : (
        <Choice<string>
          label={`Question ${number} becomes`}
          value={field.becomes ?? PLAIN}
          options={[
            [PLAIN, "A line of the description"] as const,
            ...BECOMES[field.type].map((one) => [one, BECOMES_WORDS[one]] as const),
          ]}
          onChange={become}
        />
      )}
      <Tick
        label="Required"
        spoken={`Question ${number} is required`}
        checked={field.required}
        disabled={field.becomes === "title"}
        onChange={(required) => onChange({ required })}
      />
    </div>
  );
}
