/** A form to fill in. */
import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  formsEndpoints,
  type Form,
  type ProjectFormField,
} from "../../../src/projects/api/projects-records.ts";
import { call } from "../api/call.ts";
import { ERROR_SHOWN_HERE } from "../api/mutations.ts";
import { newId } from "../api/storage.ts";
import { DialogForm } from "../components/dialog-form.tsx";
import { Choice, TextArea, TextBox } from "../components/form.tsx";
import { toasts } from "../components/toasts.ts";
import { renewProjects } from "./use-record.ts";

export function FillForm({ form, onClose }: { form: Form; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [id] = useState(newId);
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const send = useMutation({
    mutationFn: () =>
      call(formsEndpoints.submit, {
        params: { id: form.id },
        body: {
          id,
          answers: Object.fromEntries(
            form.fields.flatMap(({ key, type }) => {
              const typed = answers[key]?.trim() ?? "";
              return typed === "" ? [] : [[key, type === "number" ? Number(typed) : typed]];
            }),
          ),
        },
      }),
    meta: ERROR_SHOWN_HERE,
    onSuccess: ({ taskId }) => {
      onClose();
      toasts.add({
        variant: "success",
        title: "Thanks. It’s a task now.",
        actions: [
          {
            children: "Open",
            variant: "secondary",
            onClick: () => void navigate({ to: "/tasks/$id", params: { id: taskId } }),
          },
        ],
      });
    },
    onSettled: () => renewProjects(client),
  });
  const ready = form.fields.every(({ key, required }) => !required || (answers[key]?.trim() ?? "") !== "");
  return (
    <DialogForm job={send} ready={ready} onCancel={onClose} act="Send" onSubmit={() => send.mutate()}>
      {form.description === "" ? null : <p className="wrap-anywhere text-kumo-subtle">{form.description}</p>}
      {form.fields.map((field) => (
        <Question
          key={field.key}
          field={field}
          value={answers[field.key] ?? ""}
          onChange={(value) => setAnswers({ ...answers, [field.key]: value })}
        />
      ))}
    </DialogForm>
  );
}

function Question({
  field: { label, type, required, options },
  value,
  onChange,
}: {
  field: ProjectFormField;
  value: string;
  onChange: (value: string) => void;
}) {
  const words = required ? label : `${label} (optional)`;
  if (type === "select")
    return (
      <Choice
        label={words}
        shown
        placeholder="Choose"
        value={value === "" ? null : value}
        options={options.map((one) => [one, one] as const)}
        onChange={onChange}
      />
    );
  if (type === "long_text")
    return (
      <TextArea
        label={words}
        value={value}
        maxLength={5000}
        onChange={onChange}
        className="min-h-24 w-full"
      />
    );
  return (
    <TextBox
      label={words}
      type={type === "text" ? "text" : type}
      value={value}
      maxLength={type === "text" ? 500 : undefined}
      onChange={onChange}
      className="w-full"
    />
  );
}
