/** The form an agent asks with. A person may still answer in their own words instead. */
import { useState } from "react";
import { Button } from "@cloudflare/kumo/components/button";
import {
  formProblems,
  formText,
  type FormAnswer,
  type FormValues,
  type QuestionField,
} from "../../../../src/agent/api/question.ts";
import { Choice, TextArea, TextBox, Tick } from "../../components/form.tsx";
import { clipped } from "../../components/text-pieces.ts";

const NONE = "-";

export default function QuestionForm({
  toolCallId,
  fields,
  minFilled,
  onAnswer,
}: {
  toolCallId: string;
  fields: readonly QuestionField[];
  minFilled: number | undefined;
  onAnswer: (answer: string, values: FormAnswer) => void;
}) {
  const form = { fields, minFilled };
  const [values, setValues] = useState<FormValues>(() =>
    Object.fromEntries(fields.flatMap(({ id, current }) => (current === undefined ? [] : [[id, current]]))),
  );
  const [problem = ""] = Object.values(formProblems(form, values));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === "") onAnswer(formText(form, values), { toolCallId, values });
      }}
    >
      {fields.map((field) => (
        <Field
          key={field.id}
          field={field}
          value={values[field.id]}
          onChange={(value) => setValues((before) => ({ ...before, [field.id]: value }))}
        />
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button type="submit" variant="primary" className="touch" disabled={problem !== ""}>
          Answer
        </Button>
        <p className="text-xs text-kumo-subtle">{problem || "Or answer in your own words below."}</p>
      </div>
    </form>
  );
}

function Field({
  field: { id, label, type, options = [], placeholder = "" },
  value,
  onChange,
}: {
  field: QuestionField;
  value: FormValues[string] | undefined;
  onChange: (value: FormValues[string]) => void;
}) {
  if (type === "multi-select") {
    const picked = Array.isArray(value) ? value : [];
    return (
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-sm font-medium">{label}</legend>
        <div className="flex flex-wrap gap-x-4">
          {options.map((option) => (
            <Tick
              key={option}
              label={clipped(option, 100)}
              checked={picked.includes(option)}
              onChange={(now) => onChange(now ? [...picked, option] : picked.filter((one) => one !== option))}
            />
          ))}
        </div>
      </fieldset>
    );
  }
  const text = typeof value === "string" ? value : "";
  if (type === "select")
    return (
      <Choice
        label={label}
        shown
        value={text === "" ? NONE : text}
        options={[[NONE, "Not set"] as const, ...options.map((one) => [one, one] as const)]}
        onChange={(picked) => onChange(picked === NONE ? "" : picked)}
      />
    );
  const box = { id, label, value: text, placeholder, onChange, className: "w-full" };
  return type === "textarea" ? <TextArea rows={3} {...box} /> : <TextBox autoComplete="off" {...box} />;
}
